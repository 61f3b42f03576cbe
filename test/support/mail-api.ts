import { ArrivalHub } from '../../src/live/arrivals/hub.js';
import { Listener } from '../../src/live/listener.js';
import type { Analysis } from '../../src/mail/analysis.js';
import { AttachedWaits } from '../../src/resources/durable-waits/attached.js';
import { DurableWaitService } from '../../src/resources/durable-waits/service.js';
import { TABLES } from '../../src/tables.js';
import { DurableWaitStore } from '../../src/resources/durable-waits/store.js';
import { EmailService } from '../../src/resources/emails/service.js';
import { InboundService } from '../../src/resources/inbound/service.js';
import { findInbox } from '../../src/store/inboxes.js';
import { SenderChecks } from '../../src/resources/inbound/sender-checks.js';
import { ThreadService } from '../../src/resources/threads/service.js';
import { SenderWatches } from '../../src/resources/waits/sender-watch.js';
import { WaitService } from '../../src/resources/waits/service.js';
import { WaitStore } from '../../src/resources/waits/store.js';
import { nothing, type DnsSource } from '../../src/dns/answer.js';
import { cachedResolver } from '../../src/dns/resolver.js';
import { createOutbox } from '../../src/store/outbox.js';
import { createSenderVerifier } from '../../src/sender/verify.js';
import { analysis, rawMail } from './mail.js';
import { startApi, type ApiParts, type Reply, type TestApi } from './start-api.js';

/** An API with mail: accepting, reading and waiting are real, the parser finds what the test says. */
export interface MailApi extends TestApi {
  readonly hub: ArrivalHub<never>;
  /** Requests that are attached to durable waits. */
  readonly attachedWaits: AttachedWaits;
  /** Durable waits, as runs look at them. */
  readonly durableWaits: DurableWaitStore;
  /** An inbox of an organization that mail can be delivered to. */
  createInbox(orgId: string): Promise<TestInbox>;
  /** Accepts a mail and answers its id. */
  deliver(inbox: TestInbox, found?: Partial<Analysis>, raw?: Buffer): Promise<string>;
}

export interface TestInbox {
  readonly inboxId: string;
  readonly orgId: string;
  readonly address: string;
}

/** The DNS of a world in which nothing is published. */
const EMPTY_DNS: DnsSource = { ask: async () => nothing('no_name') };

/** Starts one; `beside` is another process of the same database. */
export async function startMailApi({
  beside,
  dns = EMPTY_DNS,
}: { beside?: MailApi; dns?: DnsSource } = {}): Promise<MailApi> {
  let hub!: ArrivalHub<never>;
  let listener!: Listener;
  let inbound!: InboundService;
  let durableWaits!: DurableWaitStore;
  let attachedWaits!: AttachedWaits;
  const results: Partial<Analysis>[] = [];
  const parse = async () => analysis(results.shift());

  const services = async ({ url, database, cursors, log }: ApiParts) => {
    const find = (id: string) => findInbox(database, id);
    const store = new WaitStore(database);
    listener = await Listener.start(url, log);
    const arrivals = new ArrivalHub(store, listener, log);
    hub = arrivals as unknown as ArrivalHub<never>;
    durableWaits = new DurableWaitStore(database, createOutbox());
    attachedWaits = new AttachedWaits(durableWaits, listener);
    const verifier = createSenderVerifier(cachedResolver(dns));
    const senders = new SenderWatches(new SenderChecks({ database, verifier }), listener);
    inbound = new InboundService({ database, parser: { parse }, mailDomain: 'mail.test', log });
    const workflowUrl = (id: string) => `http://temporal.test/${encodeURIComponent(id)}`;
    return {
      inbound,
      emails: new EmailService({ database, cursors, findInbox: find, workflowUrl, tables: TABLES }),
      threads: new ThreadService({ database, cursors, findInbox: find }),
      waits: new WaitService({ hub: arrivals, store, senders, findInbox: find }),
      durableWaits: new DurableWaitService({
        store: durableWaits,
        attached: attachedWaits,
        cursors,
        findInbox: find,
      }),
    };
  };
  const api = await startApi({ services, ...(beside && { beside }) });

  return {
    ...api,
    hub,
    attachedWaits,
    durableWaits,
    async createInbox(orgId) {
      const inboxId = await api.createInboxRow(orgId);
      await api.database.query('INSERT INTO inbox_counters (inbox_id) VALUES ($1)', [inboxId]);
      return { inboxId, orgId, address: `${inboxId}@example.test` };
    },
    async deliver(inbox, found = {}, raw = rawMail({ Subject: 'Welcome' })) {
      results.push(found);
      const source = { protocol: 'ESMTP', remoteAddress: '192.0.2.1', helo: 'mx.test', id: 's1' };
      const mail = { mailFrom: 'bounce@northwind.example', recipients: [inbox], raw, source };
      const [id] = await inbound.accept(mail);
      return id!;
    },
    async close() {
      hub.close();
      attachedWaits.close();
      await listener.close();
      await api.close();
    },
  };
}

/** Polls until `condition` holds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
}

/** The ids of a page. */
export const idsOf = ({ body }: Reply): string[] =>
  (body as { data: { id: string }[] }).data.map(({ id }) => id);
