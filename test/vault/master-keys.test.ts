import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openKeyedParts, openKeyRing, type MasterKeys } from '../../src/composition/keyed-parts.js';
import { organizations } from '../../src/composition/organizations.js';
import { openServiceKeys } from '../../src/vault/service-keys.js';
import { deriveKey, sealWith } from '../../src/vault/sealing.js';
import { rewrapKeys } from '../../src/vault/rewrap.js';
import { createUnsubscribeTokens } from '../../src/resources/contact-lists/unsubscribe-links.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { TEST_SETTINGS } from '../support/services.js';

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const OLD: MasterKeys = { MASTER_KEY: keyOf(1) };
const BOTH: MasterKeys = { MASTER_KEY: keyOf(2), MASTER_KEY_PREVIOUS: keyOf(1) };
const NEW: MasterKeys = { MASTER_KEY: keyOf(2) };
const PLACE = { id: 'smtp_1', field: 'password' };
const READER = { orgId: 'org_1', listId: 'lst_1', address: 'ada@friend.test' };

let test: TestDatabase;
beforeEach(async () => void (test = await createTestDatabase()));
afterEach(() => test.drop());

const opened = (keys: MasterKeys) => openKeyedParts(keys, test.database);
const rewrap = async (keys: MasterKeys) => rewrapKeys(test.database, await openKeyRing(keys));

/** An organization, made by a process with these master keys. */
async function createOrg(keys: MasterKeys): Promise<string> {
  const { vault } = await opened(keys);
  const databases = { front: test.database };
  const orgs = organizations({ ...TEST_SETTINGS, databases, vault });
  return (await orgs.createNamed('Acme')).org.id;
}

describe('a master key', () => {
  it('is followed by another without a value touched: what was signed and sealed goes on', async () => {
    const orgs = [await createOrg(OLD), await createOrg(OLD)];
    const before = await opened(OLD);
    const sealed = await before.vault.seal(orgs[0]!, PLACE, 'secret');
    const cursor = before.cursors.encode(orgs[0]!, ['emails'], [1]);
    const link = before.tokens.make(READER);

    await expect(opened(NEW)).rejects.toThrow(/wrapped by local:\w+, which is neither MASTER_KEY/);
    expect(await (await opened(BOTH)).vault.open(orgs[0]!, PLACE, sealed)).toBe('secret');
    orgs.push(await createOrg(BOTH));
    expect(await rewrap(BOTH)).toEqual({ wrapped: 2 + 5, left: 0 });
    expect(await rewrap(BOTH)).toEqual({ wrapped: 0, left: 0 });

    const after = await opened(NEW);
    for (const orgId of orgs) await after.vault.seal(orgId, PLACE, 'another');
    expect(await after.vault.open(orgs[0]!, PLACE, sealed)).toBe('secret');
    expect(after.cursors.decode(orgs[0]!, ['emails'], cursor)).toEqual([1]);
    expect(after.tokens.read(link)).toEqual(READER);
    expect(after.auditKey).toEqual(before.auditKey);
    await expect((await openKeyRing(OLD)).unwrap([], await keyOfOrg(orgs[0]!))).rejects.toThrow(
      'neither MASTER_KEY',
    );
  });

  it('has to stay while a process wraps by it', async () => {
    await createOrg(OLD);
    let isMade = false;
    const meanwhile: Pick<TestDatabase['database'], 'query'> = {
      async query(text, values) {
        if (text.includes('count') && !isMade) {
          isMade = true;
          await createOrg({ MASTER_KEY: keyOf(1), MASTER_KEY_PREVIOUS: keyOf(2) });
        }
        return test.database.query(text, values);
      },
    };

    expect(await rewrapKeys(meanwhile, await openKeyRing(BOTH))).toMatchObject({ left: 1 });
    expect(await rewrap(BOTH)).toEqual({ wrapped: 1, left: 0 });
  });

  it('goes on where it was ended', async () => {
    const orgs = await Promise.all(Array.from({ length: 5 }, () => createOrg(OLD)));
    const ring = await openKeyRing(BOTH);
    let changes = 0;
    const dying: Pick<TestDatabase['database'], 'query'> = {
      async query(text, values) {
        if (text.startsWith('UPDATE') && ++changes > 3) throw new Error('killed');
        return test.database.query(text, values);
      },
    };

    await expect(rewrapKeys(dying, ring)).rejects.toThrow('killed');
    expect(await rewrapKeys(test.database, ring)).toEqual({ wrapped: 5 - 3 + 5, left: 0 });
    const { vault } = await opened(NEW);
    for (const orgId of orgs) await vault.seal(orgId, PLACE, 'secret');
  });
});

describe('an installation from before master keys had names', () => {
  /** As it was: keys derived from the master key, data keys wrapped without its name. */
  async function installed() {
    const masterKey = Buffer.from(OLD.MASTER_KEY, 'base64');
    const orgId = await createOrg(OLD);
    const wrapping = deriveKey(masterKey, 'restante data keys');
    const wrapped = sealWith(wrapping, ['data-key', orgId], Buffer.alloc(32, 9));
    await test.database.query('UPDATE orgs SET sealed_data_key = $2 WHERE id = $1', [
      orgId,
      wrapped,
    ]);
    await test.database.query('DELETE FROM service_keys');
    return {
      orgId,
      links: createUnsubscribeTokens(deriveKey(masterKey, 'restante unsubscribe links')),
    };
  }

  it.each([
    ['with the same key', OLD],
    ['together with the next key', BOTH],
  ])('is taken over %s', async (_how, keys) => {
    const { orgId, links } = await installed();
    const { tokens, vault } = await opened(keys);

    expect(tokens.read(links.make(READER))).toEqual(READER);
    const sealed = await vault.seal(orgId, PLACE, 'secret');
    await rewrap(BOTH);
    expect(await (await opened(NEW)).vault.open(orgId, PLACE, sealed)).toBe('secret');
  });
});

describe('keys of the service', () => {
  it('are the same in all processes that start at once, and others in another installation', async () => {
    const ring = await openKeyRing(OLD);
    const open = () => openServiceKeys(test.database, ring, Buffer.alloc(32, 1));
    const [one, two] = await Promise.all([open(), open()]);

    expect(one).toEqual(two);
    expect(new Set(Object.values(one).map((key) => key.toString('hex'))).size).toBe(5);
    expect(one.cursors).not.toEqual(deriveKey(Buffer.alloc(32, 1), 'restante cursors'));
  });
});

async function keyOfOrg(orgId: string): Promise<Buffer> {
  const [row] = await test.database.query<{ key: Buffer }>(
    'SELECT sealed_data_key AS key FROM orgs WHERE id = $1',
    [orgId],
  );
  return row!.key;
}
