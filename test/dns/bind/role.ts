import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { DKIM_ZONE, MAIL_DOMAIN, ROLE, type Scene } from './scene.js';
import { run } from './tools.js';

// What a client says of an answer, with a second server of the same standards behind each.
const COMMON = ['+retry=0', '+timeout=3'];
const CLIENTS = {
  dig: [...COMMON, '+noall', '+comments', '+answer', '+authority', '+ignore'],
  kdig: [
    ...COMMON,
    '+bufsize=4096',
    '+noall',
    '+header',
    '+opttext',
    '+answer',
    '+authority',
    '+ignore',
  ],
} as const;

type Client = keyof typeof CLIENTS;

interface RoleCase {
  readonly what: string;
  readonly ask: readonly string[];
  readonly says: readonly RegExp[];
  /** Where only one of them can ask like that. */
  readonly only?: Client;
}

/** Every way of asking for a key, and for what is not served. */
function casesOf(name: string, publicKey: string): RoleCase[] {
  const key = [
    /NOERROR/,
    /flags: qr aa/i,
    new RegExp(`p=${publicKey.slice(0, 60).replaceAll('+', '\\+')}`),
  ];
  const truncated = [/NOERROR/, /flags: qr aa tc/i];
  const refused = [/REFUSED/];
  return [
    { what: 'over UDP', ask: [name, 'TXT', '+notcp'], says: key },
    { what: 'over TCP', ask: [name, 'TXT', '+tcp'], says: key },
    { what: 'without EDNS', ask: [name, 'TXT', '+noedns'], says: truncated },
    { what: 'with EDNS', ask: [name, 'TXT', '+edns=0', '+bufsize=4096'], says: key },
    { what: 'with EDNS and a small buffer', ask: [name, 'TXT', '+bufsize=512'], says: truncated },
    { what: 'with DNSSEC asked for', ask: [name, 'TXT', '+dnssec'], says: key },
    { what: 'with a server id asked for', ask: [name, 'TXT', '+nsid'], says: key },
    { what: 'with padding', ask: [name, 'TXT', '+padding=128'], says: key },
    { what: 'with a cookie', ask: [name, 'TXT', '+cookie'], says: key },
    { what: 'in capitals', ask: [name.toUpperCase(), 'TXT'], says: key },
    {
      what: 'by EDNS 1',
      ask: [name, 'TXT', '+edns=1', '+noednsneg'],
      says: [/BADVERS/],
      only: 'dig',
    },
    { what: 'for ANY', ask: [name, 'ANY', '+notcp'], says: [/NOERROR/, /HINFO\s+"RFC8482"/] },
    { what: 'for ANY over TCP', ask: [name, 'ANY', '+tcp'], says: [/HINFO\s+"RFC8482"/] },
    { what: 'for an address', ask: [name, 'A'], says: [/NOERROR/, /SOA\s+ns1\./] },
    { what: 'for an alias', ask: [name, 'CNAME'], says: [/NOERROR/, /SOA\s+ns1\./] },
    {
      what: 'for a label that is not',
      ask: [`no.${DKIM_ZONE}`, 'TXT'],
      says: [/NXDOMAIN/, /\sSOA\s/],
    },
    {
      what: 'for the SOA',
      ask: [DKIM_ZONE, 'SOA'],
      says: [/NOERROR/, /SOA\s+ns1\.agents\.example\. hostmaster/],
    },
    {
      what: 'for the NS',
      ask: [DKIM_ZONE, 'NS'],
      says: [/NOERROR/, /NS\s+ns1\.agents\.example\./],
    },
    { what: 'for its parent', ask: [MAIL_DOMAIN, 'TXT'], says: refused },
    { what: 'for somebody else', ask: ['example.com', 'A'], says: refused },
    { what: 'for the root', ask: ['.', 'NS'], says: refused },
    {
      what: 'for a transfer',
      ask: [DKIM_ZONE, 'AXFR', '+tcp'],
      says: [/REFUSED|Transfer failed/],
    },
    { what: 'for the version', ask: ['version.bind', 'TXT', 'CH'], says: refused },
  ];
}

/** Asks the role by the clients of BIND and of Knot. */
export async function checkRole({ port, domain }: Scene): Promise<void> {
  const { dkim } = domain.dns_records;
  const publicKey = domain.more_records.dkim_txt.value.split('p=')[1]!;
  for (const [client, given] of Object.entries(CLIENTS)) {
    for (const { what, ask, says, only } of casesOf(dkim.value, publicKey)) {
      if (only !== undefined && only !== client) continue;
      const said = await printed(client, `@${ROLE}`, '-p', String(port), ...given, ...ask);
      for (const pattern of says) assert.match(said, pattern, `${client}, ${what}:\n${said}`);
    }
  }
  await checkManyOnOneConnection(port, dkim.value);
}

/** Both streams, also where the client counts the answer as a failure. */
async function printed(client: string, ...given: readonly string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(client, given).catch(
    (error: unknown) => error as { readonly stdout: string; readonly stderr: string },
  );
  return stdout + stderr;
}

/** Each question behind the other, on a connection that is kept. */
async function checkManyOnOneConnection(port: number, name: string): Promise<void> {
  const questions = Array.from({ length: 5 }, () => [name, 'TXT', '+tcp', '+keepopen']).flat();
  const said = await run('kdig', `@${ROLE}`, '-p', String(port), '+short', ...questions);
  assert.equal(said.match(/v=DKIM1/g)?.length, 5, 'questions on one connection');
}
