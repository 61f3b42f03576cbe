import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { SESSIONS } from './calibrate.js';
import {
  call,
  createInboxes,
  scalar,
  unsettled,
  withDatabase,
  within,
  type BenchInbox,
} from './client.js';
import type { CodeMail } from './code-mail.js';
import { atLeast, atMost, type Bench, type BenchResult, type Figure } from './figures.js';
import { withProgram, type Program } from './generator.js';
import type { SmtpCommands, SmtpLoad } from './generators/smtp.js';
import { measureRate, WARM_UP, withMailCalibrator } from './mail-calibrator.js';
import { cpuByPart } from './processes.js';
import { withService, type BenchService } from './service.js';
import type { MailSize } from './varied-mail.js';

const INBOXES = 100;
// Their counters are what batches queue behind.
const FEW_INBOXES = 10;
// The first mails after a start: code is not compiled, statements are not planned.
const COLD_MAILS = 600;
// Milliseconds: what is not queryable or processed by then is an error.
const VISIBLE_WITHIN = 10_000;
const DRAINED_WITHIN = 120_000;
const A_MINUTE = 60_000;

/** One way of sending mail in. */
interface Intake {
  readonly sessions: number;
  readonly varied: MailSize;
  readonly inboxes: number;
}

/** A mail of 1.25 KB with any sessions, and what few inboxes and larger mail change. */
const INTAKES: readonly Intake[] = [
  ...SESSIONS.map((sessions) => ({ sessions, varied: 1.25, inboxes: INBOXES }) as const),
  { sessions: 10, varied: 1.25, inboxes: FEW_INBOXES },
  { sessions: 10, varied: 10, inboxes: INBOXES },
];
const FULL_INTAKES: readonly Intake[] = SESSIONS.flatMap((sessions) =>
  ([1.25, 10] as const).flatMap((varied) =>
    [INBOXES, FEW_INBOXES].map((inboxes) => ({ sessions, varied, inboxes })),
  ),
);

/** Mail of many senders taken in as fast as it goes: durable, analysed and queryable; the calibrator in the same minute. */
export const ingest: Bench = ({ full, directory }) =>
  withProgram<SmtpCommands, BenchResult>('generators/smtp', (generator) =>
    withMailCalibrator(directory, generator, (calibrator) =>
      withService({ dataDir: join(directory, 'service') }, async (service) => {
        const inboxes = await createInboxes(service, INBOXES);
        const recipients = inboxes.map(({ address }) => address);
        const { smtp } = service;
        const figures = [await measureCold(service, generator, recipients)];
        await checkAnswers(service, inboxes, generator);
        await generator.ask('load', { smtp, recipients, varied: 1.25, ...WARM_UP });
        const notes: string[] = [];
        for (const intake of full ? FULL_INTAKES : INTAKES) {
          await withDatabase(service.databaseUrl, drained);
          const { sessions, varied } = intake;
          const bare = await calibrator.rate({ sessions, varied, seconds: full ? 30 : 4 });
          const seconds = full ? 30 : 8;
          const sent = recipients.slice(0, intake.inboxes);
          const load = { smtp, sessions, seconds, varied, recipients: sent };
          const what = nameOf(intake);
          const found = await measure({ service, generator, load, what, bare: bare.perSecond });
          figures.push(...found.figures);
          notes.push(found.note);
        }
        if (full) figures.push(await memoryLater(service));
        return { figures, notes };
      }),
    ),
  );

/** What is left of a load: caches that stay, connections that idle. */
async function memoryLater(service: BenchService): Promise<Figure> {
  await sleep(A_MINUTE);
  const { pssMb } = (await service.usage()).all;
  return { what: 'memory a minute later', value: pssMb, unit: 'MB', goal: atMost(pssMb, 550) };
}

const nameOf = ({ sessions, varied, inboxes }: Intake) =>
  [
    `${sessions} sessions`,
    ...(varied === 1.25 ? [] : [`${varied} KB`]),
    ...(inboxes === INBOXES ? [] : [`${inboxes} inboxes`]),
  ].join(', ');

interface Measurement {
  readonly service: BenchService;
  readonly generator: Program<SmtpCommands>;
  readonly load: SmtpLoad;
  readonly what: string;
  /** Mails a second of the calibrator. */
  readonly bare: number;
}

/** The first mails, one after the other. */
async function measureCold(
  service: BenchService,
  generator: Program<SmtpCommands>,
  recipients: readonly string[],
): Promise<Figure> {
  const mails = { mails: COLD_MAILS, varied: 1.25, recipients } as const;
  const load = { smtp: service.smtp, sessions: 1, seconds: 60, ...mails };
  const { perSecond, cpuMs, accepted } = await measureRate(generator, load, () => service.cpuMs());
  return {
    what: `the first ${COLD_MAILS} mails, 1 session`,
    ...{ value: perSecond, unit: 'mails/s', ...accepted, cpuMs, goal: atMost(cpuMs, 5, 'CPU ') },
  };
}

async function measure({ service, generator, load, what, bare }: Measurement) {
  return withDatabase(service.databaseUrl, async (client) => {
    const before = await queryable(client);
    const spentBefore = await spent(service, client);
    const cpuBefore = await service.cpuMs();
    const begin = performance.now();
    const outcome = await measureRate(generator, load, () => service.cpuMs());
    await within(VISIBLE_WITHIN, async () => (await queryable(client)) === before + outcome.sent);
    const perSecond = (outcome.sent * 1_000) / (performance.now() - begin);
    const drainSeconds = await drained(client);
    const cpuInAll = ((await service.cpuMs()) - cpuBefore) / outcome.sent;
    const ratio = perSecond / bare;
    const figures: Figure[] = [
      {
        what: `accepted and queryable, ${what}`,
        ...{ value: perSecond, unit: 'mails/s', ...outcome.accepted, cpuMs: outcome.cpuMs, ratio },
        ...(load.sessions === 10 && { goal: atLeast(ratio, 0.7, 'ratio ') }),
      },
      {
        what: `  then processed by Temporal, ${what}`,
        ...{ value: drainSeconds, unit: 's', cpuMs: cpuInAll, goal: atMost(cpuInAll, 1.3, 'CPU ') },
        memoryMb: (await service.usage()).all.pssMb,
      },
    ];
    const each = eachOf(spentBefore, await spent(service, client), outcome.sent);
    return { figures, note: `a finished mail, ${what}: ${each}` };
  });
}

/** CPU milliseconds by part, transactions (nearly all are one statement) and bytes of WAL, so far. */
const spent = async (service: BenchService, client: pg.Client) => ({
  ...(await cpuByPart(service.pid)),
  transactions: await scalar(
    client,
    'SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()',
  ),
  'bytes of WAL': await scalar(client, `SELECT pg_current_wal_lsn() - '0/0'`),
});

type Spent = Awaited<ReturnType<typeof spent>>;

const eachOf = (before: Spent, after: Spent, mails: number): string =>
  (Object.keys(after) as (keyof Spent)[])
    .map((part) => `${part} ${((after[part] - before[part]) / mails).toPrecision(3)}`)
    .join(', ');

/** Each mail is in the list of its inbox with its code, and its bytes are those sent. */
async function checkAnswers(
  service: BenchService,
  inboxes: readonly BenchInbox[],
  generator: Program<SmtpCommands>,
): Promise<void> {
  const recipients = inboxes.map(({ address }) => address);
  const mails = await generator.ask('send', { smtp: service.smtp, recipients });
  for (const [i, mail] of mails.entries()) await checkMail(service, inboxes[i]!, mail);
}

interface ListedMail {
  readonly id: string;
  readonly message_id: string;
  readonly otp_codes: readonly string[];
}

async function checkMail(service: BenchService, { id }: BenchInbox, mail: CodeMail): Promise<void> {
  const { data } = await call<{ data: ListedMail[] }>(service, `/v1/inboxes/${id}/emails`);
  const listed = data.find(({ message_id }) => message_id === mail.messageId);
  if (listed?.otp_codes[0] !== mail.code)
    throw new Error(`${mail.messageId} is listed with ${JSON.stringify(listed?.otp_codes)}`);
  const response = await fetch(`${service.rest}/v1/emails/${listed.id}/raw`, {
    headers: { 'X-API-Key': service.apiKey },
  });
  // Trace headers come first, the bytes are untouched behind them.
  if (!(await response.text()).endsWith(`\r\n${mail.raw}`))
    throw new Error(`${mail.messageId}: /raw is not what was sent`);
}

const queryable = (client: pg.Client) =>
  scalar(
    client,
    `SELECT count(*) FROM emails WHERE announced_at IS NOT NULL AND otp_codes <> '{}'`,
  );

/** Waits until Temporal was told of every mail and has finished with it; answers the seconds. */
async function drained(client: pg.Client): Promise<number> {
  const begin = performance.now();
  await within(DRAINED_WITHIN, async () => (await unsettled(client)) === 0);
  return (performance.now() - begin) / 1_000;
}
