import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CreateKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { openKeyedParts, openKeyRing, type MasterKeys } from '../../src/composition/keyed-parts.js';
import { organizations } from '../../src/composition/organizations.js';
import { rewrapKeys } from '../../src/vault/rewrap.js';
import { createSharedInstallation, type SharedInstallation } from '../e2e/installation.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { until } from '../support/mail-api.js';
import { TEST_SETTINGS } from '../support/services.js';

// AWS KMS as others wrote it: moto as it comes. `MOTO_SERVER` is its program (pip install 'moto[kms,server]').

const PROGRAM = process.env['MOTO_SERVER'] ?? 'moto_server';
if (spawnSync(PROGRAM, ['--help']).status !== 0)
  throw new Error(`${PROGRAM} is no moto: install 'moto[kms,server]' and name it as MOTO_SERVER`);

const LOCAL = Buffer.alloc(32, 1).toString('base64');
const PLACE = { id: 'cred_1', field: 'value' };

let moto: ChildProcess;
let test: TestDatabase;
let installation: SharedInstallation;
let aws: Record<string, string>;
const before = { ...process.env };

beforeAll(async () => {
  const port = await freePort();
  moto = spawn(PROGRAM, ['-p', String(port)], { stdio: 'ignore' });
  const AWS_ENDPOINT_URL_KMS = `http://127.0.0.1:${port}`;
  aws = { AWS_ENDPOINT_URL_KMS, AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
  Object.assign(process.env, aws, { AWS_REGION: 'eu-central-1' });
  await until(() =>
    fetch(`${AWS_ENDPOINT_URL_KMS}/moto-api/data.json`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  test = await createTestDatabase();
});
afterAll(async () => {
  process.env = before;
  await installation.remove();
  await test.drop();
  moto.kill('SIGKILL');
  await once(moto, 'exit');
});

/** A master key that moto keeps. */
async function createKey(): Promise<string> {
  const { KeyMetadata } = await new KMSClient({}).send(new CreateKeyCommand({}));
  return `aws-kms:${KeyMetadata!.Arn!}`;
}

const opened = (keys: MasterKeys) => openKeyedParts(keys, test.database);
const rewrap = async (keys: MasterKeys) => rewrapKeys(test.database, await openKeyRing(keys));

it('is moved to, from one of its keys to another, and away from, with no value touched', async () => {
  const [first, second] = [await createKey(), await createKey()];
  const { vault } = await opened({ MASTER_KEY: LOCAL });
  const databases = { front: test.database };
  const made = await organizations({ ...TEST_SETTINGS, databases, vault }).createNamed('Acme');
  const sealed = await vault.seal(made.org.id, PLACE, 'secret');

  for (const [from, to] of [
    [LOCAL, first],
    [first, second],
    [second, LOCAL],
  ] as const) {
    await expect(opened({ MASTER_KEY: to })).rejects.toThrow('neither MASTER_KEY');
    const both = { MASTER_KEY: to, MASTER_KEY_PREVIOUS: from };
    expect(await rewrap(both)).toEqual({ wrapped: 1 + 5, left: 0 });
    const after = await opened({ MASTER_KEY: to });
    expect(await after.vault.open(made.org.id, PLACE, sealed)).toBe('secret');
  }
});

it('opens a key for what it was wrapped for, and by its own key alone', async () => {
  const ring = await openKeyRing({ MASTER_KEY: await createKey() });
  const other = await openKeyRing({ MASTER_KEY: await createKey() });
  const wrapped = await ring.wrap(['data-key', 'org_1'], Buffer.alloc(32, 5));
  expect(await ring.unwrap(['data-key', 'org_1'], wrapped)).toEqual(Buffer.alloc(32, 5));
  await expect(ring.unwrap(['data-key', 'org_2'], wrapped)).rejects.toThrow();
  await expect(other.unwrap(['data-key', 'org_1'], wrapped)).rejects.toThrow('neither MASTER_KEY');
});

it('has a service keep credentials by it, also when that starts again', async () => {
  const MASTER_KEY = await createKey();
  installation = await createSharedInstallation({ ...aws, MASTER_KEY });
  const service = await installation.start({ role: 'api' });
  const client = await installation.client(service);
  const body = { service: 'site.test', identifier: 'ada', value: 'secret' };
  expect((await client.call('POST', '/v1/credentials', { body })).status).toBe(201);
  await service.stop();

  const again = await installation.start({ role: 'api' });
  const owner = await installation.client(again);
  expect((await owner.call('POST', '/v1/credentials', { body })).status).toBe(201);
  expect((await owner.get('/v1/credentials/audit/verify')).body).toMatchObject({ ok: true });
});
