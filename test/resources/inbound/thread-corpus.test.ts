import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '../../../src/db/database.js';
import { parser } from '../../support/parser.js';
import type { Recipient } from '../../../src/store/mail/delivery.js';
import type { InboundService } from '../../../src/resources/inbound/service.js';
import { readScenarios, type Arrival, type ScenarioMail } from '../../corpus/threads/read.js';
import { createTestDatabase } from '../../support/database.js';
import { makeInbox } from '../../support/inboxes.js';
import { testServices } from '../../support/services.js';

const GOAL = 0.97;

let database: Database;
let drop: () => Promise<void>;
/** Two processes. */
let services: readonly InboundService[];

beforeAll(async () => {
  const test = await createTestDatabase();
  ({ database, drop } = test);
  services = [1, 2].map(() => testServices(test, { parser }).requests.inbound);
});
afterAll(() => drop());

type Inboxes = ReadonlyMap<string, Recipient>;

async function makeInboxes(mails: readonly ScenarioMail[]): Promise<Inboxes> {
  const inboxes = new Map<string, Recipient>();
  for (const name of new Set(mails.flatMap((mail) => mail.inboxes)))
    inboxes.set(name, await makeInbox(database));
  return inboxes;
}

/** Accepts a mail, then lets days pass; answers the ids of its emails. */
async function deliver(
  mail: ScenarioMail,
  inboxes: Inboxes,
  service: InboundService,
): Promise<readonly string[]> {
  const text = mail.source.replace(/\{(\w+)(\+\w+)?\}/g, (_, name: string, tag = '') =>
    inboxes.get(name)!.address.replace('@', `${tag}@`),
  );
  const ids = await service.accept({
    mailFrom: 'bounce@northwind.example',
    recipients: mail.inboxes.map((name) => inboxes.get(name)!),
    raw: Buffer.from(text.replaceAll('\n', '\r\n')),
    source: { protocol: 'ESMTP', remoteAddress: '192.0.2.1', helo: 'mx.example', id: 's1' },
  });
  if (mail.daysAfter > 0)
    await database.query(
      `UPDATE emails SET received_at = received_at - make_interval(days => $2)
       WHERE inbox_id = ANY ($1)`,
      [[...inboxes.values()].map(({ inboxId }) => inboxId), mail.daysAfter],
    );
  return ids;
}

/** Delivers all, each answer in the place of its mail. */
async function arrive(mails: readonly ScenarioMail[], inboxes: Inboxes, arrival: Arrival) {
  const send = (mail: ScenarioMail, i: number) =>
    deliver(mail, inboxes, services[arrival === 'raced' ? i % services.length : 0]!);
  if (arrival === 'together' || arrival === 'raced') return Promise.all(mails.map(send));
  const ids: (readonly string[])[] = [];
  for (const i of orderOf(mails.length, arrival)) ids[i] = await send(mails[i]!, i);
  return ids;
}

function orderOf(count: number, arrival: Arrival): number[] {
  const places = Array.from({ length: count }, (_, i) => i);
  if (arrival === 'reversed') return places.reverse();
  // The same at every run, and far from both of the others.
  if (arrival === 'shuffled') return places.sort((a, b) => ((a * 7 + 3) % 11) - ((b * 7 + 3) % 11));
  return places;
}

interface Placed {
  readonly email: string;
  /** The label, apart for each inbox. */
  readonly expected: string;
  readonly thread: string;
}

async function place(mails: readonly ScenarioMail[], arrival: Arrival): Promise<Placed[]> {
  const inboxes = await makeInboxes(mails);
  const ids = await arrive(mails, inboxes, arrival);
  const rows = await database.query<{ id: string; inbox_id: string; thread_id: string }>(
    'SELECT id, inbox_id, thread_id FROM emails WHERE id = ANY ($1)',
    [ids.flat()],
  );
  return mails.flatMap((mail, i) =>
    ids[i]!.map((id) => {
      const row = rows.find((one) => one.id === id)!;
      return {
        email: `mail ${i + 1}`,
        expected: `${mail.thread} ${row.inbox_id}`,
        thread: row.thread_id,
      };
    }),
  );
}

interface Pair {
  readonly expected: boolean;
  readonly found: boolean;
  readonly text: string;
}

const pairsOf = (placed: readonly Placed[], title: string): Pair[] =>
  placed.flatMap((a, i) =>
    placed.slice(i + 1).map((b) => {
      const expected = a.expected === b.expected;
      const text = `${title}: ${a.email} and ${b.email} ${expected ? 'belong together' : 'do not'}`;
      return { expected, found: a.thread === b.thread, text };
    }),
  );

const score = (pairs: readonly Pair[]) => {
  const right = pairs.filter(({ expected, found }) => expected && found).length;
  const wrong = pairs.filter(({ expected, found }) => expected !== found);
  return { f1: (2 * right) / (2 * right + wrong.length), wrong: wrong.map(({ text }) => text) };
};

describe('threads of the corpus', () => {
  it(`are found with a pairwise F1 of ${GOAL}`, async () => {
    const pairs: Pair[] = [];
    for (const { name, mails, arrivals } of readScenarios())
      for (const arrival of arrivals)
        pairs.push(...pairsOf(await place(mails, arrival), `${name}, ${arrival}`));

    const { f1, wrong } = score(pairs);

    // The pairs are named when the figure is not reached.
    expect({ reached: f1 >= GOAL, wrong: f1 >= GOAL ? [] : wrong }).toEqual({
      reached: true,
      wrong: [],
    });
  });
});
