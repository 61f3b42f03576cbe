import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
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
  api = await startSmtpConfigApi();
});
beforeEach(async () => {
  client = await createClient(api);
});
afterAll(() => api.close());

describe('POST /v1/smtp-configs', () => {
  it.each([
    ['no provider', {}, 'provider is required'],
    [
      'another provider',
      { provider: 'PIGEON' },
      'provider must be one of SMTP, SES, SENDGRID, POSTMARK, RESEND',
    ],
    ['SMTP without a host', { provider: 'SMTP' }, 'host is required for SMTP'],
    [
      'SMTP with half of its credentials',
      { ...COMPLETE.SMTP, password: undefined },
      'password is required for SMTP with a username',
    ],
    [
      'SMTP with the other half',
      { ...COMPLETE.SMTP, username: undefined },
      'username is required for SMTP with a password',
    ],
    [
      'no TLS where the way was not opened',
      { ...COMPLETE.SMTP, tls: 'none' },
      'tls none is for hosts in EGRESS_ALLOW alone',
    ],
    [
      'less than TLS from the first byte with it',
      { ...COMPLETE.SMTP, secure: true, tls: 'if_offered' },
      'tls must be required with secure, which is TLS from the first byte',
    ],
    [
      'TLS of another kind',
      { ...COMPLETE.SMTP, tls: 'maybe' },
      'tls must be one of required, if_offered, none',
    ],
    ['SES without a region', { ...COMPLETE.SES, region: null }, 'region is required for SES'],
    [
      'SES without an access key',
      { ...COMPLETE.SES, username: null },
      'username is required for SES: the access key',
    ],
    [
      'SES without a secret key',
      { ...COMPLETE.SES, password: null },
      'password is required for SES',
    ],
    [
      'a region that leads elsewhere',
      { ...COMPLETE.SES, region: 'x.evil.example/' },
      'region must be the name of a region, such as eu-west-1',
    ],
    ['SENDGRID without a key', { provider: 'SENDGRID' }, 'api_key is required for SENDGRID'],
    ['POSTMARK without a key', { provider: 'POSTMARK' }, 'api_key is required for POSTMARK'],
    ['RESEND without a key', { provider: 'RESEND' }, 'api_key is required for RESEND'],
    [
      'a key that is no header',
      { provider: 'RESEND', api_key: 're_ü' },
      'api_key must hold printable ASCII characters only, and no blanks',
    ],
    [
      'a line end in a secret',
      { ...COMPLETE.SMTP, password: 'a\r\nb' },
      'password must not hold control characters',
    ],
    [
      'two addresses to send from',
      { ...COMPLETE.SMTP, from_email: 'a@example.com, b@example.com' },
      'from_email must be one email address, such as agent@example.com',
    ],
    [
      'a name in the address to send from',
      { ...COMPLETE.SMTP, from_email: 'A <a@example.com>' },
      'from_email must be one email address, such as agent@example.com',
    ],
    [
      'a private host',
      { ...COMPLETE.SMTP, host: '10.0.0.1' },
      'host must not be a private or reserved address',
    ],
    [
      'a private host in another spelling',
      { ...COMPLETE.SMTP, host: '0x7f.1' },
      'host must not be a private or reserved address',
    ],
    [
      'localhost',
      { ...COMPLETE.SMTP, host: 'LOCALHOST' },
      'host must not be a private or reserved address',
    ],
    [
      'a host with a port',
      { ...COMPLETE.SMTP, host: 'mail.example.com:25' },
      'host must be a host name or an address',
    ],
    ['port 0', { ...COMPLETE.SMTP, port: 0 }, 'port must be a whole number from 1 to 65535'],
    [
      'plain http',
      { ...COMPLETE.RESEND, base_url: 'http://example.com' },
      'base_url must be an https address',
    ],
    [
      'a private base address',
      { ...COMPLETE.RESEND, base_url: 'https://[::ffff:169.254.169.254]/' },
      'base_url must not be a private or reserved address',
    ],
    [
      'credentials in the base address',
      { ...COMPLETE.RESEND, base_url: 'https://a:b@example.com' },
      'base_url must not contain a user name or password',
    ],
    [
      'a query in the base address',
      { ...COMPLETE.RESEND, base_url: 'https://example.com/?to=' },
      'base_url must have neither a query nor a fragment',
    ],
  ])('refuses %s with 400', async (_case, body, error) => {
    const reply = await client.post(body);
    expect(reply.body).toEqual({ error });
    expect(reply.status).toBe(400);
    expect((await client.list()).body.data).toEqual([]);
  });

  it('never answers 5xx, whatever the fields hold', async () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
    const names = [
      ...Object.keys(COMPLETE.SMTP),
      'from_email',
      'base_url',
      'region',
      'name',
      'port',
    ];
    const body = fc.dictionary(fc.constantFrom(...names), value);
    await fc.assert(
      fc.asyncProperty(body, async (given) => {
        const { status } = await client.post({ ...COMPLETE.SMTP, ...given });
        expect([201, 400]).toContain(status);
      }),
      { numRuns: 60 },
    );
  });
});
