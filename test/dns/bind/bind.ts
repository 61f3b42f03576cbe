import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from './tools.js';

/** Where BIND runs and listens. */
export interface BindOptions {
  readonly directory: string;
  /** Of plain DNS; questions to other servers go to the same port. */
  readonly port: number;
  readonly dohPort: number;
  /** Files in the directory. */
  readonly certificate: { readonly cert: string; readonly key: string };
  /** Names of zones, each in a file of its name. */
  readonly zones: readonly string[];
}

/** A name server and resolver that speaks DNS over HTTPS. */
export interface Bind {
  /** Has it read its zones again, which have that serial number now. */
  reload(serial: number): Promise<void>;
  stop(): Promise<void>;
}

const LOOKS = 100;
const LOOK_EVERY = 50;

/** A zone with a name server of its own and `records`, as BIND reads it. */
export const zoneText = (name: string, serial: number, records: string): string =>
  [
    '$TTL 60',
    `${name}. IN SOA localhost. root.localhost. ${serial} 3600 600 86400 60`,
    `${name}. IN NS localhost.`,
    records,
    '',
  ].join('\n');

/** A root without anything: nothing is asked outside of this machine. */
const ROOT = `$TTL 60
. IN SOA localhost. root.localhost. 1 3600 600 86400 60
. IN NS localhost.
localhost. IN A 127.0.0.1
`;

const configuration = ({ directory, port, dohPort, certificate, zones }: BindOptions) => `
tls local { cert-file "${certificate.cert}"; key-file "${certificate.key}"; };
http local { endpoints { "/dns-query"; }; };
options {
  directory "${directory}";
  port ${port};
  pid-file none;
  session-keyfile none;
  managed-keys-directory "${directory}";
  listen-on port ${port} { 127.0.0.1; };
  listen-on port ${dohPort} tls local http local { 127.0.0.1; };
  listen-on-v6 { none; };
  recursion yes;
  allow-query { 127.0.0.0/8; };
  dnssec-validation no;
  max-cache-ttl 1;
  max-ncache-ttl 1;
};
controls { };
zone "." { type primary; file "root"; };
${zones.map((zone) => `zone "${zone}" { type primary; file "${zone}"; };`).join('\n')}
`;

/** Starts BIND once all its zones are there, with the serial number 1. */
export async function startBind(options: BindOptions): Promise<Bind> {
  const { directory, port, zones } = options;
  const file = join(directory, 'named.conf');
  await writeFile(join(directory, 'root'), ROOT);
  await writeFile(file, configuration(options));
  const child = spawn('named', ['-g', '-n', '1', '-c', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  const serves = async (serial: number) => {
    for (let looks = 0; looks < LOOKS && child.exitCode === null; looks++) {
      if (await areServed(port, zones, serial)) return;
      await sleep(LOOK_EVERY);
    }
    throw new Error(`BIND does not answer:\n${said}`);
  };
  const stop = async () => {
    if (child.exitCode !== null) return;
    child.kill();
    await once(child, 'exit');
  };
  try {
    await serves(1);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    async reload(serial) {
      child.kill('SIGHUP');
      await serves(serial);
    },
    stop,
  };
}

async function areServed(port: number, zones: readonly string[], serial: number): Promise<boolean> {
  const answers = await Promise.all(
    zones.map((zone) =>
      run('dig', '@127.0.0.1', '-p', String(port), '+short', '+tries=1', '+timeout=1', zone, 'SOA'),
    ),
  ).catch(() => ['']);
  return answers.every((answer) => answer.split(' ')[2] === String(serial));
}
