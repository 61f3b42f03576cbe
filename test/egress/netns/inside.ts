import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import { createTransport } from 'nodemailer';
import { negativeAnswer, type DnsSource } from '../../../src/dns/answer.js';
import { createEgress, type Egress } from '../../../src/egress/egress.js';
import { FORBIDDEN, FORBIDDEN_HOSTS, PUBLIC } from '../spellings.js';
import { browserProblems } from './browser.js';
import { makeEverythingLocal, access, startCanary, type Canary } from './canary.js';

// Real sockets, real routes: what connects to a forbidden address is heard.

/** Each form in which connections leave. All fail here: nobody answers in TLS or SMTP. */
const WAYS: Readonly<Record<string, (egress: Egress, host: string, port: number) => unknown>> = {
  send: ({ send }, host, port) => send({ url: `https://${host}:${port}/`, body: '{}' }),
  dispatcher: async ({ dispatcher }, host, port) =>
    dispatcher.request({ origin: `https://${host}:${port}`, path: '/', method: 'GET' }),
  agent: ({ agent }, host, port) =>
    new Promise((resolve, reject) => {
      get(`https://${host}:${port}/`, { agent }, resolve).on('error', reject);
    }),
  nodemailer: ({ getSocket }, host, port) =>
    createTransport({ host: host.replace(/^\[|\]$/g, ''), port, getSocket }).verify(),
  connect: async ({ connect }, host, port) => (await connect({ host, port })).destroy(),
};

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'private.example': ['10.0.0.1'],
  'mixed.example': [PUBLIC[0]!, '127.0.0.1'],
  'mapped.example': ['::ffff:169.254.169.254'],
};
const dns: DnsSource = {
  ask: async ({ name, type }) => {
    const records = type === 'A' ? NAMES[name] : undefined;
    return records ? { kind: 'found', records, ttl: 0 } : negativeAnswer('no_name');
  },
};

/** @returns whether no canary sang where it must not, and all did where they must. */
export async function runInside(hasBrowser: boolean): Promise<boolean> {
  makeEverythingLocal();
  const canary = await startCanary();
  const heard = await unguarded(canary);
  const problems = [
    ...(await forbidden(canary)),
    ...(await permitted(canary)),
    ...(hasBrowser && hasUsers() ? await browserProblems(canary) : []),
  ];
  for (const problem of problems) console.error(problem);
  const hosts = FORBIDDEN_HOSTS.length + Object.keys(NAMES).length;
  console.log(
    `${heard} of ${FORBIDDEN.length} forbidden addresses can be heard here; ` +
      `${hosts} ways to write or name them, each by ${Object.keys(WAYS).length} ways out: ` +
      `${problems.length} problem(s)`,
  );
  // A canary that hears nothing proves nothing; multicast and the like cannot be connected to.
  return problems.length === 0 && heard >= FORBIDDEN.length * MOST;
}

const MOST = 0.7;

/** Whether there are users beside root: without, a browser has none to run as, and is left out. */
function hasUsers(): boolean {
  const [, , count] = readFileSync('/proc/self/uid_map', 'utf8').trim().split(/\s+/);
  if (count === '1') console.log('Without a browser: start it as root for that');
  return count !== '1';
}

/** How many forbidden addresses reach the canary without the guard. */
async function unguarded({ port }: Canary): Promise<number> {
  const reached = await Promise.all(FORBIDDEN.map(([, address]) => access(address, port)));
  return reached.filter(Boolean).length;
}

async function forbidden(canary: Canary): Promise<string[]> {
  await canary.sung();
  const problems: string[] = [];
  const hosts = [...FORBIDDEN_HOSTS, ...Object.keys(NAMES).map((name) => ['name', name] as const)];
  for (const [what, host] of hosts) {
    for (const way of Object.keys(WAYS)) {
      await attempt(way, host, canary.port);
      const sung = await canary.sung();
      if (sung.length > 0) problems.push(`${way} connected to ${what} (${host}): ${sung.join()}`);
    }
  }
  return problems;
}

async function permitted(canary: Canary): Promise<string[]> {
  const problems: string[] = [];
  for (const address of PUBLIC) {
    const host = address.includes(':') ? `[${address}]` : address;
    for (const way of Object.keys(WAYS)) {
      await attempt(way, host, canary.port);
      const sung = await canary.sung();
      if (sung.length === 0) problems.push(`${way} did not connect to ${address}`);
    }
  }
  return problems;
}

async function attempt(way: string, host: string, port: number): Promise<void> {
  const egress = createEgress({ allow: [], dns });
  try {
    await WAYS[way]!(egress, host, port);
  } catch {
    // What matters is what the canary heard.
  } finally {
    await egress.close();
  }
}
