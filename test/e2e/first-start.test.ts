import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.js';
import { createInstallation, type Installation, type RunningService } from './installation.js';
import { createInbox } from './mail.js';

// It has ten seconds; a busy machine takes its share of them.
const STOP_WITHIN = 100_000;
const START = 300_000;

describe('an installation with nothing but a directory', () => {
  let installation: Installation;
  // Another one after the test that stops it.
  const running = {} as { service: RunningService };
  let firstOutput: string;

  beforeAll(async () => {
    installation = await createInstallation();
    running.service = await installation.start();
    firstOutput = running.service.output();
  }, START);
  afterAll(() => installation.remove(), START);

  it('prints the first key once, where it is kept, and an example to copy', async () => {
    const key = await installation.apiKey();
    expect(key).toMatch(/^ak_[0-9a-f]{48}$/);
    expect(firstOutput.split('\n').filter((line) => line.trim() === key)).toHaveLength(1);
    for (const text of [
      join(installation.directory, 'api-key'),
      '/v1/inboxes',
      '/otp?timeout=60',
      'REST         http://127.0.0.1:',
      'SMTP         127.0.0.1:',
      'Temporal UI  http://127.0.0.1:',
      'npm run demo',
    ])
      expect(firstOutput).toContain(text);
  });

  it.each(['api-key', 'inbound-secret', 'master-key', 'postgres-password', 'tls.key'])(
    'keeps %s from other users',
    async (name) => {
      const { mode } = await stat(join(installation.directory, name));
      expect((mode & 0o777).toString(8)).toBe('600');
    },
  );

  it('answers /health and, with every part, /health/ready', async () => {
    const client = await installation.client(running.service);
    const health = await client.get('/health');
    expect([health.status, health.body]).toEqual([200, { status: 'ok' }]);
    const ready = await eventually(async () => {
      const answer = await client.get('/health/ready');
      return answer.body.checks.worker === 'ok' && answer;
    });
    expect(ready.status).toBe(200);
    expect(ready.body).toEqual({
      status: 'ok',
      checks: { postgres: 'ok', temporal: 'ok', worker: 'ok', smtp: 'ok', imap: 'ok' },
      outbox_lag_seconds: 0,
    });
  });

  it('logs that it is ready once, and no secrets', async () => {
    expect(running.service.log().filter(({ msg }) => msg === 'ready')).toHaveLength(1);
    const logged = JSON.stringify(running.service.log());
    for (const name of ['api-key', 'inbound-secret', 'master-key', 'postgres-password'])
      expect(logged).not.toContain(
        (await readFile(join(installation.directory, name), 'utf8')).trim(),
      );
  });

  it('refuses a second service in the same directory', async () => {
    const second = installation.launch();
    expect(await second.ended).toEqual({ code: 1, signal: null });
    expect(second.output()).toContain(
      `is in use by another running service (process ${running.service.pid})`,
    );
  });

  it(
    'ends within ten seconds of SIGTERM, waits answered as time-outs, and starts again without a key',
    async () => {
      const { service } = running;
      const client = await installation.client(service);
      const inbox = await createInbox(client);
      const metrics = async () => (await fetch(service.metrics)).text();
      const waits = [
        client.get(`/v1/inboxes/${inbox.id}/otp?timeout=120`),
        client.get(`/v1/inboxes/${inbox.id}/wait?timeout=120`),
        client.get(`/v1/inboxes/${inbox.id}/otp?timeout=120`, { Prefer: 'timeout=408' }),
      ];
      await eventually(async () => /^restante_open_waits 3$/m.test(await metrics()));
      expect(await service.stop()).toBeLessThan(STOP_WITHIN);
      expect((await Promise.all(waits)).map(({ status }) => status)).toEqual([204, 204, 408]);
      expect(await service.ended).toEqual({ code: 0, signal: null });

      const key = await installation.apiKey();
      running.service = await installation.start();
      expect(running.service.output()).not.toContain(key);
      expect(running.service.output()).toContain('Restante is ready.');
      const again = await installation.client(running.service);
      expect((await again.get(`/v1/inboxes/${inbox.id}`)).status).toBe(200);
    },
    START,
  );
});
