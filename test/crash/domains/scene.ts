import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../../src/embedded/free-port.js';
import { startEmbeddedPostgres } from '../../../src/embedded/postgres.js';
import { startEmbeddedTemporal, type EmbeddedTemporal } from '../../../src/embedded/temporal.js';
import { createLog } from '../../../src/log.js';
import { createRestClient, type RestClient } from '../../e2e/rest-client.js';
import { startService, type Settings } from '../../e2e/service-process.js';
import { startDohServer } from '../../support/doh-server.js';
import { startSmtpSink, type SinkMail } from '../../support/smtp-sink.js';
import { isHealthy } from '../../support/temporal-health.js';
import type { TestDns } from '../../resources/domains/dns.js';
import { keepRunning } from '../member.js';
import { Gates } from './gates.js';

/** A service whose processes come and go, and what stays: its storage, resolvers and the receiver of its mail. */
export interface Scene {
  readonly dns: Pick<TestDns, 'publish' | 'withdraw'>;
  readonly database: pg.Pool;
  readonly gates: Gates;
  /** Mail of a domain that was taken so far. */
  mailOf(domain: string): readonly SinkMail[];
  /** Domains whose mail is not taken now. */
  readonly putOff: Set<string>;
  /** Of two organizations. */
  readonly clients: readonly [RestClient, RestClient];
  /** Kills the service; it is started again by itself. */
  kill(): Promise<void>;
  ready(): Promise<void>;
  /** Ends the service and Temporal, deletes what Temporal had stored, and starts both. */
  forgetTemporal(): Promise<void>;
  close(): Promise<void>;
}

const log = createLog('error');

/** Starts all of it; `onProblem` is told of ends that nobody asked for. */
export async function openScene(onProblem: (text: string) => void): Promise<Scene> {
  const directory = await mkdtemp(join(tmpdir(), 'restante-crash-'));
  await chmod(directory, 0o711);
  const closing: (() => unknown)[] = [() => rm(directory, { recursive: true, force: true })];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    return { ...(await open(directory, closing, onProblem)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(
  directory: string,
  closing: (() => unknown)[],
  onProblem: (text: string) => void,
): Promise<Omit<Scene, 'close'>> {
  const resolvers = await Promise.all([startDohServer(), startDohServer(), startDohServer()]);
  const sink = await startSmtpSink();
  const putOff = new Set<string>();
  sink.script({ MAIL: ({ text }) => (putOff.has(domainOf(text)) ? '451 4.3.0 later' : undefined) });
  closing.push(...resolvers.map((resolver) => () => resolver.close()), () => sink.close());
  const postgres = await startEmbeddedPostgres({ dataDir: directory, log });
  closing.push(() => postgres.stop());
  const startTemporal = () =>
    startEmbeddedTemporal({ dataDir: directory, log, uiPort: 0, isHealthy });
  const first = await startTemporal();
  const settings: Settings = {
    DATA_DIR: join(directory, 'service'),
    DATABASE_URL: postgres.url,
    DATABASE_POOL: '5',
    DOH_URL: resolvers.map(({ url }) => url).join(','),
    OUTBOUND_URL: `smtp://127.0.0.1:${sink.port}?tls=never`,
    INBOUND_SECRET: randomBytes(24).toString('base64url'),
    MASTER_KEY: randomBytes(32).toString('base64'),
    HTTP_PORT: String(await freePort()),
  };
  const startMember = (temporal: EmbeddedTemporal) =>
    keepRunning(
      'the service',
      () => startService({ ...settings, TEMPORAL_ADDRESS: temporal.address }),
      onProblem,
    );
  const running = { temporal: first, service: startMember(first) };
  closing.push(
    () => running.temporal.stop(),
    () => running.service.stop(),
  );
  await running.service.ready();
  const database = new pg.Pool({ connectionString: postgres.url, max: 5 });
  database.on('error', () => undefined);
  closing.push(() => database.end());
  const gates = await Gates.open(database, postgres.url);
  closing.push(() => gates.end());
  const base = `http://127.0.0.1:${settings.HTTP_PORT}`;
  return {
    ...{ database, gates, putOff },
    mailOf: (domain) => sink.mails.filter(({ from }) => domainOf(from) === domain),
    dns: {
      publish: (...record) => resolvers.forEach((one) => one.publish(...record)),
      withdraw: (...record) => resolvers.forEach((one) => one.withdraw(...record)),
    },
    clients: await twoOrganizations(database, base, settings['DATA_DIR']!),
    kill: () => running.service.kill(),
    ready: () => running.service.ready(),
    async forgetTemporal() {
      await running.service.stop();
      await running.temporal.stop();
      for (const name of await readdir(directory))
        if (/^temporal-.*\.db/.test(name)) await rm(join(directory, name));
      const temporal = await startTemporal();
      Object.assign(running, { temporal, service: startMember(temporal) });
      await running.service.ready();
    },
  };
}

const domainOf = (address: string) =>
  address.slice(address.lastIndexOf('@') + 1).replace(/>.*/, '');

async function twoOrganizations(
  database: pg.Pool,
  base: string,
  dataDir: string,
): Promise<[RestClient, RestClient]> {
  const key = (await readFile(join(dataDir, 'api-key'), 'utf8')).trim();
  const first = createRestClient(base, key);
  const { api_key: other } = await first.read<{ api_key: string }>('/v1/orgs', { name: 'Other' });
  // It needs an inbox a story.
  await database.query(`UPDATE orgs SET plan = 'selfhost'`);
  return [first, createRestClient(base, other)];
}
