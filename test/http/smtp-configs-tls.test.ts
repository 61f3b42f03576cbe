import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeAll, makeCertificate, testEgress } from '../egress/fixture.js';
import { closeOutbound, LOOPBACK, sink, testOutbound } from '../outbound/fixture.js';
import { certificate, way } from '../outbound/smtp-fixture.js';
import {
  COMPLETE,
  createClient,
  startSmtpConfigApi,
  type SmtpConfigApi,
  type SmtpConfigClient,
} from '../resources/smtp-configs/api.js';

let api: SmtpConfigApi;
let client: SmtpConfigClient;

beforeAll(async () => {
  const outbound = testOutbound({ way, timeouts: { smtp: 5_000, idle: 50 } });
  api = await startSmtpConfigApi(undefined, { outbound, egress: testEgress({ allow: LOOPBACK }) });
  client = await createClient(api);
});
afterAll(async () => {
  await api.close();
  await closeOutbound();
  await closeAll();
});

const untrusted = await makeCertificate('localhost');
const elsewhere = await makeCertificate('elsewhere.example');
const users = { me: 'smtp-secret' };

const SERVERS = {
  'has a trusted certificate': { certificate },
  'has a certificate nobody trusts': { certificate: untrusted },
  'has a certificate of another': { certificate: elsewhere },
  'had STARTTLS taken away on its way': {},
};

const answerOf = async (server: keyof typeof SERVERS, tls?: string) => {
  const started = await sink({ ...SERVERS[server], users });
  const id = await client.make({
    host: '127.0.0.1',
    port: started.port,
    from_email: 'agent@example.com',
    ...(tls && { tls }),
  });
  const { body } = await client.test(id, { to: 'bob@example.org' });
  const read = Buffer.concat(started.sessions.map(({ bytes }) => bytes)).toString('latin1');
  return {
    ok: body.ok,
    secure: started.mails[0]?.secure ?? null,
    toldPassword: read.includes('AUTH'),
  };
};

describe('tls of an SMTP config', () => {
  const encrypted = { ok: true, secure: true, toldPassword: true };
  const inClear = { ok: true, secure: false, toldPassword: true };
  const nothing = { ok: false, secure: null, toldPassword: false };

  it.each([
    [undefined, 'has a trusted certificate', encrypted],
    [undefined, 'had STARTTLS taken away on its way', nothing],
    [undefined, 'has a certificate nobody trusts', nothing],
    ['required', 'has a trusted certificate', encrypted],
    ['required', 'had STARTTLS taken away on its way', nothing],
    ['required', 'has a certificate nobody trusts', nothing],
    ['required', 'has a certificate of another', nothing],
    ['if_offered', 'has a trusted certificate', encrypted],
    ['if_offered', 'had STARTTLS taken away on its way', inClear],
    ['if_offered', 'has a certificate nobody trusts', encrypted],
    ['none', 'has a trusted certificate', inClear],
    ['none', 'had STARTTLS taken away on its way', inClear],
  ] as const)('%s, where the server %s', async (tls, server, expected) => {
    expect(await answerOf(server, tls)).toEqual(expected);
  });

  it('is shown, and required again when it is cleared', async () => {
    const id = await client.make({ host: '127.0.0.1', tls: 'none' });
    expect((await client.get(id)).body).toMatchObject({ tls: 'none' });
    expect((await client.list()).body.data).toContainEqual(
      expect.objectContaining({ id, tls: 'none' }),
    );
    expect((await client.patch(id, { tls: null })).body).toMatchObject({ tls: 'required' });
  });

  it('takes the secret anew when it gets weaker', async () => {
    const id = await client.make({ host: '127.0.0.1' });
    const refused = await client.patch(id, { tls: 'if_offered' });
    expect([refused.status, refused.body.error]).toEqual([
      400,
      'password must be given again for tls other than required',
    ]);
    const { password } = COMPLETE.SMTP;
    expect((await client.patch(id, { tls: 'if_offered', password })).status).toBe(200);
  });

  it('none is refused for a host that is public, by change as well', async () => {
    const open = { host: '127.0.0.1', tls: 'none' };
    const id = await client.make(open);
    const change = { host: '93.184.215.14', password: 'smtp-secret' };
    for (const reply of [
      await client.post({ ...COMPLETE.SMTP, ...open, ...change }),
      await client.patch(id, change),
    ])
      expect([reply.status, reply.body.error]).toEqual([
        400,
        'tls none is for hosts in EGRESS_ALLOW alone',
      ]);
  });

  it('none is refused at the connection when a name leads elsewhere', async () => {
    const outbound = testOutbound({ way: { ...way, lookup: async () => ['93.184.215.14'] } });
    const sent = await outbound.send(
      { provider: 'SMTP', host: 'relay.example', tls: 'none' },
      {
        messageId: '<a@b>',
        envelopeFrom: 'a@b.test',
        recipients: ['c@d.test'],
        raw: Buffer.from(''),
      },
    );
    expect(sent).toMatchObject({ kind: 'refused', response: expect.stringContaining('TLS') });
  });
});
