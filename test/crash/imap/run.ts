import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import pg from 'pg';
import { freePort } from '../../../src/embedded/free-port.js';
import { createInstallation, type Installation } from '../../e2e/installation.js';
import { acceptedAs } from '../../e2e/mail.js';
import { addressOfPostgres } from '../../e2e/postgres-processes.js';
import { createRestClient, type RestClient } from '../../e2e/rest-client.js';
import { keepRunning, type Member } from '../member.js';
import { createRandom, type Random } from '../random.js';
import type { CrashOptions, CrashResult } from '../run.js';
import { createStopwatch } from '../stopwatch.js';
import { unless } from '../unless.js';
import { Reader, type ReadableInbox } from './reader.js';

const PROCESSES = 2;
const LONGEST_PAUSE = 500;
// Milliseconds between two things that happen to the inbox at most.
const BUSY = 60;
const WATCHDOG = 120_000;
const WATCHDOG_PER_KILL = 10_000;

interface Scene {
  readonly databaseUrl: string;
  readonly client: RestClient;
  readonly inbox: ReadableInbox;
  readonly members: readonly Member[];
  readonly readers: readonly Reader[];
  readonly deliver: (subject: string) => Promise<string>;
}

/**
 * Kills two IMAP processes by turns while mail comes, is read and is deleted, and ends the connections on which they
 * hear of it. @throws Error when it was interrupted or did not come to an end
 */
export async function runImap({ kills, seed, signal }: CrashOptions): Promise<CrashResult> {
  const problems: string[] = [];
  const until = AbortSignal.timeout(WATCHDOG + kills * WATCHDOG_PER_KILL);
  const clock = createStopwatch();
  const installation = await createInstallation();
  const members: Member[] = [];
  const tell = (text: string) => void problems.push(text);
  const all = async () => {
    const scene = await clock.time('start', openScene(installation, members, tell));
    const random = createRandom(seed);
    const stopped = new AbortController();
    const reading = scene.readers.map((reader) => reader.readUntil(stopped.signal));
    const changing = change(scene, createRandom(seed + 1), stopped.signal);
    await clock.time('kills', killAll(scene, { kills, random }));
    stopped.abort();
    const accepted = await changing;
    await Promise.all(reading);
    await clock.time('reading', compare(scene, tell));
    const connections = scene.readers.reduce((sum, { connected }) => sum + connected, 0);
    return `${accepted} mails, ${connections} connections`;
  };
  try {
    const found = await unless(AbortSignal.any([signal, until]), all());
    const summary = `crash: seed ${seed}, ${kills} kills of imap; ${found}; ${problems.length} problems; ${clock.summary()}`;
    return { summary, problems };
  } finally {
    await Promise.all(members.map((member) => member.stop()));
    await installation.remove();
  }
}

async function openScene(
  installation: Installation,
  members: Member[],
  problem: (text: string) => void,
): Promise<Scene> {
  const service = await installation.start({
    settings: {
      ROLES: 'api,smtp',
      INBOUND_SECRET: randomBytes(24).toString('base64url'),
      MASTER_KEY: randomBytes(32).toString('base64'),
    },
  });
  const key = (await readFile(join(installation.directory, 'api-key'), 'utf8')).trim();
  const client = createRestClient(service.rest, key);
  const inbox = await client.read<ReadableInbox>('/v1/inboxes', {});
  const databaseUrl = await addressOfPostgres(installation.directory);
  const ports: number[] = [];
  for (let n = 0; n < PROCESSES; n++) ports.push(await freePort());
  for (const port of ports) {
    const settings = { ROLES: 'imap', DATABASE_URL: databaseUrl, IMAP_PORT: String(port) };
    members.push(keepRunning(`imap ${port}`, () => installation.launch({ settings }), problem));
  }
  await Promise.all(members.map((member) => member.ready()));
  const transport = createTransport({ ...service.smtp, ignoreTLS: true });
  return {
    ...{ databaseUrl, client, inbox, members },
    readers: ports.map((port) => new Reader(port, inbox, problem)),
    async deliver(subject) {
      const mail = { from: 'a@b.example', to: inbox.address, subject, text: subject };
      return acceptedAs((await transport.sendMail(mail)).response);
    },
  };
}

/** Mail comes, is read, and goes; how many came. */
async function change(
  { client, deliver }: Scene,
  random: Random,
  stop: AbortSignal,
): Promise<number> {
  const there: string[] = [];
  let count = 0;
  while (!stop.aborted) {
    const email = there.length > 0 ? random.pick(there) : null;
    if (email && random.chance(0.3))
      await client.call('PATCH', `/v1/emails/${email}`, { body: { is_read: random.chance(0.6) } });
    else if (email && random.chance(0.15)) {
      await client.call('DELETE', `/v1/emails/${email}`);
      there.splice(there.indexOf(email), 1);
    } else there.push(await deliver(`Mail ${++count}`));
    await sleep(random.below(BUSY));
  }
  return count;
}

async function killAll(
  { members, databaseUrl }: Scene,
  { kills, random }: { readonly kills: number; readonly random: Random },
): Promise<void> {
  for (let kill = 0; kill < kills; kill++) {
    await sleep(random.below(LONGEST_PAUSE));
    // Those who listen are not told, and have to look for themselves.
    if (random.chance(0.5)) await endListeners(databaseUrl);
    await random.pick(members).kill();
    if (random.chance(0.7)) await Promise.all(members.map((member) => member.ready()));
  }
  await Promise.all(members.map((member) => member.ready()));
}

async function endListeners(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
  );
  await client.end();
}

/** Every client knows what the REST interface lists, and that alone. */
async function compare(
  { client, inbox, readers }: Scene,
  problem: (text: string) => void,
): Promise<void> {
  const listed = await list(client, inbox.id);
  for (const reader of readers) {
    await reader.catchUp();
    const { emails } = reader;
    if (emails.size !== reader.known.size) problem('an email is there twice');
    for (const [id, isRead] of listed)
      if (emails.get(id) !== isRead) problem(`${id} is missing, or not as it was read`);
    for (const id of emails.keys()) if (!listed.has(id)) problem(`${id} is there no more`);
  }
}

interface Page {
  readonly data: readonly { readonly id: string; readonly is_read: boolean }[];
  readonly cursor: string | null;
}

async function list(client: RestClient, inboxId: string): Promise<Map<string, boolean>> {
  const all = new Map<string, boolean>();
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const page: Page = await client.read(`/v1/inboxes/${inboxId}/emails?limit=100${query}`);
    for (const { id, is_read } of page.data) all.set(id, is_read);
    cursor = page.cursor;
  }
  return all;
}
