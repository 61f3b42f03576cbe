import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { startDomainsApi, type DomainsApi, type ShownDomain } from '../resources/domains/api.js';
import { publishAll, withdrawAll } from '../resources/domains/dns.js';

const DAY = 24 * 60 * 60;
// The row's times, which go back where time goes on.
const TIMES = ['created', 'verified', 'checked', 'next_look', 'degraded', 'failed', 'turn', 'told']
  .map((name) => `${name}_at`)
  .concat('bad_since', 'failing_since');

let api: DomainsApi;
let key: string;
let domain: ShownDomain;

beforeAll(async () => {
  api = await startDomainsApi();
  const { orgId } = await api.createOrg();
  await api.services.inboxes.ensureSystemInboxes(orgId);
});
beforeEach(async () => {
  ({ key } = await api.createOrg());
  api.dns.heal();
  domain = await api.active(key);
  await api.patch(key, domain.id, { notify: ['ops@elsewhere.example'] });
  await api.database.query('UPDATE domains SET told_at = turn_at WHERE id = $1', [domain.id]);
});
afterAll(() => api.close());

const care = () => api.background.domainCare;

/** Looks as often as the schedule says in so many days; answers how often. */
async function live(days: number, before: (look: number) => void): Promise<number> {
  let look = 0;
  for (let at = 0; at < days * DAY; look++) {
    const { nextLookAt } = (await care().looking.stand(domain.id))!;
    // Whole milliseconds, as times of rows are.
    const seconds = (Date.parse(nextLookAt!) - Date.now()) / 1_000;
    const sets = TIMES.map((name) => `${name} = ${name} - make_interval(secs => $2)`);
    await api.database.query(`UPDATE domains SET ${sets.join(', ')} WHERE id = $1`, [
      domain.id,
      seconds,
    ]);
    at += seconds;
    before(look);
    await care().looking.look(domain.id);
    await care().notices.tell(domain.id);
  }
  return look;
}

/** What others learned of the domain. */
async function told() {
  const [row] = await api.database.query(
    `SELECT d.status, ARRAY(SELECT kind FROM events WHERE resource_id = d.id ORDER BY seq) AS events,
       (SELECT count(*)::int FROM emails e
         WHERE e.direction = 'outbound' AND e.subject LIKE d.domain || ' %') AS mails
     FROM domains d WHERE d.id = $1`,
    [domain.id],
  );
  return row;
}

const NOTHING = { status: 'ACTIVE', events: ['domain.verified'], mails: 0 };

it('one of three resolvers that lies changes nothing, and tells nobody', async () => {
  const [liar] = api.dns.resolvers;
  const { dns_records: records } = domain;
  const lies = [
    () => withdrawAll(liar!, records),
    () => publishAll(liar!, { mx: [{ ...records.mx[0]!, value: 'mx.thief.example' }] }),
    () => publishAll(liar!, { spf: { ...records.spf, value: 'v=spf1 -all' } }),
    () => liar!.fail(domain.domain),
    () => liar!.goAway(),
    () => liar!.heal(),
  ];
  const looks = await live(30, (look) => lies[look % lies.length]!());
  expect(looks).toBeGreaterThan(20);
  expect(await told()).toEqual(NOTHING);
});

it('all resolvers being away for five days changes nothing, and tells nobody', async () => {
  const looks = await live(5, () => api.dns.goAway());
  expect(looks).toBeGreaterThan(15);
  api.dns.heal();
  expect(await care().looking.look(domain.id)).toMatchObject({ summary: 'all records are right' });
  expect(await told()).toEqual(NOTHING);
});

it('a record that flaps for thirty days changes nothing, and tells nobody', async () => {
  const { spf } = domain.dns_records;
  const looks = await live(30, (look) => {
    if (look % 2 === 0) api.dns.withdraw(spf.name);
    else publishAll(api.dns, { spf });
  });
  // One a day, and more behind what is missing: how many depends on the minute at which the domain is looked at.
  expect(looks).toBeGreaterThan(25);
  expect(await told()).toEqual(NOTHING);
});

it('a record that is gone for good is told of, so that silence says something', async () => {
  api.dns.withdraw(domain.dns_records.spf.name);
  await live(12, () => undefined);
  expect(await told()).toEqual({
    status: 'FAILED',
    events: ['domain.verified', 'domain.failing', 'domain.degraded', 'domain.failed'],
    mails: 3,
  });
});
