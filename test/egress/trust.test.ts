import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createTransport } from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import { readConfig } from '../../src/config.js';
import { readAuthorities, type Egress } from '../../src/egress/egress.js';
import {
  closeAll,
  createDetour,
  listening,
  makeCertificate,
  NAME,
  startReceiver,
  testEgress,
  type Certificate,
} from './fixture.js';

let certificate: Certificate;
let directory: string;
let file: string;
beforeAll(async () => {
  certificate = await makeCertificate(NAME);
  directory = await mkdtemp(join(tmpdir(), 'restante-egress-'));
  file = join(directory, 'ca.pem');
  await writeFile(file, certificate.cert);
});
afterAll(() => rm(directory, { recursive: true }));
afterEach(closeAll);

/** The way out to a receiver on this machine, by its name. */
async function trusting(authorities: string | undefined, shown = certificate) {
  const receiver = await startReceiver(shown);
  const { open, opened } = createDetour(receiver.port);
  return { egress: testEgress({ open, authorities }), receiver, opened };
}

const UNTRUSTED = {
  kind: 'failed',
  reason: 'tls',
  message: 'the certificate is not trusted',
};

describe('a certificate', () => {
  it('is trusted when EXTRA_CA_FILE holds its authority', async () => {
    const { egress } = await trusting(await readAuthorities(file));
    expect(await egress.send({ url: `https://${NAME}/` })).toMatchObject({ status: 200 });
  });

  it('of an unknown authority is not', async () => {
    const { egress, receiver } = await trusting(undefined);
    expect(await egress.send({ url: `https://${NAME}/` })).toEqual(UNTRUSTED);
    expect(receiver.requests).toEqual([]);
  });

  it('of an unknown authority is not, whatever the environment says', async () => {
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    const { egress } = await trusting(undefined);
    expect(await egress.send({ url: `https://${NAME}/` })).toEqual(UNTRUSTED);
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
  });

  it('for another name is not', async () => {
    const other = await makeCertificate('other.example.com');
    const { egress } = await trusting(other.cert, other);
    expect(await egress.send({ url: `https://${NAME}/` })).toEqual({
      ...UNTRUSTED,
      message: 'the certificate is for another name',
    });
  });

  it('for an address counts where the address was named, and no name is sent then', async () => {
    const receiver = await startReceiver(certificate);
    const egress = testEgress({ allow: ['127.0.0.1'], authorities: certificate.cert });
    const url = `https://127.0.0.1:${receiver.port}/`;
    expect(await egress.send({ url })).toMatchObject({ status: 200 });
    expect(receiver.servernames).toEqual([false]);
  });
});

const asked = (egress: Egress, path: string) =>
  new Promise<string>((resolve, reject) => {
    get(`https://${NAME}${path}`, { agent: egress.agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve(text));
    }).on('error', reject);
  });

describe('the Agent for libraries', () => {
  it('sends the name, trusts EXTRA_CA_FILE and keeps connections', async () => {
    const { egress, receiver, opened } = await trusting(certificate.cert);
    for (let i = 0; i < 3; i++) expect(await asked(egress, `/${i}`)).toBe('thanks');
    expect(receiver.requests.map(({ url, headers }) => [url, headers.host])).toEqual([
      ['/0', NAME],
      ['/1', NAME],
      ['/2', NAME],
    ]);
    expect([receiver.servernames, opened.length]).toEqual([[NAME], 1]);
  });

  it('does not trust what is unknown, even when the library would', async () => {
    const { egress } = await trusting(undefined);
    const { agent } = egress;
    const refused = new Promise((resolve) => {
      get(`https://${NAME}/`, { agent, rejectUnauthorized: false }).on('error', resolve);
    });
    expect(await refused).toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  });
});

describe('the sockets for nodemailer', () => {
  it.each([
    ['STARTTLS', false],
    ['TLS from the start', true],
  ])('carry a mail over %s that EXTRA_CA_FILE vouches for', async (_what, secure) => {
    const received: string[] = [];
    const names: unknown[] = [];
    const smtp = new SMTPServer({
      ...certificate,
      secure,
      authOptional: true,
      onSecure: (_socket, session, done) => {
        names.push((session as { servername?: unknown }).servername);
        done();
      },
      onData(stream, _session, done) {
        stream.on('data', (part: Buffer) => received.push(part.toString()));
        stream.on('end', done);
      },
    });
    const { open, opened } = createDetour(await listening(smtp.server));
    const { getSocket } = testEgress({ open, authorities: certificate.cert });
    const transport = createTransport({ host: NAME, secure, requireTLS: true, getSocket });
    await transport.sendMail({ from: 'a@example.com', to: 'b@example.com', text: 'Hello there' });
    expect(received.join('')).toContain('Hello there');
    expect(opened).toEqual([`93.184.215.14 ${secure ? 465 : 587}`]);
    expect(names).toEqual([NAME]);
    await new Promise<void>((resolve) => smtp.close(resolve));
  });
});

describe('the settings', () => {
  it('name ranges that are opened', () => {
    expect(readConfig({}).EGRESS_ALLOW).toEqual([]);
    expect(readConfig({ EGRESS_ALLOW: '10.0.0.0/8, ::1' }).EGRESS_ALLOW).toEqual([
      '10.0.0.0/8',
      '::1',
    ]);
  });

  it('are refused with a range that is none', () => {
    expect(() => readConfig({ EGRESS_ALLOW: '10/8' })).toThrow(
      'EGRESS_ALLOW: must hold addresses or ranges such as 10.0.0.0/8',
    );
  });

  it('may leave EXTRA_CA_FILE out, but not name a file that holds no certificate', async () => {
    expect(await readAuthorities(undefined)).toBeUndefined();
    const empty = join(directory, 'empty.pem');
    await writeFile(empty, 'nothing');
    await expect(readAuthorities(empty)).rejects.toThrow('holds no certificate');
    await expect(readAuthorities(join(directory, 'none'))).rejects.toThrow('cannot be read');
  });
});
