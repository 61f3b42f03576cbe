import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { closeAll, makeCertificate, testEgress } from '../egress/fixture.js';
import { closeOutbound, LOOPBACK, sink, testOutbound } from '../outbound/fixture.js';
import { COMPLETE, createClient, type SmtpConfigClient } from '../resources/smtp-configs/api.js';
import { smtpConfigOperations } from '../../src/resources/smtp-configs/operations.js';
import {
  providerYes,
  startProviderServer,
  type ProviderServer,
} from '../support/provider-server.js';
import type { SmtpSink } from '../support/smtp-sink.js';
import { startApi, type TestApi } from '../support/start-api.js';

const certificate = await makeCertificate('localhost');
const USERS = { me: COMPLETE.SMTP.password };

let api: TestApi;
let server: SmtpSink;
let provider: ProviderServer;
let client: SmtpConfigClient;

beforeAll(async () => {
  const way = { allow: LOOPBACK, authorities: certificate.cert };
  const outbound = testOutbound({ way });
  server = await sink({ certificate, users: USERS });
  provider = await startProviderServer(certificate);
  api = await startApi({
    parts: { egress: testEgress(way), outbound },
    config: { catalogue: smtpConfigOperations },
  });
});
beforeEach(async () => {
  client = await createClient(api);
});
afterEach(() => {
  server.script({});
  server.forget();
  provider.forget();
});
afterAll(async () => {
  await api.close();
  await closeOutbound();
  await provider.close();
  await closeAll();
});

const FROM = { from_email: 'agent@example.com' };
const atSink = () => ({ ...COMPLETE.SMTP, ...FROM, host: '127.0.0.1', port: server.port });
const test = async (body: object) => {
  const id = await client.make(body);
  return client.test(id, { to: 'someone@example.org' });
};

describe('a test over SMTP', () => {
  it('logs in and hands the mail over', async () => {
    const reply = await test(atSink());
    expect(reply.body).toMatchObject({ ok: true, provider: 'SMTP' });
    expect(server.mails).toMatchObject([
      { from: FROM.from_email, to: ['someone@example.org'], user: 'me', secure: true },
    ]);
  });

  it('tells in the words of the server that the password is wrong', async () => {
    const reply = await test({ ...atSink(), password: 'wrong-password' });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ ok: false, response: expect.stringMatching(/535/) });
    expect(reply.body.response).not.toContain('wrong-password');
  });

  it('tells in the words of the server that the recipient is', async () => {
    server.script({ RCPT: '550 5.1.1 Nobody of that name' });
    const reply = await test(atSink());
    expect(reply.body).toMatchObject({
      ok: false,
      response: expect.stringContaining('550 5.1.1 Nobody of that name'),
    });
  });

  it('ends when nobody listens', async () => {
    const reply = await test({ ...atSink(), port: 1 });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ ok: false, provider: 'SMTP' });
  });
});

describe('a test by an API', () => {
  const configs = Object.values(COMPLETE).filter((config) => config.provider !== 'SMTP');

  it.each(configs)('hands the mail to $provider', async (config) => {
    provider.script(providerYes('p-1')[config.provider]!);
    const reply = await test({ ...config, ...FROM, host: null, base_url: provider.url });
    expect(reply.body).toMatchObject({ ok: true, provider: config.provider });
    expect(provider.calls).toHaveLength(1);
  });

  it.each(configs)('tells what $provider says against it', async (config) => {
    provider.script({ status: 401, body: { message: 'The key is unknown here' } });
    const reply = await test({ ...config, ...FROM, host: null, base_url: provider.url });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ ok: false, provider: config.provider });
    expect(JSON.stringify(reply.body)).not.toContain('-secret');
  });
});
