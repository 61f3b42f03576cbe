import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createDns, publishAll, type TestDns } from '../resources/domains/dns.js';
import { startApi, type TestApi } from '../support/start-api.js';

let dns: TestDns;
let api: TestApi;
let key: string;
let domains = 0;

beforeAll(async () => {
  dns = createDns();
  api = await startApi({ parts: { resolvers: dns.resolvers } });
});
beforeEach(async () => {
  ({ key } = await api.createOrg());
});
afterAll(() => api.close());

interface Added {
  readonly id: string;
  readonly domain: string;
  readonly dns_records: Parameters<typeof publishAll>[1];
}

async function add(domain = `mail${++domains}.example`, as = key): Promise<Added> {
  return (await api.call<Added>('POST', '/v1/domains', { key: as, body: { domain } })).body;
}

const look = async (id: string) => api.background.domainCare.looking.look(id);

/** Brings what a look goes by into the past, as if so many seconds had gone by. */
const age = (id: string, seconds: number) =>
  api.database.query(
    `UPDATE domains SET checked_at = checked_at - make_interval(secs => $2),
       holder_gone_since = holder_gone_since - make_interval(secs => $2) WHERE id = $1`,
    [id, seconds],
  );

async function active(domain?: string, as = key): Promise<Added> {
  const added = await add(domain, as);
  publishAll(dns, added.dns_records);
  await look(added.id);
  return added;
}

const createInbox = (body: object, as = key) => api.call('POST', '/v1/inboxes', { key: as, body });
const found = async (address: string) =>
  (await api.services.inbound.findRecipient(address))?.inboxId ?? null;

describe('inboxes of an own domain', () => {
  it('are made once it is verified, also under names that are reserved elsewhere', async () => {
    const added = await add();
    const body = { local_part: 'admin', domain: added.domain.toUpperCase() };
    const early = await createInbox(body);
    expect(early).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('PENDING') },
    });
    publishAll(dns, added.dns_records);
    await look(added.id);
    const made = await createInbox(body);
    expect(made).toMatchObject({
      status: 201,
      body: { address: `admin@${added.domain}`, domain: added.domain },
    });
    expect((await createInbox(body)).status).toBe(409);
    expect(await found(`ADMIN+tag@${added.domain}`)).toBe(made.body.id);
  });

  it('are not made at domains of others', async () => {
    const { domain } = await active();
    const other = await api.createOrg();
    const refused = await createInbox({ local_part: 'a', domain }, other.key);
    expect(refused).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^domain /) },
    });
  });
});

describe('mail for an own domain', () => {
  it('is put off once the verification record was seen, and refused before', async () => {
    const added = await add();
    const address = `ceo@${added.domain}`;
    expect(await api.services.inbound.isAwaited(address)).toBe(false);
    const { verification } = added.dns_records;
    publishAll(dns, { verification: verification! });
    await look(added.id);
    expect(await found(address)).toBeNull();
    expect(await api.services.inbound.isAwaited(address)).toBe(true);
  });

  it('goes to the catch-all where no inbox has the address', async () => {
    const { id, domain } = await active();
    const [oldest, all] = [
      (await createInbox({ local_part: 'first', domain })).body.id,
      (await createInbox({ local_part: 'all', domain })).body.id,
    ];
    expect(await found(`unknown@${domain}`)).toBeNull();
    expect(await found(`postmaster@${domain}`)).toBe(oldest);
    expect(await found(`abuse@${domain}`)).toBe(oldest);
    await api.call('PATCH', `/v1/domains/${id}`, { key, body: { catch_all_inbox_id: all } });
    expect(await found(`unknown@${domain}`)).toBe(all);
    expect(await found(`postmaster@${domain}`)).toBe(all);
    expect(await found(`first@${domain}`)).toBe(oldest);
    const own = (await createInbox({ local_part: 'abuse', domain })).body.id;
    expect(await found(`abuse@${domain}`)).toBe(own);
    await api.call('DELETE', `/v1/inboxes/${all}`, { key });
    expect(await found(`unknown@${domain}`)).toBeNull();
  });

  it('takes the short way only while the last look saw our mail exchangers', async () => {
    const { id, domain, dns_records: records } = await active();
    await createInbox({ local_part: 'a', domain });
    const near = async () => (await api.services.inbound.findRecipient(`a@${domain}`))?.isNear;
    expect(await near()).toBe(true);
    dns.withdraw(domain, 'MX');
    await look(id);
    expect(await near()).toBe(false);
    publishAll(dns, { mx: records['mx']! });
    await look(id);
    expect(await near()).toBe(true);
  });
});

describe('a name that two organizations bring', () => {
  it('changes hands once the holder has left it, and no old inbox sees a mail', async () => {
    const first = await active();
    const { domain } = first;
    const old = (await createInbox({ local_part: 'ceo', domain })).body.id;
    const other = await api.createOrg();
    const second = await add(domain, other.key);
    publishAll(dns, second.dns_records);
    // Their alias and ours have one name: whoever has the DNS changes it.
    dns.withdraw(`rst1._domainkey.${domain}`, 'CNAME');
    publishAll(dns, { dkim: second.dns_records['dkim']! });
    const { mx, spf, dmarc } = second.dns_records;
    for (const record of [mx, spf, dmarc].flat())
      if (record) dns.withdraw(record.name, record.type);
    publishAll(dns, { mx: mx!, spf: spf!, dmarc: dmarc! });
    const stays = await look(second.id);
    expect(stays).toMatchObject({ status: 'PENDING', handover: false });

    dns.withdraw(`_restante.${domain}`);
    publishAll(dns, { verification: second.dns_records['verification']! });
    expect(await look(second.id)).toMatchObject({ status: 'PENDING', handover: false });
    await age(second.id, 601);
    expect(await look(second.id)).toMatchObject({ status: 'PENDING', handover: true });
    expect(await found(`ceo@${domain}`)).toBe(old);
    expect(await api.background.domainCare.handover.take(second.id)).toBe(true);
    expect(await api.background.domainCare.handover.take(second.id)).toBe(false);
    // The run of who had it tells of that now.
    const signals = await api.database.query(
      `SELECT resource_id FROM outbox WHERE workflow_id = 'verifyDomain:' || resource_id
         AND signal = 'domainChanged' AND resource_id = ANY ($1)`,
      [[first.id, second.id]],
    );
    expect(signals).toEqual([{ resource_id: first.id }]);

    const now = await api.call('GET', `/v1/domains/${second.id}`, { key: other.key });
    expect(now.body).toMatchObject({ status: 'ACTIVE', reason: null });
    const before = await api.call('GET', `/v1/domains/${first.id}`, { key });
    expect(before.body).toMatchObject({
      status: 'FAILED',
      reason: expect.stringContaining('verified elsewhere'),
    });
    expect(await found(`ceo@${domain}`)).toBeNull();
    const made = await createInbox({ local_part: 'ceo', domain }, other.key);
    expect(made.status).toBe(201);
    expect(await found(`ceo@${domain}`)).toBe(made.body.id);
    const kept = await api.call('GET', `/v1/inboxes/${old}`, { key });
    expect(kept.body.address).toBe(`ceo@${domain}`);
  });

  it('has one holder, however many verify at once', async () => {
    const domain = `race${++domains}.example`;
    const orgs = await Promise.all(Array.from({ length: 10 }, () => api.createOrg()));
    const added = await Promise.all(orgs.map(({ key: as }) => add(domain, as)));
    for (const { dns_records: records } of added)
      publishAll(dns, { verification: records['verification']! });
    const { mx, spf, dmarc } = added[0]!.dns_records;
    publishAll(dns, { mx: mx!, spf: spf!, dmarc: dmarc! });
    for (const { dns_records: records } of added) publishAll(dns, { dkim: records['dkim']! });
    await Promise.all([...added, ...added].map(({ id }) => look(id)));
    const rows = await api.database.query(
      `SELECT id FROM domains WHERE domain = $1 AND status = 'ACTIVE'`,
      [domain],
    );
    expect(rows).toHaveLength(1);
  });

  it('is shared below only where the holder above lets others in', async () => {
    const parent = await active();
    const other = await api.createOrg();
    const child = await active(`team.${parent.domain}`, other.key);
    expect(await look(child.id)).toMatchObject({
      status: 'PENDING',
      summary: expect.stringContaining(parent.domain),
    });
    const own = await active(`own.${parent.domain}`);
    expect(await look(own.id)).toMatchObject({ status: 'ACTIVE' });
    await api.call('PATCH', `/v1/domains/${parent.id}`, { key, body: { subdomains: 'any' } });
    expect(await look(child.id)).toMatchObject({ status: 'ACTIVE' });
  });
});
