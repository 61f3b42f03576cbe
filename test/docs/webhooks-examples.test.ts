import { spawn, type ChildProcess } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { signatureHeaders } from '../../src/resources/webhooks/signature.js';
import { freePort } from '../support/free-port.js';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const SECRET = newSecret();

/** What is posted: the body and the headers that prove it. */
interface Signed {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'webhook-examples-'));
  const page = await readFile('docs/webhooks.md', 'utf8');
  for (const [name, text] of exampleFiles(page)) await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true }));

/** Code blocks of a page that begin with the name of a file. */
const exampleFiles = (page: string): [string, string][] =>
  [...page.matchAll(/^```\w+\n((?:\/\/|#) (\S+\.\w+)\n[^]*?)^```$/gm)].map(([, text, name]) => [
    name!,
    text!,
  ]);

let count = 0;
const newBody = () =>
  JSON.stringify({ id: `evt_${++count}`, event: 'webhook.test', data: { message: 'Grüße ✓' } });

/** Signed by the library of Standard Webhooks. */
function signed(secret = SECRET, at = new Date(), body = newBody()): Signed {
  const { id } = JSON.parse(body) as { id: string };
  return {
    body,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign(id, at, body),
    },
  };
}

/** Signed as the specification of the interface says, with nothing but a hash. */
function signedByHand(body = newBody()): Signed {
  const { id } = JSON.parse(body) as { id: string };
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    body,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
      'X-Service-Signature': createHmac('sha256', SECRET).update(body).digest('hex'),
    },
  };
}

/** Signed by the service. */
function signedByUs(...secrets: [string, ...string[]]): Signed {
  const body = newBody();
  const { id } = JSON.parse(body) as { id: string };
  return { body, headers: signatureHeaders({ id, body, at: new Date() }, secrets) };
}

const changed = ({ headers, body }: Signed, change: Partial<Signed['headers']>): Signed => ({
  body,
  headers: { ...headers, ...change } as Signed['headers'],
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

it('the library takes what the service signs, during a rotation too', () => {
  const { body, headers } = signedByUs(newSecret(), SECRET);
  expect(new Webhook(SECRET).verify(body, headers)).toEqual(JSON.parse(body));
});

describe.each([
  {
    language: 'Node',
    command: process.execPath,
    file: 'receiver.mjs',
    check: [
      '--input-type=module',
      '-e',
      `import { isGenuineBody } from './verify.mjs';
       const [secret, signature, body] = process.argv.slice(1);
       const headers = { 'x-service-signature': signature };
       console.log(String(isGenuineBody(secret, headers, Buffer.from(body))));`,
    ],
  },
  {
    language: 'Python',
    command: 'python3',
    file: 'receiver.py',
    check: [
      '-c',
      `import sys; from verify import is_genuine_body; secret, signature, body = sys.argv[1:]
print(str(is_genuine_body(secret, {"X-Service-Signature": signature}, body.encode())).lower())`,
    ],
  },
])('the receiver in $language', ({ command, file, check }) => {
  let receiver: ChildProcess;
  let url: string;
  let printed = '';

  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}/`;
    receiver = spawn(command, [file], {
      cwd: folder,
      env: { ...process.env, WEBHOOK_SECRET: SECRET, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    receiver.stdout!.on('data', (text: Buffer) => (printed += text.toString()));
    await listening(port);
  });
  afterAll(() => ended(receiver));

  const post = async ({ body, headers }: Signed) =>
    (await fetch(url, { method: 'POST', body, headers })).status;

  it.each([
    ['signed by the library', () => signed()],
    ['signed by hand', () => signedByHand()],
    ['signed by the service', () => signedByUs(SECRET)],
    ['signed with a new secret and with its own', () => signedByUs(newSecret(), SECRET)],
    ['four minutes old', () => signed(SECRET, minutesAgo(4))],
  ])('takes what was %s', async (_case, make) => {
    expect(await post(make())).toBe(204);
  });

  it.each([
    ['another body', () => ({ ...signed(), body: newBody() })],
    ['another secret', () => signed(newSecret())],
    ['another id', () => changed(signed(), { 'webhook-id': 'evt_other' })],
    ['an old time', () => signed(SECRET, minutesAgo(6))],
    ['a time to come', () => signed(SECRET, minutesAgo(-6))],
    ['a time that is none', () => changed(signed(), { 'webhook-timestamp': 'now' })],
    ['another version', () => changed(signed(), { 'webhook-signature': 'v2,AAAA' })],
    ['a signature that is none', () => changed(signed(), { 'webhook-signature': 'v1,!' })],
    ['no headers', () => ({ body: newBody(), headers: {} })],
  ])('refuses %s', async (_case, make) => {
    expect(await post(make())).toBe(401);
  });

  it('does once what comes twice', async () => {
    const body = newBody().replace('Grüße', `once-${++count}`);
    expect(await post(signed(SECRET, new Date(), body))).toBe(204);
    expect(await post(signed(SECRET, minutesAgo(1), body))).toBe(204);
    await delay(100);
    expect(printed.split(`once-${count}`)).toHaveLength(2);
  });

  it.each([
    ['its own', SECRET, 'true'],
    ['another', newSecret(), 'false'],
  ])('tells a body signed with %s secret in X-Service-Signature', async (_case, secret, answer) => {
    const { body, headers } = signedByHand();
    const values = [secret, headers['X-Service-Signature']!, body];
    expect(await outputOf(command, [...check, ...values])).toBe(answer);
  });
});

async function outputOf(command: string, values: string[]): Promise<string> {
  const child = spawn(command, values, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  await new Promise((resolve) => child.on('close', resolve));
  return output.trim();
}

async function listening(port: number): Promise<void> {
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () =>
        resolve(false),
      );
      socket.on('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await delay(50);
  }
}

async function ended(child: ChildProcess): Promise<void> {
  const end = new Promise((resolve) => child.on('close', resolve));
  child.kill();
  await end;
}
