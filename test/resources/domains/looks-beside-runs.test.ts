import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LooksBesideRuns } from '../../../src/resources/domains/looks-beside-runs.js';
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

/** Looks beside runs on a machine that is busy or not, at a time that goes on when it is told. */
function looksBesideRuns(
  given: { isBusy?: boolean; looking?: { lookIfDue(): Promise<null> } } = {},
) {
  const clock = { now: 0 };
  const warned: object[] = [];
  const looks = new LooksBesideRuns(
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

describe('a domain that is well', () => {
  it('is looked at by itself once it is due, and its run hears nothing where all is as it was', async () => {
    const domain = await api.active(key);
    await makeDue(domain);
    const { looks } = looksBesideRuns();
    looks.start();
    await until(async () => (await row(domain))?.is_due === false);
    expect(await row(domain)).toEqual({ is_due: false, misses: 0, signals: 0 });
    looks.close();
  });

  it('is told of to its run where something is wrong, and left to it from then on', async () => {
    const domain = await api.active(key);
    api.dns.withdraw(domain.dns_records.spf.name);
    await makeDue(domain);
    const { looks } = looksBesideRuns();
    await looks.search();
    await looks.round();
    expect(await row(domain)).toEqual({ is_due: false, misses: 1, signals: 1 });
    await makeDue(domain);
    await looks.search();
    await looks.round();
    expect(await row(domain)).toEqual({ is_due: true, misses: 1, signals: 1 });
  });

  it('has a run that reads what became of the look, hours after it at most', async () => {
    const domain = await api.active(key);
    await makeDue(domain);
    const { looking } = api.background.domainCare;
    const { retryInSeconds } = (await looking.stand(domain.id))!;
    expect(retryInSeconds).toBeGreaterThan(600);
    expect(retryInSeconds).toBeLessThan(7 * 3_600);
  });
});

describe('a look that a run put off', () => {
  it('is made whatever the domain is like', async () => {
    const { body: domain } = await api.add(key);
    await makeDue(domain);
    const { looks } = looksBesideRuns();
    await looks.search();
    await looks.round();
    expect(await row(domain)).toMatchObject({ is_due: true, signals: 0 });
    looks.add(domain.id);
    await looks.round();
    expect(await row(domain)).toMatchObject({ is_due: false, signals: 1 });
  });

  it('is not made where somebody looked meanwhile', async () => {
    const domain = await api.active(key);
    api.dns.withdraw(domain.dns_records.spf.name);
    const { looks } = looksBesideRuns();
    looks.add(domain.id);
    await looks.round();
    expect(await row(domain)).toMatchObject({ misses: 0, signals: 0 });
  });
});

describe('rounds', () => {
  const missing = { lookIfDue: async () => null };
  const addAll = (looks: LooksBesideRuns, count: number) => {
    for (let number = 0; number < count; number++) looks.add(`dom_${number}`);
  };

  it('are of fifty looks while the machine is idle, and each domain counts once', async () => {
    const { looks } = looksBesideRuns({ looking: missing });
    addAll(looks, 200);
    addAll(looks, 200);
    await looks.round();
    expect(looks.size).toBe(150);
  });

  it('are of one while it is busy, and of as many as are needed once half of the time is over', async () => {
    const { looks, clock } = looksBesideRuns({ looking: missing, isBusy: true });
    addAll(looks, 2_701);
    await looks.round();
    expect(looks.size).toBe(2_700);
    clock.now = 270_000;
    await looks.round();
    expect(looks.size).toBe(2_690);
    clock.now = 539_000;
    await looks.round();
    expect(looks.size).toBe(2_640);
  });

  it('go on where a look fails', async () => {
    const failing = {
      async lookIfDue(): Promise<null> {
        throw new Error('storage is away');
      },
    };
    const { looks, warned } = looksBesideRuns({ looking: failing });
    addAll(looks, 2);
    await looks.round();
    expect(looks.size).toBe(0);
    expect(warned).toMatchObject([{ domainId: 'dom_0' }, { domainId: 'dom_1' }]);
  });

  it('end with the process', async () => {
    let made = 0;
    const looking = { lookIfDue: async () => (made++, null) };
    const { looks } = looksBesideRuns({ looking });
    addAll(looks, 2);
    looks.close();
    await looks.round();
    expect(made).toBe(0);
  });
});
