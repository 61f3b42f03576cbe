import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Certificate } from '../../src/certificate.js';
import { ensureCertificate } from '../../src/embedded/certificate.js';
import type { ImapMetrics } from '../../src/imap/connection.js';
import type { ImapLimits } from '../../src/imap/limits.js';
import { startImap, type RunningImap } from '../../src/imap/server.js';
import { createLog, type Log } from '../../src/log.js';
import { MemoryStorage, type MemoryInbox } from './memory-storage.js';
import { connect, type RawClient } from './raw-client.js';

/** A running server over storage in memory. */
export interface Fixture {
  readonly port: number;
  readonly server: RunningImap;
  readonly storage: MemoryStorage;
  /** The inbox `in@restante.test`, whose password is `secret`. */
  readonly inbox: MemoryInbox;
  /** A client that has read the greeting; closed at the end of the test. */
  client(): Promise<RawClient>;
  /** One that is signed in. */
  signedIn(): Promise<RawClient>;
  /** One that has selected a mailbox. */
  selected(name?: string): Promise<RawClient>;
  close(deadlineMs?: number): Promise<void>;
}

/** What a test changes. */
export interface FixtureOptions {
  readonly limits?: Partial<ImapLimits>;
  readonly metrics?: ImapMetrics;
  readonly storage?: MemoryStorage;
  readonly log?: Log;
}

const running: Fixture[] = [];
let certificate: Promise<Certificate> | undefined;

async function makeCertificate(): Promise<Certificate> {
  const directory = await mkdtemp(join(tmpdir(), 'imap-tls-'));
  const { certFile, keyFile } = await ensureCertificate(directory);
  const made = { cert: await readFile(certFile, 'utf8'), key: await readFile(keyFile, 'utf8') };
  await rm(directory, { recursive: true });
  return made;
}

/** The self-signed certificate of the tests of a file. */
export const testCertificate = (): Promise<Certificate> => (certificate ??= makeCertificate());

/** Starts a server on a free port. */
export async function startFixture(options: FixtureOptions = {}): Promise<Fixture> {
  const storage = options.storage ?? new MemoryStorage();
  const inbox = storage.inbox();
  const clients: RawClient[] = [];
  const server = await startImap({
    storage,
    host: '127.0.0.1',
    port: 0,
    certificate: await testCertificate(),
    log: options.log ?? createLog('silent'),
    limits: { sweepMs: 5, refusalMs: 1, ...options.limits },
    metrics: options.metrics,
  });
  const fixture: Fixture = {
    ...{ port: server.port, server, storage, inbox },
    async client() {
      const client = await connect(server.port);
      clients.push(client);
      return client;
    },
    async signedIn() {
      const client = await this.client();
      await client.command('LOGIN in@restante.test secret');
      return client;
    },
    async selected(name = 'INBOX') {
      const client = await this.signedIn();
      await client.command(`SELECT ${name}`);
      return client;
    },
    async close(deadlineMs = 5_000) {
      clients.forEach((client) => client.close());
      await server.close(deadlineMs);
    },
  };
  running.push(fixture);
  return fixture;
}

/** Closes what the tests of a file started. To be called after each. */
export async function closeFixtures(): Promise<void> {
  await Promise.all(running.splice(0).map((fixture) => fixture.close(0)));
}
