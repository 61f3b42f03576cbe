import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createInstallation, type Installation } from './installation.js';
import { createRestClient } from './rest-client.js';
import { dist } from './service-process.js';

describe("the operator's commands", () => {
  let installation: Installation;
  beforeAll(async () => void (installation = await createInstallation()));
  afterAll(() => installation.remove());

  const commandWith = async (settings: Record<string, string>, name: string, given: string[]) => {
    const entry = join(dist, `src/operator/${name}.js`);
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, DATA_DIR: installation.directory, ...settings };
    return (await promisify(execFile)(process.execPath, [entry, ...given], { env })).stdout;
  };
  const command = (name: string, ...given: string[]) => commandWith({}, name, given);

  it('hold mail before the first start and while the service runs, and make organizations where sign-up is closed', async () => {
    await command('outgoing', 'hold');

    const service = await installation.start({ settings: { SIGNUP: 'closed' } });

    expect(await command('outgoing')).toContain('an operator said so');
    await command('outgoing', 'resume');
    expect(await command('outgoing', 'status')).toBe('Outgoing mail leaves.\n');

    expect(await command('audit')).toBe('There are no audit logs.\n');

    const stranger = createRestClient(service.rest, '');
    expect((await stranger.call('POST', '/v1/orgs', { body: { name: 'Acme' } })).status).toBe(403);
    const said = await command('org', '--plan', 'pro', 'Acme', 'Inc.');
    const [key] = /ak_[0-9a-f]{48}/.exec(said)!;
    const me = await createRestClient(service.rest, key).get('/v1/orgs/me');
    expect(me.body).toMatchObject({ name: 'Acme Inc.', plan: 'pro' });

    const owner = createRestClient(service.rest, key);
    const credential = { service: 'https://site.example', identifier: 'ada', value: 'secret' };
    await owner.call('POST', '/v1/credentials', { body: credential });
    const checked = await command('audit');
    const [, org, hash] = /^(org_\w+): 1 entries, head 1:([0-9a-f]{64})\n$/.exec(checked)!;
    expect(await command('audit', '--org', org!, '--head', `1:${hash}`)).toBe(checked);
    const other = `1:${'0'.repeat(64)}`;
    await expect(command('audit', '--org', org!, '--head', other)).rejects.toThrow('entry 1 is');

    await expect(command('outgoing', 'perhaps')).rejects.toThrow('Say one of');
    await expect(command('org', '--plan', 'none', 'Acme')).rejects.toThrow('There is no plan');
    await expect(command('org')).rejects.toThrow('Say the name');

    const MASTER_KEY = Buffer.alloc(32, 3).toString('base64');
    const kept = await readFile(join(installation.directory, 'master-key'), 'utf8');
    const rewrap = (settings: Record<string, string>) => commandWith(settings, 'keys', []);
    await expect(rewrap({ MASTER_KEY })).rejects.toThrow('neither MASTER_KEY nor the one before');
    expect(await rewrap({ MASTER_KEY, MASTER_KEY_PREVIOUS: kept })).toContain(
      'MASTER_KEY_PREVIOUS may go',
    );
    expect(await rewrap({ MASTER_KEY })).toContain('0 keys wrapped again');
  });
});
