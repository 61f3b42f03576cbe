import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  chooseSettings,
  type ChosenSettings,
} from '../../../src/resources/smtp-configs/choose-settings.js';
import { testConfig } from '../../../src/resources/smtp-configs/testing.js';
import {
  COMPLETE,
  createClient,
  startSmtpConfigApi,
  type SmtpConfigApi,
  type SmtpConfigClient,
} from './api.js';

let api: SmtpConfigApi;
let client: SmtpConfigClient;

beforeAll(async () => {
  api = await startSmtpConfigApi();
});
beforeEach(async () => {
  client = await createClient(api);
});
afterAll(() => api.close());

const choose = async (...domains: string[]) => {
  const senders = domains.map((domain) => ({ orgId: client.orgId, domain }));
  return opened(await chooseSettings(api.database, api.vault, senders));
};

const opened = (chosen: readonly (ChosenSettings | null | Error)[]) =>
  chosen.map((settings) => {
    if (settings instanceof Error) throw settings;
    return settings;
  });

describe('chooseSettings', () => {
  it('is null without a configuration that fits', async () => {
    await client.make({ from_email: 'a@other.example' });
    await client.make();
    expect(await choose('example.com')).toEqual([null]);
    expect(await choose()).toEqual([]);
  });

  it('prefers the domain of the inbox, the newest of several, to the default', async () => {
    const preferred = await client.make({ is_default: true });
    await client.make({ from_email: 'a@example.com' });
    const newest = await client.make({ from_email: 'b@EXAMPLE.com' });
    const ids = (await choose('example.com', 'elsewhere.example', 'example.com')).map(
      (settings) => settings?.id,
    );
    expect(ids).toEqual([newest, preferred, newest]);
  });

  it('does not take a domain for its subdomains', async () => {
    await client.make({ from_email: 'a@example.com' });
    expect(await choose('sub.example.com', 'example.com.evil.example')).toEqual([null, null]);
  });

  it('opens what is sealed', async () => {
    await client.make({ from_email: 'a@smtp.example', port: 465, secure: true });
    await client.post({ ...COMPLETE.SES, from_email: 'a@ses.example' });
    await client.post({
      ...COMPLETE.RESEND,
      base_url: 'https://api.example.com',
      from_email: 'a@resend.example',
    });
    expect(await choose('smtp.example', 'ses.example', 'resend.example')).toMatchObject([
      {
        provider: 'SMTP',
        password: 'smtp-secret',
        port: 465,
        secure: true,
        fromEmail: 'a@smtp.example',
      },
      { provider: 'SES', username: 'AKIA1', password: 'ses-secret', region: 'eu-west-1' },
      { provider: 'RESEND', apiKey: 'resend-secret', baseUrl: 'https://api.example.com' },
    ]);
  });

  it('keeps organizations apart, in one statement', async () => {
    const stranger = await createClient(api);
    const mine = await client.make({ from_email: 'a@example.com' });
    const theirs = await stranger.make({ is_default: true });
    let statements = 0;
    const counting = {
      query: <Row extends object>(text: string, values?: readonly unknown[]) => {
        statements++;
        return api.database.query<Row>(text, values);
      },
    };
    const chosen = await chooseSettings(counting, api.vault, [
      { orgId: stranger.orgId, domain: 'example.com' },
      { orgId: client.orgId, domain: 'example.com' },
      { orgId: client.orgId, domain: 'other.example' },
    ]);
    expect(opened(chosen).map((settings) => settings?.id)).toEqual([theirs, mine, undefined]);
    expect(statements).toBe(1);
  });

  it('is an error for those alone whose secret does not open', async () => {
    const stranger = await createClient(api);
    const theirs = await stranger.make({ is_default: true });
    await client.make({ is_default: true });
    await api.database.query(
      `UPDATE smtp_configs SET sealed_password = '\\x00' WHERE org_id = $1`,
      [client.orgId],
    );
    const [own, other] = await chooseSettings(api.database, api.vault, [
      { orgId: client.orgId, domain: 'example.com' },
      { orgId: stranger.orgId, domain: 'example.com' },
    ]);
    expect(own).toBeInstanceOf(Error);
    expect(other).toMatchObject({ id: theirs });
  });
});

describe('a test of a provider that does not answer', () => {
  it('ends in time', async () => {
    const settings = { id: 'smtp_1', fromEmail: 'a@example.com', provider: 'SMTP' } as const;
    const outbound = { send: () => new Promise<never>(() => undefined) };
    expect(
      await testConfig(outbound, settings, { from: 'a@example.com', to: 'b@example.com' }, 50),
    ).toEqual({
      ok: false,
      provider: 'SMTP',
      response: 'No answer within 0.05 seconds; the mail may still arrive',
    });
  });
});
