import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startDomainsApi, type DomainsApi } from '../resources/domains/api.js';
import { until } from '../support/mail-api.js';
import { publishAll, withdrawAll } from '../resources/domains/dns.js';

let api: DomainsApi;
let key: string;
/** What the run of a domain does that is asked to look; whether it tells in time that it has. */
let run: (id: string) => Promise<boolean>;

beforeAll(async () => {
  api = await startDomainsApi({ parts: { askRun: (id) => run(id) } });
});
beforeEach(async () => {
  run = async () => false;
  ({ key } = await api.createOrg());
  api.dns.heal();
});
afterAll(() => api.close());

describe('GET /v1/domains/:id', () => {
  it('answers once something changes', async () => {
    const { body } = await api.add(key);
    const waiting = api.get(key, body.id, '?timeout=60');
    await until(() => api.open.domainWaits.size === 1);
    publishAll(api.dns, body.dns_records);
    await api.verify(key, body.id);
    expect((await waiting).body.status).toBe('ACTIVE');
  });

  it('answers with a list of records for those who want one', async () => {
    const { body } = await api.add(key);
    const reply = await api.get(key, body.id, '?format=array');
    expect(reply.body.dns_records).toHaveLength(6);
    expect(reply.body.dns_records[1]).toMatchObject({
      type: 'MX',
      host: body.domain,
      priority: 10,
    });
  });

  it('is 403 for others and 404 where there is none', async () => {
    const { body } = await api.add(key);
    const other = await api.createOrg();
    expect((await api.get(other.key, body.id)).status).toBe(403);
    expect((await api.get(key, 'dom_none')).status).toBe(404);
  });
});

describe('POST /v1/domains/:id/verify, whose run looks', () => {
  const look = (id: string) => api.background.domainCare.looking.look(id);

  it('answers once what its run saw is written down, before Temporal tells that it has looked', async () => {
    const { body } = await api.add(key);
    publishAll(api.dns, body.dns_records);
    run = async (id) => {
      await look(id);
      return new Promise(() => undefined);
    };
    expect((await api.verify(key, body.id)).body.status).toBe('ACTIVE');
  });

  it('answers by no look that began before', async () => {
    const { body } = await api.add(key);
    publishAll(api.dns, body.dns_records);
    run = async (id) => {
      await api.database.query(
        `WITH looked AS (UPDATE domains SET version = version + 1, checked_at = clock_timestamp(),
           look_begun_at = verify_asked_at - interval '1 ms' WHERE id = $1 RETURNING id)
         SELECT pg_notify('domain_changed', id) FROM looked`,
        [id],
      );
      await look(id);
      return true;
    };
    expect((await api.verify(key, body.id)).body.status).toBe('ACTIVE');
  });

  it('asks resolvers while its run is being reached, and once, whoever looks', async () => {
    const { body } = await api.add(key);
    publishAll(api.dns, body.dns_records);
    const question = `TXT ${body.dns_records.verification.name}`;
    const [resolver] = api.dns.resolvers;
    const asked = () => resolver!.asked.filter((one) => one === question).length;
    run = async (id) => {
      await until(() => asked() === 1);
      await look(id);
      return false;
    };
    expect((await api.verify(key, body.id)).body.status).toBe('ACTIVE');
    await look(body.id);
    expect(asked()).toBe(2);
  });
});

describe('GET /v1/domains', () => {
  it('lists full records, newest first, and counts them', async () => {
    const [first, second] = [await api.add(key), await api.add(key)];
    const { body } = await api.call('GET', '/v1/domains', { key });
    expect(body).toMatchObject({ data: [second.body, first.body], has_more: false });
    const org = await api.call('GET', '/v1/orgs/me', { key });
    expect(org.body.domain_count).toBe(2);
  });
});

describe('GET /v1/domains/:id/history', () => {
  it('tells each change, with what each resolver said', async () => {
    const domain = await api.active(key);
    api.dns.withdraw(domain.dns_records.spf.name);
    await api.verify(key, domain.id);
    const { body } = await api.call('GET', `/v1/domains/${domain.id}/history?limit=1`, { key });
    expect(body.data).toEqual([
      {
        record: 'spf',
        was: 'ok',
        status: 'missing',
        at: expect.any(String),
        answers: ['one', 'two', 'three'].map((resolver) => ({
          resolver,
          status: 'missing',
          found: [],
          error: null,
        })),
      },
    ]);
    expect(body.has_more).toBe(true);
  });
});

describe('GET /v1/domains/:id/zone-file', () => {
  it('has every record with absolute names, and long texts in parts', async () => {
    const { body } = await api.add(key);
    const file = await api.call<string>('GET', `/v1/domains/${body.id}/zone-file`, { key });
    expect(file.headers.get('Content-Type')).toMatch(/^text\/dns/);
    const lines = file.body.split('\n');
    expect(lines).toContain(`${body.domain}. 3600 IN MX 10 mx1.mail.test.`);
    expect(lines).toContain(`${body.domain}. 3600 IN TXT "v=spf1 include:_spf.mail.test ~all"`);
    const { name, value } = body.dns_records.dkim;
    expect(lines).toContain(`${name}. 3600 IN CNAME ${value}.`);
    const strings = [...file.body.matchAll(/"([^"]*)"/g)].map(([, text]) => text!);
    expect(strings.every((text) => text.length <= 255)).toBe(true);
  });
});

describe('PATCH /v1/domains/:id', () => {
  it('changes what is given', async () => {
    const domain = await api.active(key);
    const { body: inbox } = await api.call('POST', '/v1/inboxes', {
      key,
      body: { local_part: 'all', domain: domain.domain },
    });
    const body = {
      catch_all_inbox_id: inbox.id,
      notify: ['Ops@example.com', 'ops@example.com'],
      subdomains: 'any',
    };
    const reply = await api.patch(key, domain.id, body);
    expect(reply.body).toMatchObject({ ...body, notify: ['ops@example.com'] });
    expect((await api.patch(key, domain.id, { catch_all_inbox_id: null })).body).toMatchObject({
      catch_all_inbox_id: null,
      subdomains: 'any',
    });
  });

  it('changes nothing where nothing is given', async () => {
    const { body } = await api.add(key);
    expect(await api.patch(key, body.id, {})).toMatchObject({ status: 200, body });
  });

  it('takes an inbox of its own alone: 400 for another domain’s, 403 for others’, 404 for none', async () => {
    const { body: domain } = await api.add(key);
    const other = await api.createOrg();
    const inboxOf = async (by: string) =>
      (await api.call<{ id: string }>('POST', '/v1/inboxes', { key: by, body: {} })).body.id;
    const catchAll = async (catch_all_inbox_id: string) => {
      const { status, body } = await api.patch(key, domain.id, { catch_all_inbox_id });
      return [status, body.error];
    };
    expect(await catchAll(await inboxOf(key))).toEqual([
      400,
      'catch_all_inbox_id must be an inbox of this domain',
    ]);
    expect(await catchAll(await inboxOf(other.key))).toEqual([
      403,
      'Inbox belongs to another organization',
    ]);
    expect(await catchAll('inb_none')).toEqual([404, expect.stringContaining('Inbox')]);
    expect((await api.get(key, domain.id)).body).toMatchObject({ catch_all_inbox_id: null });
  });

  it.each([
    [{ notify: ['nobody'] }, 'notify'],
    [{ notify: Array.from({ length: 6 }, (_, n) => `a${n}@example.com`) }, 'notify'],
    [{ subdomains: 'some' }, 'subdomains'],
    [{ sending: 'off' }, 'sending'],
  ])('refuses %j', async (body, named) => {
    const reply = await api.patch(key, (await api.add(key)).body.id, body);
    expect(reply.status).toBe(400);
    expect(reply.body.error).toContain(named);
  });
});

describe('DELETE /v1/domains/:id', () => {
  it('takes the domain away, once it has no inboxes', async () => {
    const domain = await api.active(key);
    const made = { key, body: { local_part: 'a', domain: domain.domain } };
    const { body: inbox } = await api.call('POST', '/v1/inboxes', made);
    const remove = () => api.call('DELETE', `/v1/domains/${domain.id}`, { key });
    expect((await remove()).status).toBe(409);
    await api.call('DELETE', `/v1/inboxes/${inbox.id}`, { key });
    expect(await remove()).toMatchObject({ status: 200, body: { id: domain.id, deleted: true } });
    expect((await remove()).status).toBe(404);
    withdrawAll(api.dns, domain.dns_records);
  });
});
