import { cachedResolver } from '../../src/dns/resolver.js';
import type { DnsSource } from '../../src/dns/answer.js';
import type { Analysis } from '../../src/mail/analysis.js';
import { createSenderVerifier } from '../../src/sender/verify.js';
import { createZone } from './dns-zone.js';
import { analysis, rawMail } from './mail.js';
import type { TestParts } from './services.js';
import { startApi, type Reply, type TestApi } from './start-api.js';

/** An API with mail: accepting, reading and waiting are real, the parser finds what the test says. */
export interface MailApi extends TestApi {
  /** An inbox of an organization that mail can be delivered to. */
  createInbox(orgId: string): Promise<TestInbox>;
  /** Accepts a mail and answers its id. */
  deliver(inbox: TestInbox, found?: Partial<Analysis>, raw?: Buffer): Promise<string>;
  /** Accepts one mail for several inboxes; answers its ids. */
  deliverTo(
    inboxes: readonly TestInbox[],
    found?: Partial<Analysis>,
    raw?: Buffer,
  ): Promise<readonly string[]>;
}

export interface TestInbox {
  readonly inboxId: string;
  readonly orgId: string;
  readonly address: string;
}

/** Starts one; `beside` is another process of the same database. */
export async function startMailApi({
  beside,
  dns = createZone(),
  parts = {},
}: { beside?: MailApi; dns?: DnsSource; parts?: TestParts } = {}): Promise<MailApi> {
  const results: Partial<Analysis>[] = [];
  const api = await startApi({
    parts: {
      parser: { parse: async () => analysis(results.shift()) },
      verifier: createSenderVerifier(cachedResolver(dns)),
      ...parts,
    },
    settings: { workflowUrl: (id) => `http://temporal.test/${encodeURIComponent(id)}` },
    ...(beside && { beside }),
  });

  const deliverTo: MailApi['deliverTo'] = (
    recipients,
    found = {},
    raw = rawMail({ Subject: 'Welcome' }),
  ) => {
    results.push(found);
    const source = { protocol: 'ESMTP', remoteAddress: '192.0.2.1', helo: 'mx.test', id: 's1' };
    return api.services.inbound.accept({
      mailFrom: 'bounce@northwind.example',
      recipients,
      raw,
      source,
    });
  };

  return {
    ...api,
    async createInbox(orgId) {
      const inboxId = await api.createInboxRow(orgId);
      await api.database.query('INSERT INTO inbox_counters (inbox_id) VALUES ($1)', [inboxId]);
      return { inboxId, orgId, address: `${inboxId}@example.test` };
    },
    deliver: async (inbox, ...mail) => (await deliverTo([inbox], ...mail))[0]!,
    deliverTo,
  };
}

/** Polls until `condition` holds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** The ids of a page. */
export const idsOf = ({ body }: Reply): string[] =>
  (body as { data: { id: string }[] }).data.map(({ id }) => id);

/** A key of the organization that is bound to another inbox than those there are. */
export async function keyOfOtherInbox(api: MailApi, key: string, orgId: string): Promise<string> {
  const { inboxId } = await api.createInbox(orgId);
  const made = await api.call('POST', `/v1/inboxes/${inboxId}/api-keys`, {
    key,
    body: { name: 'bound' },
  });
  return made.body.api_key as string;
}
