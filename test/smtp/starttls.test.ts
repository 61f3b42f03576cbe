import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { X509Certificate } from 'node:crypto';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import type { Certificate } from '../../src/certificate.js';
import { closeFixtures, onlyMessage, startFixture, type Fixture } from './fixture.js';
import { RawClient } from './raw-client.js';

afterEach(closeFixtures);

let certificate: Certificate;

beforeAll(async () => {
  const made = await generate([{ name: 'commonName', value: 'restante.test' }]);
  certificate = { cert: made.cert, key: made.private };
});

async function upgraded(fixture: Fixture, maxVersion?: 'TLSv1.1'): Promise<RawClient> {
  const plain = await fixture.client();
  await plain.command('EHLO client.test');
  expect(await plain.command('STARTTLS')).toMatch(/^220 /);
  const socket = connectTls({
    socket: plain.socket,
    rejectUnauthorized: false,
    ...(maxVersion && { maxVersion, minVersion: 'TLSv1' }),
  });
  await once(socket, 'secureConnect');
  return new RawClient(socket);
}

describe('STARTTLS', () => {
  it('is not there without a certificate', async () => {
    const client = await (await startFixture()).client();
    expect(await client.command('EHLO client.test')).not.toContain('STARTTLS');
    expect(await client.command('STARTTLS')).toBe('502 5.5.1 Command not offered here');
    expect(await client.command('NOOP')).toBe('250 2.0.0 OK');
  });

  it('is offered with one, and only before it is used', async () => {
    const fixture = await startFixture({ certificate });
    const plain = await fixture.client();
    expect(await plain.command('EHLO client.test')).toContain('STARTTLS');
    const client = await upgraded(fixture);
    const offered = (await client.command('EHLO client.test')).match(/^250[- ]\w+/gm);
    expect(offered?.map((line) => line.slice(4)).sort()).toEqual([
      '8BITMIME',
      'ENHANCEDSTATUSCODES',
      'PIPELINING',
      'SIZE',
      'SMTPUTF8',
      'restante',
    ]);
  });

  it('shows the certificate it was given, also one that came later', async () => {
    const fixture = await startFixture({ certificate });
    const shown = async () => {
      const { socket } = await upgraded(fixture);
      return (socket as TLSSocket).getPeerX509Certificate()?.fingerprint256;
    };
    expect(await shown()).toBe(new X509Certificate(certificate.cert).fingerprint256);
    const made = await generate([{ name: 'commonName', value: 'restante.test' }]);
    fixture.server.useCertificate({ cert: made.cert, key: made.private });
    expect(await shown()).toBe(new X509Certificate(made.cert).fingerprint256);
  });

  it('delivers as ESMTPS, after a new EHLO', async () => {
    const fixture = await startFixture({ certificate });
    const client = await upgraded(fixture);
    expect(await client.command('MAIL FROM:<a@b.test>')).toMatch(/^503 5\.5\.1 /);
    expect(await client.message('over TLS\r\n.\r\n')).toMatch(/^250 2\.0\.0 /);
    expect(onlyMessage(fixture)).toBe('over TLS\r\n');
    expect(fixture.accepted[0]!.source.protocol).toBe('ESMTPS');
  });

  it('drops what was sent behind it in plain text', async () => {
    const fixture = await startFixture({ certificate });
    const plain = await fixture.client();
    await plain.command('EHLO client.test');
    plain.send('STARTTLS\r\nEHLO evil.test\r\nMAIL FROM:<evil@x.test>\r\n');
    expect(await plain.reply()).toMatch(/^220 /);
    const socket = connectTls({ socket: plain.socket, rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const client = new RawClient(socket);
    expect(await client.command('RCPT TO:<in@restante.test>')).toMatch(/^503 /);
    expect(await client.command('NOOP')).toBe('250 2.0.0 OK');
  });

  it('survives handshakes that fail or never come', async () => {
    const fixture = await startFixture({ certificate });
    const broken = await fixture.client();
    await broken.command('EHLO client.test');
    await broken.command('STARTTLS');
    broken.send('this is no TLS\r\n');
    expect(await broken.reply()).toBe('closed');
    const silent = await fixture.client();
    await silent.command('EHLO client.test');
    await silent.command('STARTTLS');
    await expect(upgraded(fixture, 'TLSv1.1')).rejects.toThrow();
    const client = await upgraded(fixture);
    expect(await client.message('still here\r\n.\r\n')).toMatch(/^250 /);
    await fixture.close(50);
  });

  it('ends a handshake that takes too long', async () => {
    const fixture = await startFixture({ certificate, limits: { commandMs: 50 } });
    const client = await fixture.client();
    client.send('EHLO client.test\r\nSTARTTLS\r\n');
    let reply = '';
    while (reply !== 'closed') reply = await client.reply();
  });
});
