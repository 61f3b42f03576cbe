import { setTimeout as sleep } from 'node:timers/promises';
import { findTemporalOrphan } from '../src/embedded/temporal-process.js';
import { call } from './client.js';
import { RESOLVER_MS, withDomainService, type DomainParts } from './domain-parts.js';
import { atLeast, atMost, type BenchOptions, type Figure } from './figures.js';
import { manyDomains } from './many-domains.js';
import { bulks } from './send.js';
import { mean, spreadOf } from './statistics.js';

const VERIFIES = { quick: 12, full: 300 };
const WITHOUT_TEMPORAL = { quick: 3, full: 20 };
const BULKS = { quick: 2, full: 60 };
// Milliseconds after which a process no longer signs with a key that is gone.
const KEY_KEPT = 6_000;

/** What domains cost a service that runs: its own figures, and what mail feels of them. */
export const serviceFigures = (options: BenchOptions): Promise<Figure[]> =>
  withDomainService(options, measure);

async function measure(parts: DomainParts): Promise<Figure[]> {
  return [
    await verifying(parts, VERIFIES[parts.size], 60),
    await withoutTemporal(parts),
    ...(await signedBulks(parts)),
    ...(await manyDomains(parts)),
  ];
}

interface Made {
  readonly id: string;
  readonly dns_records: { readonly verification: Told; readonly dkim: Told };
}

interface Told {
  readonly value: string;
}

let names = 0;

/** Verifications of domains that are right, one after the other. */
async function verifying(
  { service, resolvers }: DomainParts,
  count: number,
  goal: number,
): Promise<Figure> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const domain = `verified${++names}.example`;
    const made = await call<Made>(service, '/v1/domains', { domain });
    const { verification, dkim } = made.dns_records;
    await resolvers.ask('publish', [
      { domain, verification: verification.value, dkim: dkim.value },
    ]);
    const from = performance.now();
    const path = `/v1/domains/${made.id}/verify`;
    const { status } = await call<{ status: string }>(service, path, {});
    times.push(performance.now() - from);
    if (status !== 'ACTIVE') throw new Error(`a domain that is right is ${status}`);
  }
  const spread = spreadOf(times);
  const what = `verify, three resolvers of ${RESOLVER_MS} ms`;
  return { what, value: spread.p50, unit: 'ms', ...spread, goal: atMost(spread.p50, goal) };
}

/** The same while the server of Temporal hangs. */
async function withoutTemporal(parts: DomainParts): Promise<Figure> {
  const temporal = await findTemporalOrphan(parts.dataDir);
  const { pid } = temporal!.process;
  process.kill(pid, 'SIGSTOP');
  try {
    const figure = await verifying(parts, WITHOUT_TEMPORAL[parts.size], 1_300);
    return { ...figure, what: 'verify while Temporal hangs' };
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

/** Mail through bulk with the key of MAIL_DOMAIN and without it, in turns: the machine's speed changes. */
async function signedBulks(parts: DomainParts): Promise<Figure[]> {
  const { service, sink, database } = parts;
  const [inbox] = parts.inboxes;
  const rate = async () =>
    (await bulks({ service, sink, inbox: inbox! }, BULKS[parts.size])).perSecond;
  const setSigning = async (isSigned: boolean) => {
    await database.query(
      `UPDATE dkim_keys SET state = $1 WHERE domain_id IS NULL AND state IN ('signing', 'bench')`,
      [isSigned ? 'signing' : 'bench'],
    );
    await sleep(KEY_KEPT);
  };
  await rate();
  const signed = [await rate()];
  await setSigning(false);
  const unsigned = [await rate(), await rate()];
  await setSigning(true);
  signed.push(await rate());
  const [with_, without] = [mean(signed), mean(unsigned)];
  const ratio = with_ / without;
  return [
    { what: 'through bulk, not signed', value: without, unit: 'mails/s' },
    {
      what: '  and signed',
      ...{ value: with_, unit: 'mails/s', ratio, goal: atLeast(ratio, 0.8, 'ratio ') },
    },
  ];
}
