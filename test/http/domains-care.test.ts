import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startDomainsApi, type DomainsApi, type ShownDomain } from '../resources/domains/api.js';
import { until } from '../support/mail-api.js';
import { publishAll } from '../resources/domains/dns.js';

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
});
afterAll(() => api.close());

const care = () => api.background.domainCare;
const look = () => care().looking.look(domain.id);
const eventsOf = async (id: string) => {
  const rows = await api.database.query<{ kind: string; body: string }>(
    'SELECT kind, body FROM events WHERE resource_id = $1 ORDER BY seq',
    [id],
  );
  return rows.map(({ kind, body }) => ({ kind, ...(JSON.parse(body) as { data: object }) }));
};

/** Statements that wait for a lock. */
const waiting = async () => {
  const rows = await api.database.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length;
};

/** As if so much time had gone by for the keys of the domain. */
const ageKeys = (interval: string) =>
  api.database.query(
    `UPDATE dkim_keys SET created_at = created_at - $2::interval,
       seen_since = seen_since - $2::interval, signs_since = signs_since - $2::interval,
       retired_at = retired_at - $2::interval WHERE domain_id = $1`,
    [domain.id, interval],
  );
const keys = () =>
  api.database.query(
    'SELECT selector, state FROM dkim_keys WHERE domain_id = $1 ORDER BY created_at, selector',
    [domain.id],
  );

describe('a look of a run', () => {
  const lookOfRun = () => care().looking.lookIfDue(domain.id);
  /** How often resolvers were asked for its verification. */
  const asked = () => {
    const question = `TXT ${domain.dns_records.verification.name}`;
    return api.dns.resolvers.flatMap((one) => one.asked.filter((text) => text === question)).length;
  };
  const makeDue = (column = 'next_look_at') =>
    api.database.query(`UPDATE domains SET ${column} = now() WHERE id = $1`, [domain.id]);

  it('is made where it is due or somebody asked since the last one, and not else', async () => {
    let before = asked();
    expect(await lookOfRun()).toMatchObject({ status: 'ACTIVE', isNews: false });
    expect(asked()).toBe(before);
    // All three where somebody asked; as many as agree where all is as well as it was.
    for (const [column, questions] of [
      ['verify_asked_at', 3],
      ['next_look_at', 2],
    ] as const) {
      await makeDue(column);
      await lookOfRun();
      await lookOfRun();
      expect(asked()).toBe(before + questions);
      before = asked();
    }
  });

  it('asks the third resolver where one of two sees another thing', async () => {
    const { name, value } = domain.dns_records.verification;
    const [liar] = api.dns.resolvers;
    liar!.withdraw(name, 'TXT');
    let questions: number;
    // By chance the one that sees nothing is left out.
    do {
      const before = asked();
      await makeDue();
      expect(await lookOfRun()).toMatchObject({ status: 'ACTIVE', isNews: false });
      questions = asked() - before;
    } while (questions === 2);
    expect(questions).toBe(3);
    liar!.publish(name, value, 'TXT');
  });
});

describe('a domain that breaks', () => {
  it('is told of after two looks: which record, since when, what to publish', async () => {
    const { name, value } = domain.dns_records.spf;
    api.dns.withdraw(name);
    await look();
    expect((await eventsOf(domain.id)).map(({ kind }) => kind)).toEqual(['domain.verified']);
    await look();
    const told = (await eventsOf(domain.id)).at(-1);
    expect(told).toMatchObject({
      kind: 'domain.failing',
      data: {
        domain: domain.domain,
        status: 'ACTIVE',
        failing_since: expect.any(String),
        records: [{ record: 'spf', type: 'TXT', name, value, status: 'missing', found: [] }],
      },
    });
    publishAll(api.dns, { spf: domain.dns_records.spf });
    expect(await look()).toMatchObject({ status: 'ACTIVE', summary: 'all records are right' });
    expect((await eventsOf(domain.id)).at(-1)).toMatchObject({ kind: 'domain.recovered' });
  });

  it('counts looks that ran at the same time once', async () => {
    api.dns.withdraw(domain.dns_records.spf.name);
    let looks: ReturnType<typeof look>[] = [];
    await api.database.transaction(async (manager) => {
      await manager.query('SELECT FROM domains WHERE id = $1 FOR UPDATE', [domain.id]);
      looks = [look(), look(), look()];
      await until(async () => (await waiting()) === looks.length);
    });
    const reports = await Promise.all(looks);
    expect(reports.filter((report) => report?.isNews)).toHaveLength(1);
    const [row] = await api.database.query('SELECT bad_looks FROM domains WHERE id = $1', [
      domain.id,
    ]);
    expect(row).toEqual({ bad_looks: 1 });
  });
});

describe('people that a domain names', () => {
  const tell = () => care().notices.tell(domain.id);
  const mails = () =>
    api.database.query<{ subject: string }>(
      `SELECT e.subject FROM sends s JOIN emails e ON e.id = s.email_id
       WHERE s.recipients @> '[{"address": "ops@elsewhere.example"}]' AND e.subject LIKE $1 || '%'`,
      [domain.domain],
    );

  it('get one mail a turn, and one a day at most', async () => {
    await api.patch(key, domain.id, { notify: ['ops@elsewhere.example'] });
    await api.database.query('UPDATE domains SET told_at = turn_at WHERE id = $1', [domain.id]);
    expect(await tell()).toBe('nothing is due');
    await api.database.query(
      `UPDATE domains SET told_at = told_at - interval '2 days' WHERE id = $1`,
      [domain.id],
    );
    api.dns.withdraw(domain.dns_records.mx[0]!.name, 'MX');
    await look();
    expect(await look()).toMatchObject({ untold: true });
    // As if it had to wait for the day after.
    await api.database.query(
      `UPDATE domains SET turn_at = turn_at - interval '26 hours' WHERE id = $1`,
      [domain.id],
    );
    expect(await tell()).toBe('told of failing');
    expect(await tell()).toBe('nothing is due');
    publishAll(api.dns, { mx: domain.dns_records.mx });
    expect(await look()).toMatchObject({ untold: true });
    expect(await tell()).toBe('one was sent today');
    expect(await mails()).toEqual([{ subject: `${domain.domain} has records that are wrong` }]);
  });

  it('are told nothing before it is verified', async () => {
    const { body } = await api.add(key);
    await api.patch(key, body.id, { notify: ['ops@elsewhere.example'] });
    await api.database.query(
      `UPDATE domains SET created_at = created_at - interval '15 days' WHERE id = $1`,
      [body.id],
    );
    expect(await care().looking.look(body.id)).toMatchObject({ status: 'FAILED', untold: false });
  });
});

describe('the key of a domain', () => {
  const rotate = () =>
    api.call<ShownDomain>('POST', `/v1/domains/${domain.id}/dkim/rotate`, { key });

  it('is changed once two looks an hour apart saw the next one, and revoked a week later', async () => {
    const { more_records: more } = (await rotate()).body;
    const name = `rst2._domainkey.${domain.domain}`;
    expect(more.dkim_next).toMatchObject({ type: 'CNAME', name });
    expect(more.dkim_next_txt).toMatchObject({ type: 'TXT', name });
    expect((await rotate()).body.more_records.dkim_next).toEqual(more.dkim_next);
    expect(await look()).toMatchObject({ status: 'ACTIVE', keysDue: false });
    publishAll(api.dns, { next: more.dkim_next! });
    expect(await look()).toMatchObject({ keysDue: false });
    await ageKeys('1 hour');
    expect(await look()).toMatchObject({ keysDue: true });
    expect(await care().rotation.advance(domain.id)).toBe('the new key signs');
    expect(await care().rotation.advance(domain.id)).toBe('nothing is due');
    expect(await keys()).toEqual([
      { selector: 'rst1', state: 'retired' },
      { selector: 'rst2', state: 'signing' },
    ]);
    expect((await eventsOf(domain.id)).at(-1)).toMatchObject({ kind: 'domain.dkim_rotated' });
    expect((await api.get(key, domain.id)).body.dns_records.dkim).toMatchObject({
      name: more.dkim_next!.name,
      status: 'ok',
    });
    expect(await look()).toMatchObject({ status: 'ACTIVE', keysDue: false });
    const early = await rotate();
    expect(early.status).toBe(409);
    expect(JSON.stringify(early.body)).toMatch(/stays published until \d{4}-/);
    await ageKeys('7 days');
    expect(await look()).toMatchObject({ keysDue: true });
    expect(await care().rotation.advance(domain.id)).toBe('the old key is revoked');
    // As after a kill between its commit and the end of the activity.
    expect(await care().rotation.advance(domain.id)).toBe('nothing is due');
    expect(await keys()).toEqual([
      { selector: 'rst1', state: 'revoked' },
      { selector: 'rst2', state: 'signing' },
    ]);
  });

  it('stays where the second look has no answer', async () => {
    const { more_records: more } = (await rotate()).body;
    publishAll(api.dns, { next: more.dkim_next! });
    await look();
    await ageKeys('1 hour');
    api.dns.goAway();
    expect(await look()).toMatchObject({ keysDue: false });
    api.dns.heal();
    expect(await look()).toMatchObject({ keysDue: true });
  });

  it('stays where the next one is not published in 14 days', async () => {
    await rotate();
    await look();
    await ageKeys('14 days');
    expect(await look()).toMatchObject({ keysDue: true });
    expect(await care().rotation.advance(domain.id)).toContain('given up');
    expect(await keys()).toEqual([
      { selector: 'rst1', state: 'signing' },
      { selector: 'rst2', state: 'revoked' },
    ]);
    expect((await api.get(key, domain.id)).body.more_records.dkim_next).toBeUndefined();
  });

  it('is followed by another one after a year', async () => {
    await ageKeys('1 year');
    expect(await look()).toMatchObject({ keysDue: true });
    expect(await care().rotation.advance(domain.id)).toBe('a new key is made');
    expect((await keys()).at(-1)).toEqual({ selector: 'rst2', state: 'next' });
  });

  it('is told of when it is made: what is to be published', async () => {
    await api.patch(key, domain.id, { notify: ['keys@elsewhere.example'] });
    await ageKeys('1 year');
    await care().rotation.advance(domain.id);
    const { dkim_next: next } = (await api.get(key, domain.id)).body.more_records;
    expect((await eventsOf(domain.id)).at(-1)).toMatchObject({
      kind: 'domain.dkim_next',
      data: {
        status: 'ACTIVE',
        records: [
          { record: 'dkim_next', type: 'CNAME', name: next!.name, value: next!.value, found: [] },
        ],
      },
    });
    expect(await care().looking.stand(domain.id)).toMatchObject({ untold: true });
    expect(await care().notices.tell(domain.id)).toBe('told of dkim-next');
    const mails = await api.database.query(
      `SELECT e.subject FROM sends s JOIN emails e ON e.id = s.email_id
       WHERE s.recipients @> '[{"address": "keys@elsewhere.example"}]'`,
    );
    expect(mails).toEqual([{ subject: `${domain.domain} has a new DKIM key to be published` }]);
  });
});
