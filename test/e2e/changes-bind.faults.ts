import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.js';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { acceptedAs, createInbox, type Inbox } from './mail.js';
import type { RestClient } from './rest-client.js';

const SENDER = 'news@northwind.example';
const BLOCKED = '/v1/lists/receive/block';
const STREAMS = 6;
// Each of five changes is made and taken back in a round.
const ROUNDS = 100;
const LONG = 900_000;

let installation: SharedInstallation;
/** Both take mail in; changes are made through the first. */
let services: RunningService[];
let client: RestClient;

beforeAll(async () => {
  installation = await createSharedInstallation();
  services = await Promise.all([
    installation.start({ settings: { ROLES: 'api,smtp,worker' } }),
    installation.start({ role: 'smtp' }),
  ]);
  client = await installation.client(services[0]!);
});
afterAll(() => installation.remove());

const transportOf = ({ smtp }: RunningService, pool: boolean) =>
  pool
    ? createTransport({ ...smtp, pool, maxConnections: 1 })
    : createTransport({ host: smtp.host, port: smtp.port });

const news = ({ address }: Inbox) => ({
  from: SENDER,
  to: address,
  subject: 'News',
  text: 'The harbour is open again.',
});

/** Sends a mail; what became of it: its status, or the reply that refused it. */
async function probe(service: RunningService, inbox: Inbox): Promise<string> {
  const transport = transportOf(service, false);
  try {
    const { response } = await transport.sendMail(news(inbox));
    return (await client.read<{ status: string }>(`/v1/emails/${acceptedAs(response)}`)).status;
  } catch (error) {
    const { responseCode } = error as { responseCode?: number };
    if (responseCode === undefined) throw error;
    return String(responseCode);
  } finally {
    transport.close();
  }
}

async function change(method: string, path: string, body?: unknown): Promise<void> {
  const { status } = await client.call(method, path, { body });
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}`);
}

const query = (statement: string) => installation.database.database.query(statement);

interface Change {
  readonly what: string;
  make(inbox: Inbox): Promise<unknown>;
  /** Takes it back; the inbox that mail goes to from then on. */
  undo(inbox: Inbox): Promise<Inbox | void>;
  /** What becomes of mail in between. */
  readonly meanwhile: string;
}

const block = (inbox: Inbox | null) =>
  change('POST', BLOCKED, { address: SENDER, inbox_id: inbox?.id ?? null });
const unblock = (inbox: Inbox | null) =>
  change('DELETE', `${BLOCKED}?address=${SENDER}${inbox ? `&inbox_id=${inbox.id}` : ''}`);

const CHANGES: readonly Change[] = [
  { what: 'a rule of the inbox', make: block, undo: unblock, meanwhile: 'blocked' },
  {
    what: 'a rule of the organization',
    make: () => block(null),
    undo: () => unblock(null),
    meanwhile: 'blocked',
  },
  {
    what: 'a pause',
    make: ({ id }) => change('POST', `/v1/inboxes/${id}/pause`),
    undo: async (inbox) => {
      await change('POST', `/v1/inboxes/${inbox.id}/resume`);
      // What was held is announced first, in order; what comes until then waits behind it.
      await eventually(async () => (await probe(services[0]!, inbox)) === 'received');
    },
    meanwhile: 'held',
  },
  {
    what: 'a plan whose month is used up',
    make: () => query(`UPDATE orgs SET plan = 'free'`),
    undo: async () => void (await query(`UPDATE orgs SET plan = 'selfhost'`)),
    meanwhile: 'quarantined',
  },
  {
    what: 'a deletion',
    make: ({ id }) => change('DELETE', `/v1/inboxes/${id}`),
    undo: () => createInbox(client),
    meanwhile: '550',
  },
];

describe('while mail pours into two processes', () => {
  const target = { inbox: {} as Inbox, isOver: false };

  async function pour(service: RunningService): Promise<number> {
    const transport = transportOf(service, true);
    let accepted = 0;
    while (!target.isOver)
      await transport.sendMail(news(target.inbox)).then(
        () => accepted++,
        () => undefined,
      );
    transport.close();
    return accepted;
  }

  /** What is wrong with mail that comes next, by either process. */
  const look = (expected: string): Promise<string[]> =>
    Promise.all(services.map((service) => probe(service, target.inbox))).then((found) =>
      found.flatMap((one, i) => (one === expected ? [] : [`process ${i}: ${one}`])),
    );

  async function makeAndUndo({ what, make, undo, meanwhile }: Change): Promise<string[]> {
    const { inbox } = target;
    await make(inbox);
    const before = await look(meanwhile);
    target.inbox = (await undo(inbox)) ?? inbox;
    const after = await look('received');
    return [...before.map((one) => `${what}, ${one}`), ...after.map((one) => `no ${what}, ${one}`)];
  }

  it(
    `${ROUNDS * CHANGES.length * 2} changes bind from the next mail on`,
    async () => {
      await query(
        `INSERT INTO monthly_usage (org_id, month, kind, shard, used)
         SELECT id, date_trunc('month', now() AT TIME ZONE 'UTC')::date, 'inbound', 0, 1000000 FROM orgs`,
      );
      target.inbox = await createInbox(client);
      const pouring = Array.from({ length: STREAMS }, (_, i) => pour(services[i % 2]!));

      const wrong: string[] = [];
      for (let round = 0; round < ROUNDS; round++)
        for (const one of CHANGES) wrong.push(...(await makeAndUndo(one)));
      target.isOver = true;
      const accepted = await Promise.all(pouring);

      expect(wrong).toEqual([]);
      expect(Math.min(...accepted)).toBeGreaterThan(0);
      console.info(`${accepted.reduce((sum, one) => sum + one)} mails poured in meanwhile`);
    },
    LONG,
  );
});
