import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createInstallation, type Installation } from './installation.js';
import type { Settings } from './service-process.js';

const MASTER_KEY = randomBytes(32).toString('base64');
const DATABASE_URL = 'postgres://nobody@127.0.0.1:9/nothing';

describe('settings', () => {
  let installation: Installation | undefined;
  afterEach(() => installation?.remove());

  const refusal = async (settings: Settings) => {
    installation = await createInstallation();
    const service = installation.launch({ settings });
    expect(await service.ended).toEqual({ code: 1, signal: null });
    return service.output();
  };

  it.each<[string, Settings, RegExp]>([
    ['off loopback', { SMTP_HOST: '0.0.0.0' }, /^Set INBOUND_SECRET and MASTER_KEY: /],
    ['on another Postgres', { DATABASE_URL }, /^Set INBOUND_SECRET and MASTER_KEY: /],
    ['with one of them', { DATABASE_URL, MASTER_KEY }, /^Set INBOUND_SECRET: /],
    ['of a worker', { DATABASE_URL, ROLES: 'worker,imap' }, /^Set MASTER_KEY: /],
  ])('names every secret that is missing %s', async (_case, settings, message) => {
    expect(await refusal(settings)).toMatch(message);
  });

  it('are refused all at once, each problem on a line of its own', async () => {
    const output = await refusal({
      HTTP_PORT: 'many',
      MAIL_DOMAIN: 'not a domain',
      MASTER_KEY: 'QUJD',
      ROLES: 'api,pop3',
      DATABASE_URL: 'mysql://127.0.0.1/x',
    });
    const lines = output.trim().split('\n');
    expect(lines[0]).toBe('The settings have 5 problem(s):');
    expect(lines.slice(1).map((line) => line.trim().split(':')[0])).toEqual([
      'ROLES',
      'DATABASE_URL',
      'HTTP_PORT',
      'MAIL_DOMAIN',
      'MASTER_KEY',
    ]);
  });

  it('need a certificate where IMAP is not for this machine alone', async () => {
    expect(await refusal({ IMAP_HOST: '0.0.0.0' })).toContain(
      'Set TLS_CERT_FILE and TLS_KEY_FILE: IMAP is spoken over TLS only',
    );
  });

  it('need both files of a certificate', async () => {
    expect(await refusal({ TLS_CERT_FILE: '/nowhere/tls.crt' })).toContain(
      'TLS_CERT_FILE and TLS_KEY_FILE are needed together',
    );
  });
});
