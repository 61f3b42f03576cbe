import { get } from 'node:https';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createTransport } from 'nodemailer';
import type { Egress } from '../../src/egress/egress.js';
import { createZone } from '../support/dns-zone.js';
import {
  closeAll,
  createRecorder,
  NAME,
  OTHER_PUBLIC,
  PUBLIC_ADDRESS,
  testEgress,
} from './fixture.js';
import { FORBIDDEN_HOSTS, PUBLIC } from './spellings.js';

afterEach(closeAll);

/** Each form in which connections leave; all come back with the error of the connection. */
const WAYS: Readonly<Record<string, (egress: Egress, host: string) => Promise<unknown>>> = {
  send: ({ send }, host) => send({ url: `https://${host}/hook`, body: '{}' }),
  dispatcher: ({ dispatcher }, host) =>
    new Promise((resolve) => resolve(dispatcher.request(request(host)))).catch(String),
  agent: ({ agent }, host) =>
    new Promise((resolve) => {
      try {
        get(`https://${host}/hook`, { agent }).on('error', resolve);
      } catch (error) {
        // No URL at all.
        resolve(error);
      }
    }),
  nodemailer: ({ getSocket }, host) =>
    createTransport({ host: host.replace(/^\[|\]$/g, ''), port: 25, getSocket })
      .sendMail({ from: 'a@example.com', to: 'b@example.com', text: 'x' })
      .catch(String),
  connect: ({ connect }, host) => connect({ host, port: 443 }).catch(String),
};
const request = (host: string) => ({
  origin: `https://${host}`,
  path: '/',
  method: 'POST' as const,
});

describe.each(Object.keys(WAYS))('the way out by %s', (way) => {
  it.each(FORBIDDEN_HOSTS)('does not connect to %s (%s)', async (_what, host) => {
    const { open, opened } = createRecorder();
    await WAYS[way]!(testEgress({ open }), host);
    // A user name is read away by libraries: the host behind it is what must not be reached.
    expect(opened).toEqual([]);
  });

  it.each(PUBLIC)('connects to %s', async (address) => {
    const { open, opened } = createRecorder();
    const host = address.includes(':') ? `[${address}]` : address;
    await WAYS[way]!(testEgress({ open }), host);
    expect(opened).toHaveLength(1);
  });

  it('connects to the address of a name', async () => {
    const { open, opened } = createRecorder();
    await WAYS[way]!(testEgress({ open }), NAME);
    expect(opened).toEqual([expect.stringMatching(`^${PUBLIC_ADDRESS.replaceAll('.', '\\.')} `)]);
  });

  it.each([
    ['a private address', ['10.0.0.1']],
    ['a private beside a public address', [PUBLIC_ADDRESS, '10.0.0.1']],
    ['a public beside a private address', ['10.0.0.1', PUBLIC_ADDRESS]],
    ['a mapped loopback address', ['::ffff:127.0.0.1']],
    ['a mapped beside a public address', [PUBLIC_ADDRESS, '::ffff:169.254.169.254']],
    ['an address with a zone', ['fe80::1%lo']],
    ['something else than an address', ['127.1']],
    ['another name', ['localhost']],
  ])('does not connect to a name that leads to %s', async (_what, addresses) => {
    const { open, opened } = createRecorder();
    await WAYS[way]!(testEgress({ open, lookup: async () => addresses }), NAME);
    expect(opened).toEqual([]);
  });

  it('does not connect to a name that has a private address in IPv6 alone', async () => {
    const { open, opened } = createRecorder();
    const dns = createZone();
    dns.publish(NAME, PUBLIC_ADDRESS, 'A');
    dns.publish(NAME, 'fd00::1', 'AAAA');
    await WAYS[way]!(testEgress({ open, dns }), NAME);
    expect(opened).toEqual([]);
  });

  it('asks for a name once a connection, and goes where that answer was checked', async () => {
    const answers = [PUBLIC_ADDRESS, '127.0.0.1', '127.0.0.1'];
    let asked = 0;
    const { open, opened } = createRecorder();
    const egress = testEgress({ open, lookup: async () => [answers[asked++]!] });
    await WAYS[way]!(egress, NAME);
    expect({ asked, opened: opened.length }).toEqual({ asked: 1, opened: 1 });
    // The next connection is checked by itself.
    await WAYS[way]!(egress, NAME);
    expect({ asked, opened: opened.length }).toEqual({ asked: 2, opened: 1 });
  });

  it('connects to a private address that is opened, by whatever spelling', async () => {
    const { open, opened } = createRecorder();
    const egress = testEgress({ open, allow: ['127.0.0.0/8'] });
    for (const host of ['127.0.0.1', '0x7f.1', 'localhost']) await WAYS[way]!(egress, host);
    expect(opened.map((line) => line.split(' ')[0])).toEqual(Array(3).fill('127.0.0.1'));
  });
});

describe('the way out', () => {
  it('tries the addresses of a name one after the other', async () => {
    const { open, opened } = createRecorder();
    const lookup = async () => [OTHER_PUBLIC, PUBLIC_ADDRESS];
    const outcome = await testEgress({ open, lookup }).send({ url: `https://${NAME}:8443/` });
    expect(opened).toEqual([`${OTHER_PUBLIC} 8443`, `${PUBLIC_ADDRESS} 8443`]);
    expect(outcome).toEqual({
      kind: 'failed',
      reason: 'connection',
      message: 'the connection was refused',
    });
  });

  it('speaks no plain HTTP', async () => {
    const { open, opened } = createRecorder();
    const { dispatcher } = testEgress({ open });
    const asked = dispatcher.request({ ...request(NAME), origin: `http://${NAME}` });
    await expect(asked).rejects.toThrow('only https is allowed');
    expect(opened).toEqual([]);
  });

  it('does not say which address a name leads to', async () => {
    const outcome = await testEgress({ lookup: async () => ['10.1.2.3'] }).send({
      url: `https://${NAME}/`,
    });
    expect(outcome).toEqual({
      kind: 'failed',
      reason: 'forbidden',
      message: 'the address is private or reserved',
    });
  });

  it('refuses to start with a range it does not understand', () => {
    expect(() => testEgress({ allow: ['10/8'] })).toThrow(
      'EGRESS_ALLOW: 10/8 is neither an address nor a range',
    );
  });
});
