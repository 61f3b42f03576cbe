import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PutOffLooks } from '../../../src/resources/domains/put-off-looks.js';
import { until } from '../../support/mail-api.js';
import { startDomainsApi, type DomainsApi, type ShownDomain } from './api.js';

let api: DomainsApi;
let key: string;
beforeAll(async () => {
  api = await startDomainsApi();
});
beforeEach(async () => {
  ({ key } = await api.createOrg());
  api.dns.heal();
});
afterAll(() => api.close());

/** Looks that are put off on a machine that is busy or not, at a time that goes on when it is told. */
function putOffLooks(given: { isBusy?: boolean; looking?: { lookIfDue(): Promise<null> } } = {}) {
  const clock = { now: 0 };
  const warned: object[] = [];
  const looks = new PutOffLooks(
    {
      database: api.database,
      looking: given.looking ?? api.background.domainCare.looking,
      isBusy: () => given.isBusy ?? false,
      log: { warn: (told: object) => warned.push(told) } as never,
    },
    () => clock.now,
  );
  return { looks, clock, warned };
}

const makeDue = ({ id }: ShownDomain) =>
  api.database.query('UPDATE domains SET next_look_at = now() WHERE id = $1', [id]);
const row = async ({ id }: ShownDomain) => {
  const [found] = await api.database.query<{ is_due: boolean; misses: number; signals: number }>(
    `SELECT next_look_at <= now() AS is_due, misses, (SELECT count(*)::int FROM outbox
       WHERE resource_id = d.id AND op = 'signal' AND signal = 'domainChanged') AS signals
     FROM domains d WHERE id = $1`,
    [id],
  );
  return found;
};

describe('a look that was put off', () => {
  it('is made by itself, and its run hears nothing where all is as well as it was', async () => {
    const domain = await api.active(key);
    await makeDue(domain);
    const { looks } = putOffLooks();
    looks.add(domain.id);
    await until(async () => (await row(domain))?.is_due === false);
    expect(await row(domain)).toEqual({ is_due: false, misses: 0, signals: 0 });
    expect(looks.size).toBe(0);
    looks.close();
  });

  it('is told of to its run where something is wrong', async () => {
    const domain = await api.active(key);
    api.dns.withdraw(domain.dns_records.spf.name);
    await makeDue(domain);
    const { looks } = putOffLooks();
    looks.add(domain.id);
    await looks.round();
    expect(await row(domain)).toEqual({ is_due: false, misses: 1, signals: 1 });
    looks.close();
  });

  it('is not made where somebody looked meanwhile', async () => {
    const domain = await api.active(key);
    api.dns.withdraw(domain.dns_records.spf.name);
    const { looks } = putOffLooks();
    looks.add(domain.id);
    await looks.round();
    expect(await row(domain)).toMatchObject({ misses: 0, signals: 0 });
    looks.close();
  });
});

describe('rounds', () => {
  const missing = { lookIfDue: async () => null };
  const addAll = (looks: PutOffLooks, count: number) => {
    for (let number = 0; number < count; number++) looks.add(`dom_${number}`);
  };

  it('are of fifty looks while the machine is idle, and each domain counts once', async () => {
    const { looks } = putOffLooks({ looking: missing });
    addAll(looks, 200);
    addAll(looks, 200);
    await looks.round();
    expect(looks.size).toBe(150);
    looks.close();
  });

  it('are of two while it is busy, and of as many as are needed once half of the time is over', async () => {
    const { looks, clock } = putOffLooks({ looking: missing, isBusy: true });
    addAll(looks, 2_702);
    await looks.round();
    expect(looks.size).toBe(2_700);
    clock.now = 270_000;
    await looks.round();
    expect(looks.size).toBe(2_690);
    clock.now = 539_000;
    await looks.round();
    expect(looks.size).toBe(2_640);
    looks.close();
  });

  it('go on where a look fails', async () => {
    const failing = {
      async lookIfDue(): Promise<null> {
        throw new Error('storage is away');
      },
    };
    const { looks, warned } = putOffLooks({ looking: failing });
    addAll(looks, 2);
    await looks.round();
    expect(looks.size).toBe(0);
    expect(warned).toMatchObject([{ domainId: 'dom_0' }, { domainId: 'dom_1' }]);
    looks.close();
  });

  it('end with the process', async () => {
    const { looks } = putOffLooks({ looking: missing });
    looks.close();
    looks.add('dom_1');
    expect(looks.size).toBe(0);
  });
});
