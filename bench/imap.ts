import { join } from 'node:path';
import { call, withDatabase, type BenchInbox } from './client.js';
import { atLeast, atMost, type Bench, type Figure } from './figures.js';
import { filledWord, fillMails, MAILS_AN_INBOX } from './fill.js';
import { startProgram, withProgram, type Program } from './generator.js';
import type { ImapCalibratorCommands } from './calibrators/imap.js';
import type { ImapTarget } from './generators/imap-session.js';
import type { ImapCommands } from './generators/imap.js';
import { MEASURABLE, memoryOf } from './memory.js';
import { usageOf } from './processes.js';
import { withService, type BenchService } from './service.js';
import { statementsPerSecond } from './waiters.js';

interface ImapInbox extends BenchInbox {
  readonly imap_username: string;
  readonly imap_password: string;
}

interface Parts {
  readonly service: BenchService;
  readonly client: Program<ImapCommands>;
  readonly target: ImapTarget;
  readonly directory: string;
  readonly full: boolean;
}

/** Reading 10,000 mails by IMAP. */
export const imap: Bench = ({ full, directory }) =>
  withProgram('generators/imap', (client: Program<ImapCommands>) =>
    withService(
      { dataDir: join(directory, 'service'), nodeArguments: MEASURABLE },
      async (service) => {
        const inbox = await createInbox(service);
        await withDatabase(service.databaseUrl, (database) => fillMails(database, [inbox]));
        const parts = { service, client, target: targetOf(service, inbox), directory, full };
        const figures: Figure[] = [];
        for (const measure of [firstUse, commands, load, idle, slow])
          figures.push(...(await measure(parts)));
        return { figures };
      },
    ),
  );

const createInbox = (service: BenchService) => call<ImapInbox>(service, '/v1/inboxes', {});

const targetOf = ({ imap: { port } }: BenchService, inbox: ImapInbox): ImapTarget => ({
  ...{ port, isTls: true, username: inbox.imap_username, password: inbox.imap_password },
});

/** Mail whose parts nobody has looked for. */
async function firstUse({ client, target }: Parts): Promise<Figure[]> {
  const command = 'FETCH 1:* (ENVELOPE)';
  const { p50: value } = await client.ask('times', { target, command, times: 1 });
  return [{ what: 'all envelopes for the first time', value, unit: 'ms' }];
}

const PAGE = `FETCH ${MAILS_AN_INBOX - 49}:* (UID FLAGS INTERNALDATE RFC822.SIZE ENVELOPE)`;
/** What is asked for, and milliseconds it may take. */
const COMMANDS: readonly (readonly [what: string, command: string, goal: number, times: number])[] =
  [
    ['SELECT', 'EXAMINE INBOX', 5, 50],
    ['a page of 50 envelopes', PAGE, 4, 100],
    ['a body', 'FETCH 5000 BODY.PEEK[]', 2, 200],
    ['a part', 'FETCH 5000 BODY.PEEK[1]', 2, 200],
    ['all flags', 'FETCH 1:* (UID FLAGS)', 60, 10],
    ['all envelopes', 'FETCH 1:* (UID ENVELOPE)', 300, 5],
    ['all BODYSTRUCTUREs', 'FETCH 1:* (UID BODYSTRUCTURE)', 250, 5],
    ['SEARCH SUBJECT', `SEARCH SUBJECT ${filledWord(300)}`, 20, 20],
    ['SEARCH BODY', `SEARCH BODY ${filledWord(300)}`, 70, 20],
    ['SEARCH TEXT', `SEARCH TEXT ${filledWord(300)}`, 150, 20],
    ['SEARCH TEXT, in most mails', `SEARCH TEXT ${filledWord(0)}`, 150, 10],
  ];

async function commands({ client, target }: Parts): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [what, command, goal, times] of COMMANDS) {
    const spread = await client.ask('times', { target, command, times });
    figures.push({
      what,
      value: spread.p50,
      unit: 'ms',
      ...spread,
      goal: atMost(spread.p50, goal),
    });
  }
  return figures;
}

/** The service and a bare program by turns, so that both meet the same moods of the machine. */
async function load({ client, target, directory, service, full }: Parts): Promise<Figure[]> {
  const bare = startProgram<ImapCalibratorCommands>('calibrators/imap');
  try {
    const port = await bare.ask('start', { databaseUrl: service.databaseUrl, directory });
    const both = { service: target, bare: { ...target, port } };
    const seconds = full ? 5 : 2;
    const job = { connections: 10, seconds, messages: MAILS_AN_INBOX };
    const rate = (what: 'signIns' | 'bodies') =>
      inTurn((which) => client.ask(what, { ...job, target: both[which] }));
    const pages = await inTurn(async (which) => {
      const { p50 } = await client.ask('times', { target: both[which], command: PAGE, times: 50 });
      return 1_000 / p50;
    });
    const [signIns, bodies] = [await rate('signIns'), await rate('bodies')];
    return [
      ...compared('signed in, 10 at once', signIns, 300),
      ...compared('bodies, 10 connections', bodies, 2_000),
      ...compared('pages of 50 envelopes, 1 connection', pages),
    ];
  } finally {
    await bare.end();
  }
}

interface Compared {
  readonly service: number;
  readonly bare: number;
}

const ROUNDS = 3;

/** The best of some rounds of each. */
async function inTurn(measure: (which: keyof Compared) => Promise<number>): Promise<Compared> {
  const best = { service: 0, bare: 0 };
  for (let round = 0; round < ROUNDS; round++)
    for (const which of ['service', 'bare'] as const)
      best[which] = Math.max(best[which], await measure(which));
  return best;
}

const compared = (what: string, { service, bare }: Compared, goal?: number): Figure[] => [
  {
    ...{ what, value: service, unit: '/s', ratio: service / bare },
    ...(goal && { goal: atLeast(service, goal) }),
  },
  {
    ...{ what: '  a bare program', value: bare, unit: '/s' },
    goal: atLeast(service / bare, 0.7, 'ratio '),
  },
];

const SESSIONS_AN_INBOX = 20;

/** What clients cost that idle, beside sockets of a bare program, and when they hear of a mail. */
async function idle({ client, target, directory, service, full }: Parts): Promise<Figure[]> {
  const count = full ? 5_000 : 1_000;
  const targets: ImapTarget[] = [];
  for (let i = 0; i < count / SESSIONS_AN_INBOX; i++)
    targets.push(targetOf(service, await createInbox(service)));
  const withoutThem = await statementsPerSecond(service);
  const before = await memoryOf(service);
  await client.ask('idle', { targets, each: SESSIONS_AN_INBOX });
  const kilobytes = (((await memoryOf(service)).live - before.live) * 1_024) / count;
  const statements = (await statementsPerSecond(service)) - withoutThem;
  const heard = await client.ask('hears', { target, smtpPort: service.smtp.port, times: 30 });
  await client.ask('wake');
  const bare = await bareSockets(client, { directory, service, targets, count });
  return [
    {
      ...{ what: `${count} that idle: memory of each`, value: kilobytes, unit: 'kB' },
      goal: atMost(kilobytes - bare, 25, 'more than bare '),
    },
    { what: '  a TLS socket of a bare program', value: bare, unit: 'kB' },
    {
      ...{ what: '  statements beyond those of an idle service', value: statements, unit: '/s' },
      goal: atMost(statements, 5),
    },
    {
      what: 'from 250 until one hears of it',
      value: heard.p50,
      unit: 'ms',
      ...heard,
      goal: atMost(heard.p50, 30),
    },
  ];
}

interface BareSockets extends Pick<Parts, 'directory' | 'service'> {
  readonly targets: readonly ImapTarget[];
  readonly count: number;
}

async function bareSockets(
  client: Parts['client'],
  { directory, service, targets, count }: BareSockets,
): Promise<number> {
  const bare = startProgram<ImapCalibratorCommands>('calibrators/imap');
  try {
    const port = await bare.ask('start', { databaseUrl: service.databaseUrl, directory });
    const { pssMb } = (await usageOf(bare.pid)).node;
    await client.ask('idle', {
      targets: targets.map((target) => ({ ...target, port })),
      each: SESSIONS_AN_INBOX,
    });
    return (((await usageOf(bare.pid)).node.pssMb - pssMb) * 1_024) / count;
  } finally {
    await client.ask('wake');
    await bare.end();
  }
}

const SLOW = 20;
const LARGE = 25 * 1024 * 1024;

/** Readers that take nothing of a large mail, and another client meanwhile. */
async function slow({ client, target, service }: Parts): Promise<Figure[]> {
  await withDatabase(service.databaseUrl, (database) =>
    database.query(
      `WITH first AS (UPDATE emails SET size = $2 WHERE mailbox_uid = 1 AND inbox_id = (
         SELECT id FROM inboxes WHERE address = $1) RETURNING stored_message_id)
       UPDATE stored_messages SET raw = convert_to(repeat('x', $2), 'UTF8')
       WHERE id = (SELECT stored_message_id FROM first)`,
      [target.username, LARGE],
    ),
  );
  const before = (await service.usage()).node.pssMb;
  const reading = client.ask('slow', {
    ...{ target, connections: SLOW - 1, seconds: 8, messages: 1 },
  });
  const { p99 } = await client.ask('times', { target, command: 'NOOP', times: 1_000 });
  const more = (await service.usage()).node.pssMb - before;
  await reading;
  return [
    {
      ...{ what: `${SLOW - 1} slow readers of 25 MB: memory`, value: more, unit: 'MB' },
      goal: atMost(more, 64),
    },
    { what: '  NOOP of another, 99 %', value: p99, unit: 'ms', goal: atMost(p99, 50) },
  ];
}
