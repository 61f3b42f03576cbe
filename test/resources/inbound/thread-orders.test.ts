import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Database } from '../../../src/db/database.js';
import { parser } from '../../support/parser.js';
import type { Recipient } from '../../../src/store/mail/delivery.js';
import type { InboundService } from '../../../src/resources/inbound/service.js';
import { createTestDatabase } from '../../support/database.js';
import { makeInbox } from '../../support/inboxes.js';
import { rawMail } from '../../support/mail.js';
import { testServices } from '../../support/services.js';

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

/** Which mails of its conversation a mail names: its parent alone, the last two, or all before it. */
const STYLES = ['parent', 'two', 'all'] as const;

interface Written {
  readonly conversation: number;
  readonly number: number;
  readonly headers: Record<string, string>;
}

/** Conversations of mails that each answer an earlier one, in the order in which they arrive. */
const conversations = fc
  .array(
    fc.array(fc.record({ answers: fc.nat(), style: fc.constantFrom(...STYLES) }), {
      minLength: 1,
      maxLength: 7,
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((all) => all.flatMap(writeConversation))
  .chain((mails) => fc.shuffledSubarray(mails, { minLength: mails.length }));

function writeConversation(
  mails: readonly { answers: number; style: (typeof STYLES)[number] }[],
  conversation: number,
): Written[] {
  const idOf = (number: number) => `<${conversation}.${number}@birch.example>`;
  const ancestors: number[][] = [];
  return mails.map(({ answers, style }, number) => {
    const parent = number === 0 ? undefined : answers % number;
    const line = parent === undefined ? [] : [...ancestors[parent]!, parent];
    ancestors.push(line);
    const named = style === 'all' ? line : line.slice(style === 'two' ? -2 : -1);
    return {
      conversation,
      number,
      headers: {
        From: `ann${conversation}@birch.example`,
        Subject: 'Plans',
        'Message-ID': idOf(number),
        ...(parent !== undefined && { References: named.map(idOf).join(' ') }),
      },
    };
  });
}

/** Delivers mails in the groups that `cuts` makes, each group at once and by both processes. */
async function deliver(mails: readonly Written[], cuts: readonly boolean[], inbox: Recipient) {
  const groups: Written[][] = [[]];
  for (const [i, mail] of mails.entries()) {
    if (cuts[i % cuts.length]) groups.push([]);
    groups.at(-1)!.push(mail);
  }
  for (const group of groups)
    await Promise.all(group.map((mail, i) => accept(services[i % 2]!, mail, inbox)));
}

const accept = (service: InboundService, { headers }: Written, inbox: Recipient) =>
  service.accept({
    mailFrom: 'bounce@northwind.example',
    recipients: [inbox],
    raw: rawMail({ ...headers, To: inbox.address }),
    source: { protocol: 'ESMTP', remoteAddress: '192.0.2.1', helo: 'mx.example', id: 's1' },
  });

async function threadsOf(inbox: Recipient): Promise<string[]> {
  const rows = await database.query<{ mails: string }>(
    `SELECT string_agg(message_id, ' ' ORDER BY message_id) AS mails FROM emails
     WHERE inbox_id = $1 GROUP BY thread_id ORDER BY 1`,
    [inbox.inboxId],
  );
  return rows.map(({ mails }) => mails);
}

function expectedThreads(mails: readonly Written[]): string[] {
  const threads = new Map<number, string[]>();
  for (const { conversation, headers } of mails)
    threads.set(conversation, [...(threads.get(conversation) ?? []), headers['Message-ID']!]);
  return [...threads.values()].map((ids) => ids.sort().join(' ')).sort();
}

describe('threads', () => {
  it('are the same in whatever order, batches and processes their mails arrive', async () => {
    await fc.assert(
      fc.asyncProperty(
        conversations,
        fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
        async (mails, cuts) => {
          const inbox = await makeInbox(database);

          await deliver(mails, cuts, inbox);

          expect(await threadsOf(inbox)).toEqual(expectedThreads(mails));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('of more than a hundred mails hold together though References are cut', async () => {
    const inbox = await makeInbox(database);
    const ids = Array.from({ length: 130 }, (_, i) => `<long.${i}@birch.example>`);
    const mails = ids.map((id, number) => ({
      conversation: 0,
      number,
      headers: {
        From: 'ann@birch.example',
        Subject: 'A long story',
        'Message-ID': id,
        References: ids.slice(Math.max(0, number - 120), number).join('\r\n '),
      },
    }));

    // The first one last, so that all others wait for it.
    await deliver([...mails.slice(1), mails[0]!], [true], inbox);

    expect(await threadsOf(inbox)).toHaveLength(1);
  });
});
