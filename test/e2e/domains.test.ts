import { createTransport } from 'nodemailer';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ShownDomain } from '../resources/domains/api.js';
import { publishAll } from '../resources/domains/dns.js';
import { startDohServer, type DohServer } from '../support/doh-server.js';
import { createTestTemporal, type TestTemporal } from '../support/temporal.js';
import { createSharedInstallation, type RunningService } from './installation.js';
import { acceptedAs, createInbox } from './mail.js';
import type { RestClient } from './rest-client.js';

let resolvers: DohServer[];
let installation: Awaited<ReturnType<typeof createSharedInstallation>>;
let service: RunningService;
let client: RestClient;
let temporal: TestTemporal;

beforeAll(async () => {
  resolvers = await Promise.all([startDohServer(), startDohServer('json'), startDohServer()]);
  installation = await createSharedInstallation({
    DOH_URL: resolvers.map(({ url }) => url).join(','),
    DNS_PORT: '0',
  });
  service = await installation.start();
  client = await installation.client(service);
  temporal = await createTestTemporal();
});
afterAll(async () => {
  await temporal.close();
  await installation.remove();
  await Promise.all(resolvers.map((resolver) => resolver.close()));
});

const publish = (records: Parameters<typeof publishAll>[1]) =>
  resolvers.forEach((resolver) => publishAll(resolver, records));

/** The code of the answer to a mail for an address. */
async function deliver(address: string): Promise<string> {
  const transport = createTransport({ host: service.smtp.host, port: service.smtp.port });
  const mail = { from: 'a@northwind.example', to: address, subject: 'Hello', text: 'Hello' };
  try {
    return (await transport.sendMail(mail)).response;
  } catch (error) {
    return (error as { readonly response: string }).response;
  } finally {
    transport.close();
  }
}

describe('a domain of an organization', () => {
  it('is added, published and verified: mail comes in, and leaves signed', async () => {
    const name = 'own.example';
    const added = await client.read<ShownDomain>('/v1/domains', { domain: name });
    expect(await deliver(`agent@${name}`)).toMatch(/^550 5\.1\.1 /);
    publish({ verification: added.dns_records.verification });
    const verify = () => client.call('POST', `/v1/domains/${added.id}/verify`, { body: {} });
    expect(await verify()).toMatchObject({ status: 200, body: { status: 'PENDING' } });
    expect(await deliver(`agent@${name}`)).toMatch(/^451 4\.3\.5 /);

    publish(added.dns_records);
    // Not in ten seconds, as it would be.
    await installation.database.database.query('UPDATE domains SET verify_asked_at = NULL');
    const verified = await verify();
    expect(verified).toMatchObject({ status: 200, body: { status: 'ACTIVE' } });
    const run = temporal.client.workflow.getHandle(`verifyDomain:${added.id}`);
    expect(await run.query('state')).toMatchObject({ status: 'ACTIVE' });

    const inbox = await createInbox(client, { local_part: 'agent', domain: name });
    const id = acceptedAs(await deliver(inbox.address));
    expect(await client.read(`/v1/emails/${id}`)).toMatchObject({ inbox_id: inbox.id });

    const mail = { to: 'somebody@elsewhere.example', subject: 'Hello', text: 'Hello' };
    const sent = await client.read<{ email_id: string; provider: string }>(
      `/v1/inboxes/${inbox.id}/send`,
      mail,
    );
    expect(sent.provider).toBe('capture');
    const raw = await client.download(`/v1/emails/${sent.email_id}/raw`);
    const resolver = async () => [[added.more_records.dkim_txt.value]];
    const { results } = await dkimVerify(raw, { resolver });
    expect(results.map(({ status }) => status.result)).toEqual(['pass']);
  });
});
