import { ByteBudget } from '../../src/byte-budget.js';
import type { Certificate } from '../../src/certificate.js';
import { createLog } from '../../src/log.js';
import type { Acceptance, Delivery } from '../../src/store/mail/delivery.js';
import type { SmtpLimits } from '../../src/smtp/limits.js';
import { PeerRates } from '../../src/smtp/peer-rates.js';
import { startSmtp, type RunningSmtp } from '../../src/smtp/server.js';
import type { SmtpMetrics } from '../../src/smtp/transaction.js';
import { connect, type RawClient } from './raw-client.js';

/** A running server, what it accepted and what it asked for. */
export interface Fixture {
  readonly port: number;
  readonly server: RunningSmtp;
  readonly accepted: Delivery[];
  readonly asked: string[];
  /** A client that has read the greeting; closed at the end of the test. */
  client(): Promise<RawClient>;
  close(deadlineMs?: number): Promise<void>;
}

/** What a test changes. */
export interface FixtureOptions {
  readonly acceptance?: Partial<Acceptance>;
  readonly limits?: Partial<SmtpLimits>;
  readonly budget?: ByteBudget;
  readonly rates?: PeerRates;
  readonly certificate?: Certificate;
  readonly metrics?: SmtpMetrics;
}

const running: Fixture[] = [];

/** A server with the inboxes `in…@restante.test`; `in+tag` reaches `in`. */
export async function startFixture(options: FixtureOptions = {}): Promise<Fixture> {
  const accepted: Delivery[] = [];
  const asked: string[] = [];
  const clients: RawClient[] = [];
  const acceptance: Acceptance = {
    async findRecipient(address) {
      asked.push(address);
      const match = /^(in[a-z0-9]*|postmaster)(\+.*)?@restante\.test$/.exec(address);
      return match && { inboxId: `inb_${match[1]}`, orgId: 'org_1', address };
    },
    isAwaited: async () => false,
    async accept(delivery) {
      accepted.push(delivery);
      return delivery.recipients.map((_, index) => `eml_${accepted.length}_${index}`);
    },
    ...options.acceptance,
  };
  const server = await startSmtp({
    acceptance,
    config: {
      host: '127.0.0.1',
      port: 0,
      serverName: 'restante.test',
      certificate: options.certificate,
    },
    log: createLog('silent'),
    budget: options.budget ?? new ByteBudget({ bytes: 256 * 1024 * 1024, sharePercent: 100 }),
    rates: options.rates ?? new PeerRates(0),
    limits: { sweepMs: 5, ...options.limits },
    metrics: options.metrics,
  });
  const fixture: Fixture = {
    port: server.port,
    server,
    accepted,
    asked,
    async client() {
      const client = await connect(server.port);
      clients.push(client);
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

/** The text of the only message that was accepted. */
export function onlyMessage({ accepted }: Fixture): string {
  if (accepted.length !== 1) throw new Error(`${accepted.length} messages were accepted`);
  return accepted[0]!.raw.toString('latin1');
}
