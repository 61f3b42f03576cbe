import { domainToASCII } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startDomainsApi, type DomainsApi } from '../resources/domains/api.js';
import { publishAll } from '../resources/domains/dns.js';
import { limitedKey } from '../resources/inboxes/api.js';

let api: DomainsApi;
let key: string;
let orgId: string;

beforeAll(async () => {
  api = await startDomainsApi();
});
beforeEach(async () => {
  ({ key, orgId } = await api.createOrg());
  api.dns.heal();
});
afterAll(() => api.close());

describe('POST /v1/domains', () => {
  it('answers 201 with the five records, and everything else beside them', async () => {
    const name = api.newName();
    const reply = await api.add(key, `${name.toUpperCase()}.`);
    expect(reply.status).toBe(201);
    const { dns_records: records } = reply.body;
    expect(Object.keys(records)).toEqual(['verification', 'mx', 'spf', 'dkim', 'dmarc']);
    expect(records).toMatchObject({
      verification: {
        type: 'TXT',
        name: `_restante.${name}`,
        value: expect.stringMatching(/^restante-verification=[0-9a-f]{40}$/),
        status: null,
        found: [],
      },
      mx: [
        { type: 'MX', name, value: 'mx1.mail.test', priority: 10 },
        { type: 'MX', name, value: 'mx2.mail.test', priority: 20 },
      ],
      spf: { type: 'TXT', name, value: 'v=spf1 include:_spf.mail.test ~all' },
      dkim: {
        type: 'CNAME',
        name: `rst1._domainkey.${name}`,
        value: expect.stringMatching(/^[0-9a-f]{30}\.dkim\.mail\.test$/),
        alternative: { type: 'TXT', value: reply.body.more_records.dkim_txt.value },
      },
      dmarc: { type: 'TXT', name: `_dmarc.${name}`, value: 'v=DMARC1; p=none' },
    });
    expect(reply.body).toMatchObject({
      id: expect.stringMatching(/^dom_/),
      domain: name,
      unicode: name,
      status: 'PENDING',
      checks: { verification: false, mx: false, spf: false, dkim: false, dmarc: false },
      more_records: {
        dkim_txt: { type: 'TXT', value: expect.stringContaining('v=DKIM1; k=rsa; p=M') },
      },
      conflicts: [],
      workflow_id: `verifyDomain:${reply.body.id}`,
    });
  });

  it('is looked at by its run, in a minute', async () => {
    const { body } = await api.add(key);
    const [row] = await api.database.query<{ workflow_id: string; wait: number }>(
      `SELECT o.workflow_id, extract(epoch FROM d.next_look_at - d.created_at)::int AS wait
       FROM outbox o JOIN domains d ON d.id = o.resource_id WHERE d.id = $1`,
      [body.id],
    );
    expect(row).toEqual({ workflow_id: `verifyDomain:${body.id}`, wait: 60 });
  });

  it.each(['bücher', 'ምሳሌ', '例えば-abc'])('stores %s as the DNS has it', async (label) => {
    const name = `${label}.${api.newName()}`;
    const { body } = await api.add(key, name);
    expect(body).toMatchObject({ domain: domainToASCII(name), unicode: name });
  });

  it.each([
    ['a b.example'],
    ['-a.example'],
    ['example..com'],
    ['192.0.2.1'],
    ['[::1]'],
    ['example'],
    ['com'],
    ['co.uk'],
    ['github.io'],
    ['localhost'],
    ['printer.local'],
    ['2.0.192.in-addr.arpa'],
    ['a.onion'],
    ['a.invalid'],
    ['mail.test'],
    ['sub.mail.test'],
    ['pаypal.example'],
    ['payⲣal.example'],
    ['a.example/b'],
    ['a.example?b'],
    ['a%2eexample'],
    [`${'a'.repeat(64)}.example`],
  ])('refuses %s by name', async (domain) => {
    const reply = await api.add(key, domain);
    expect(reply.status).toBe(400);
    expect(reply.body.error).toMatch(/^domain /);
  });

  it('answers 409 to an organization that has the name, and tells nothing of others', async () => {
    const name = api.newName();
    const first = await api.active(key, name);
    expect((await api.add(key, name)).body.error).toContain(first.id);
    expect((await api.add(key, name)).status).toBe(409);
    const other = await api.createOrg();
    const added = await api.add(other.key, name);
    expect(added.status).toBe(201);
    expect(added.body.dns_records.verification.value).not.toBe(
      first.dns_records.verification.value,
    );
  });

  it('is closed to keys that are bound to inboxes, or lack the scope', async () => {
    const bound = await limitedKey(api, key, {
      allowed_inbox_ids: [await api.createInboxRow(orgId)],
    });
    expect((await api.add(bound)).status).toBe(403);
    const scoped = await limitedKey(api, key, { scopes: ['inboxes:read'] });
    expect((await api.add(scoped)).status).toBe(403);
  });

  it('allows a number of domains and no more', async () => {
    const { orgId: full, key: of } = await api.createOrg('pro');
    await api.database.query(
      `INSERT INTO domains (id, org_id, domain, token)
       SELECT 'dom_full' || n, $1, n || '.full.example', '' FROM generate_series(1, 100) AS n`,
      [full],
    );
    const reply = await api.add(of);
    expect(reply).toMatchObject({ status: 403, body: { error: expect.stringContaining('100') } });
  });
});

describe('POST /v1/domains/:id/verify', () => {
  it('makes a domain ACTIVE by one good look, and tells of it', async () => {
    const { body } = await api.add(key);
    publishAll(api.dns, body.dns_records);
    const reply = await api.call('POST', `/v1/domains/${body.id}/verify`, { key });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        id: body.id,
        domain: body.domain,
        status: 'ACTIVE',
        reason: null,
        checks: { verification: true, mx: true, spf: true, dkim: true, dmarc: true },
        verified_at: expect.any(String),
        dns_records: { mx: [{ status: 'ok' }, { status: 'ok' }], spf: { status: 'ok' } },
      },
    });
    const events = await api.database.query(
      'SELECT kind FROM events WHERE resource_id = $1 ORDER BY seq',
      [body.id],
    );
    expect(events).toEqual([{ kind: 'domain.verified' }]);
  });

  it('says of each record how it is published, and until when nothing may be remembered', async () => {
    const name = api.newName();
    const { body } = await api.add(key, name);
    api.dns.publish(name, { priority: 5, exchange: 'mx.elsewhere.example' }, 'MX');
    api.dns.publish(name, 'v=spf1 include:other.example -all');
    api.dns.publish(`_dmarc.${name}`, 'v=DMARC1; p=none');
    api.dns.publish(`_dmarc.${name}`, 'v=DMARC1; p=reject');
    const reply = await api.verify(key, body.id);
    expect(reply.body).toMatchObject({
      status: 'PENDING',
      reason: expect.stringContaining('verification is missing'),
      dns_records: {
        verification: { status: 'missing', remembered_until: expect.any(String) },
        mx: [{ status: 'mismatch', found: ['5 mx.elsewhere.example'] }, { status: 'mismatch' }],
        spf: {
          status: 'mismatch',
          suggestion: 'v=spf1 include:_spf.mail.test include:other.example -all',
        },
        dkim: { status: 'missing' },
        dmarc: { status: 'duplicate' },
      },
      conflicts: [{ record: 'mx', host: 'mx.elsewhere.example', suggestion: `agents.${name}` }],
    });
  });

  it('keeps of what strangers publish what can be kept, and no more than tells', async () => {
    const name = api.newName();
    const { body } = await api.add(key, name);
    const { verification } = body.dns_records;
    api.dns.publish(verification.name, 'a\0b');
    for (let text = 0; text < 50; text++)
      api.dns.publish(verification.name, `${text}${'x'.repeat(5_000)}`);
    api.dns.publish(name, { priority: 5, exchange: 'mx\0.elsewhere.example' }, 'MX');
    const { status, body: seen } = await api.verify(key, body.id);
    expect(status).toBe(200);
    expect(seen.dns_records).toMatchObject({ mx: [{ found: ['5 mx.elsewhere.example'] }, {}] });
    const { found } = seen.dns_records.verification as unknown as { found: string[] };
    expect(found).toHaveLength(20);
    expect(found[0]).toBe('ab');
    expect(Math.max(...found.map(({ length }) => length))).toBe(2_000);
    const { body: history } = await api.call('GET', `/v1/domains/${body.id}/history`, { key });
    expect(history.data).toHaveLength(5);
  });

  it('takes the key itself in place of the alias', async () => {
    const { body } = await api.add(key);
    const { dkim, ...others } = body.dns_records;
    publishAll(api.dns, others);
    api.dns.publish(dkim.name, dkim.alternative!.value);
    expect((await api.verify(key, body.id)).body).toMatchObject({
      status: 'ACTIVE',
      dkim: { selector: 'rst1', key_visible: true },
    });
  });

  it('is answered once in ten seconds', async () => {
    const { body } = await api.add(key);
    await api.verify(key, body.id);
    const again = await api.call('POST', `/v1/domains/${body.id}/verify`, { key });
    expect(again.status).toBe(429);
    expect(again.body.retry_after_seconds).toBeLessThanOrEqual(10);
  });

  it('outvotes one resolver that lies', async () => {
    const { body } = await api.add(key);
    publishAll(api.dns, body.dns_records);
    api.dns.resolvers[0]!.withdraw(body.dns_records.verification.name);
    api.dns.resolvers[1]!.fail(body.dns_records.dmarc.name);
    expect((await api.verify(key, body.id)).body.status).toBe('ACTIVE');
  });

  it('changes nothing where resolvers do not agree, or are away', async () => {
    const domain = await api.active(key);
    const { name } = domain.dns_records.spf;
    api.dns.resolvers[0]!.fail(name);
    api.dns.resolvers[1]!.withdraw(name);
    const torn = await api.verify(key, domain.id);
    expect(torn.body).toMatchObject({
      status: 'ACTIVE',
      failing_since: null,
      dns_records: { spf: { status: 'ok', error: expect.stringContaining('one: SERVFAIL') } },
    });
    api.dns.goAway();
    const away = await api.verify(key, domain.id);
    expect(away).toMatchObject({ status: 200, body: { status: 'ACTIVE', failing_since: null } });
  });
});
