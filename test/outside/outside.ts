import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import pg from 'pg';
import { createInstallation, type Installation, type RunningService } from '../e2e/installation.js';
import { addressOfPostgres } from '../e2e/postgres-processes.js';
import type { Settings } from '../e2e/service-process.js';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.js';
import { python, run } from './programs.js';

/** One point that is seen from outside. */
export interface Point {
  /** As the audit of what was answered counts them; see SECURITY.md. */
  readonly number: number;
  readonly title: string;
  /** What was seen. @throws Error when it does not hold */
  see(outside: Outside): Promise<string>;
}

/** What curl was answered. */
export interface Reply {
  readonly status: number;
  readonly seconds: number;
  readonly text: string;
  // Points look into answers of any shape; a wrong guess fails them.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly json: any;
}

/** What curl sends beside method and path. */
export interface Request {
  readonly key?: string;
  readonly json?: unknown;
  /** A body as it is. */
  readonly body?: Buffer | string;
  readonly headers?: readonly string[];
}

/** An inbox as creating it answers. */
export interface Inbox {
  readonly id: string;
  readonly address: string;
}

/** A service with everything embedded, and clients of it that are not ours. */
export interface Outside {
  readonly installation: Installation;
  readonly service: RunningService;
  /** The first organization's key. */
  readonly key: string;
  /** Takes mail that leaves. */
  readonly sink: SmtpSink;
  curl(method: string, path: string, request?: Request): Promise<Reply>;
  inbox(key?: string): Promise<Inbox>;
  /** Replies to a message that Python's smtplib hands over, `times` in a row. */
  deliver(to: Inbox, message: string, options?: DeliverOptions): Promise<string[]>;
  /** Work on a connection to Postgres that the service knows nothing of. */
  sql<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
}

interface DeliverOptions {
  /** An address of loopback. */
  readonly from?: string;
  readonly sender?: string;
  readonly times?: number;
}

const STRANGER = '127.0.0.5';

/** Starts it; `stop` of what is answered ends it all. */
export async function openOutside(
  settings: Settings = {},
): Promise<Outside & { stop(): Promise<void> }> {
  const sink = await startSmtpSink();
  const installation = await createInstallation({
    OUTBOUND_URL: `smtp://127.0.0.1:${sink.port}`,
    TRUSTED_PROXIES: '127.0.0.1',
    MASTER_KEY: randomBytes(32).toString('base64'),
    INBOUND_SECRET: randomBytes(24).toString('base64url'),
    ...settings,
  });
  const stop = async () => {
    await installation.remove();
    await sink.close();
  };
  try {
    return { ...(await outsideOf(installation, sink)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Does the same with a service of its own, which is gone afterwards. */
export async function withOwn<T>(
  settings: Settings,
  see: (own: Outside) => Promise<T>,
): Promise<T> {
  const own = await openOutside(settings);
  return see(own).finally(() => own.stop());
}

async function outsideOf(installation: Installation, sink: SmtpSink): Promise<Outside> {
  return clientsOf(installation, await installation.start(), sink);
}

/** Clients of a service that runs. */
export async function clientsOf(
  installation: Installation,
  service: RunningService,
  sink: SmtpSink,
): Promise<Outside> {
  const key = await installation.apiKey();
  const curl: Outside['curl'] = (method, path, request = {}) =>
    curlTo(service.rest + path, method, { key, ...request });
  return {
    installation,
    service,
    key,
    sink,
    curl,
    inbox: async (whose = key) => {
      const { json } = await curl('POST', '/v1/inboxes', { key: whose, json: {} });
      return json as Inbox;
    },
    async deliver({ address }, message, { from = STRANGER, sender = 'a@sender.test', times } = {}) {
      const { host, port } = service.smtp;
      const given = [host, String(port), from, sender, address, String(times ?? 1)];
      return (await python('deliver.py', given, message)).trim().split('\n');
    },
    async sql(work) {
      const client = new pg.Client(await addressOfPostgres(installation.directory));
      await client.connect();
      return work(client).finally(() => client.end());
    },
  };
}

/** What curl is answered by an address. */
export async function curlTo(
  url: string,
  method: string,
  { key, json, body, headers = [] }: Request = {},
): Promise<Reply> {
  const sent = json === undefined ? body : JSON.stringify(json);
  const fields = [
    ...(key ? [`X-API-Key: ${key}`] : []),
    ...(sent === undefined ? [] : ['Content-Type: application/json', 'Expect:']),
    ...headers,
  ];
  const answer = await run(
    'curl',
    [
      ...['-sS', '-g', '-m', '120', '-X', method, '-w', '\n%{http_code} %{time_total}'],
      ...fields.flatMap((field) => ['-H', field]),
      ...(sent === undefined ? [] : ['--data-binary', '@-']),
      url,
    ],
    sent,
  );
  const end = answer.lastIndexOf('\n');
  const [status, seconds] = answer
    .slice(end + 1)
    .split(' ')
    .map(Number);
  const text = answer.slice(0, end);
  const parsed: unknown = text.startsWith('{') ? JSON.parse(text) : null;
  return { status: status!, seconds: seconds!, text, json: parsed };
}

/** @throws Error that says what was not as it has to be */
export function must(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}

/** Looks until it is so. @throws Error when it is not within so many seconds */
export async function until<T>(
  look: () => Promise<T | false>,
  what: string,
  seconds = 30,
): Promise<T> {
  for (const end = Date.now() + seconds * 1_000; ; await promisify(setTimeout)(200)) {
    const seen = await look();
    if (seen !== false) return seen;
    must(Date.now() < end, `${what}: not within ${seconds} s`);
  }
}

/** Processes of a group, which a shell would end together. */
export async function processesOf(group: number): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pgid=,args=']);
  return stdout.split('\n').filter((line) => Number.parseInt(line, 10) === group);
}
