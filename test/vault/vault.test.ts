import { beforeEach, describe, expect, it } from '@jest/globals';
import { KeyRing } from '../../src/vault/key-ring.js';
import { localWrapper } from '../../src/vault/key-wrapper.js';
import { Vault } from '../../src/vault/vault.js';

const MASTER_KEY = Buffer.alloc(32, 1);
const PLACE = { id: 'smtp_1', field: 'password' };

describe('Vault', () => {
  let keys: Map<string, Buffer>;
  let looked: string[];
  let vault: Vault;

  const createVault = (masterKey = MASTER_KEY) =>
    new Vault({
      ring: new KeyRing(localWrapper(masterKey)),
      async sealedDataKey(orgId) {
        looked.push(orgId);
        return keys.get(orgId) ?? null;
      },
    });

  beforeEach(async () => {
    keys = new Map();
    looked = [];
    vault = createVault();
    for (const orgId of ['org_a', 'org_b']) keys.set(orgId, await vault.newDataKey(orgId));
  });

  it.each(['', 'secret', 'é'.repeat(100_000)])('opens what it sealed', async (value) => {
    const sealed = await vault.seal('org_a', PLACE, value);
    expect(await vault.open('org_a', PLACE, sealed)).toBe(value);
  });

  it('opens after a restart', async () => {
    const sealed = await vault.seal('org_a', PLACE, 'secret');
    expect(await createVault().open('org_a', PLACE, sealed)).toBe('secret');
  });

  it('never seals the same value to the same bytes', async () => {
    const [one, other] = [
      await vault.seal('org_a', PLACE, 'secret'),
      await vault.seal('org_a', PLACE, 'secret'),
    ];
    expect(one.equals(other)).toBe(false);
    expect(one.includes('secret')).toBe(false);
  });

  it.each([
    ['another organization', 'org_b', PLACE],
    ['another row', 'org_a', { ...PLACE, id: 'smtp_2' }],
    ['another field', 'org_a', { ...PLACE, field: 'api_key' }],
    ['a shifted boundary', 'org_a', { id: 'smtp_1p', field: 'assword' }],
  ])('does not open for %s', async (_case, orgId, place) => {
    const sealed = await vault.seal('org_a', PLACE, 'secret');
    await expect(vault.open(orgId, place, sealed)).rejects.toThrow();
  });

  it('does not open when any byte was changed or the end is missing', async () => {
    const sealed = await vault.seal('org_a', PLACE, 'secret');
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed);
      changed[index]! ^= 1;
      await expect(vault.open('org_a', PLACE, changed)).rejects.toThrow();
      await expect(vault.open('org_a', PLACE, sealed.subarray(0, index))).rejects.toThrow();
    }
  });

  it('does not open under another master key', async () => {
    const sealed = await vault.seal('org_a', PLACE, 'secret');
    const stranger = createVault(Buffer.alloc(32, 2));
    await expect(stranger.open('org_a', PLACE, sealed)).rejects.toThrow();
  });

  it('does not take the data key of another organization', async () => {
    keys.set('org_a', keys.get('org_b')!);
    await expect(vault.seal('org_a', PLACE, 'secret')).rejects.toThrow();
  });

  it('asks for a data key once', async () => {
    await vault.seal('org_a', PLACE, 'one');
    await vault.seal('org_a', PLACE, 'two');
    expect(looked).toEqual(['org_a']);
  });

  it('forgets the oldest data key after a thousand others', async () => {
    const others = Array.from({ length: 1_000 }, (_, index) => `org_${index}`);
    await vault.seal('org_a', PLACE, 'one');
    for (const orgId of others) keys.set(orgId, await vault.newDataKey(orgId));
    for (const orgId of others) await vault.seal(orgId, PLACE, 'one');
    looked = [];
    await vault.seal('org_999', PLACE, 'two');
    await vault.seal('org_a', PLACE, 'two');
    expect(looked).toEqual(['org_a']);
  });

  it('refuses an organization that does not exist', async () => {
    await expect(vault.seal('org_none', PLACE, 'secret')).rejects.toThrow('no data key');
  });
});
