import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAuthenticator } from '../../../src/auth/authenticate.js';
import { startApi, type TestApi } from '../../support/start-api.js';

describe('OrgService', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  it('gives every organization a data key of its own', async () => {
    const [one, other] = await Promise.all([api.createOrg(), api.createOrg()]);
    const place = { id: 'x', field: 'y' };
    const sealed = await api.vault.seal(one.orgId, place, 'secret');
    expect(await api.vault.open(one.orgId, place, sealed)).toBe('secret');
    await expect(api.vault.open(other.orgId, place, sealed)).rejects.toThrow();
  });

  it('leaves nothing behind when a sign-up is refused', async () => {
    for (let i = 0; i < 3; i++) await api.services.orgs.signUp('192.0.2.1', { name: 'kept' });
    const refused = api.services.orgs.signUp('192.0.2.1', { name: 'refused' });
    await expect(refused).rejects.toMatchObject({ status: 429 });
    const rows = await api.database.query(`SELECT 1 FROM orgs WHERE name = 'refused'`);
    expect(rows).toEqual([]);
  });
});

describe('OrgService in a fresh installation', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  it('creates the first organization once, also when several processes start together', async () => {
    const kept: string[] = [];
    const keep = async (apiKey: string) => void kept.push(apiKey);
    const created = await Promise.all(
      Array.from({ length: 5 }, () => api.services.orgs.createFirst('Mine', keep)),
    );
    const [first, ...others] = created.filter((result) => result !== null);
    expect(others).toEqual([]);
    expect(kept).toEqual([first!.apiKey]);
    const caller = await createAuthenticator(api.database).identify(
      { 'x-api-key': first!.apiKey },
      '',
    );
    expect(caller).toMatchObject({ orgId: first!.org.id, plan: 'selfhost', scopes: null });
    expect(await api.services.orgs.createFirst('Mine', keep)).toBeNull();
    expect(await api.services.orgs.firstId()).toBe(first!.org.id);
  });
});
