import { Listener } from '../../src/live/listener.js';
import { createLog } from '../../src/log.js';
import { analyse } from '../../src/mail/reading/analyse.js';
import type { Outbound, OutgoingMail, SendOutcome } from '../../src/outbound/provider.js';
import { DraftService } from '../../src/resources/drafts/service.js';
import { AttachedWaits } from '../../src/resources/durable-waits/attached.js';
import { DurableWaitService } from '../../src/resources/durable-waits/service.js';
import { DurableWaitStore } from '../../src/resources/durable-waits/store.js';
import { EmailService } from '../../src/resources/emails/service.js';
import { InboundService } from '../../src/resources/inbound/service.js';
import { InboxEntity } from '../../src/resources/inboxes/entities.js';
import { findInbox } from '../../src/store/inboxes.js';
import { InboxService } from '../../src/resources/inboxes/service.js';
import { AddressRuleEntity } from '../../src/resources/lists/entities.js';
import { ListService } from '../../src/resources/lists/service.js';
import { SendAttempts, type SendAttemptsDeps } from '../../src/resources/sending/attempts.js';
import { Reminding } from '../../src/resources/sending/reminding.js';
import { SendingService } from '../../src/resources/sending/service.js';
import { SendWatches } from '../../src/resources/sending/watch.js';
import { SuppressionEntity } from '../../src/resources/suppressions/entities.js';
import { SuppressionService } from '../../src/resources/suppressions/service.js';
import { TABLES } from '../../src/tables.js';
import type { Services } from '../../src/composition/services.js';
import { createOutbox } from '../../src/store/outbox.js';
import { startApi, type ApiParts, type Reply, type TestApi } from './start-api.js';

/** The domain of inboxes in these tests. */
export const DOMAIN = 'mail.test';

/** An API that sends: all is real but what hands mail to others, and attempts are made without Temporal. */
export interface SendingApi extends TestApi {
  readonly attempts: SendAttempts;
  /** What runs of durable waits look with, and remind with. */
  readonly durableWaits: DurableWaitStore;
  readonly reminding: Reminding;
  readonly inbound: InboundService;
  readonly listener: Listener;
  /** What was handed to others. */
  readonly handed: OutgoingMail[];
  /** What the next mails that are handed over come to; after them all is accepted. */
  readonly outcomes: (SendOutcome | Error)[];
  /** Whether attempts are made as soon as a mail is queued. */
  readonly worker: { running: boolean };
  /** An inbox of an organization. */
  createInbox(key: string, given?: object): Promise<SendingTestInbox>;
  /** A mail that arrives from outside; answers its id. */
  receive(inbox: SendingTestInbox, raw: string, mailFrom?: string): Promise<string>;
  send(key: string, inbox: SendingTestInbox, message: object, headers?: object): Promise<Reply>;
}

/** An inbox as tests need it. */
export interface SendingTestInbox {
  readonly id: string;
  readonly address: string;
}

const ACCEPTED: SendOutcome = {
  kind: 'accepted',
  providerMessageId: 'p-1',
  response: '250 2.0.0 Ok: queued as p-1',
  refused: [],
};

/** Starts one; `more` are services beyond those that send single mails, `change` what attempts are made with. */
export async function startSendingApi(
  more: (parts: ApiParts, listener: Listener) => Partial<Services> = () => ({}),
  change: Change = (deps) => deps,
): Promise<SendingApi> {
  const handed: OutgoingMail[] = [];
  const outcomes: (SendOutcome | Error)[] = [];
  const worker = { running: true };
  const outbound: Outbound = {
    service: 'smtp',
    line: () => null,
    send: (_settings, mail) => outbound.sendByService(mail),
    async sendByService(mail) {
      await mail.leave?.();
      handed.push(mail);
      const outcome = outcomes.shift() ?? ACCEPTED;
      // As if the process had ended.
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    close: async () => undefined,
  };
  const made: { parts?: Made } = {};
  const api = await startApi({
    entities: [InboxEntity, AddressRuleEntity, SuppressionEntity],
    services: async (parts) => {
      const { services, listener } = (made.parts = await make(parts, outbound, change));
      return { ...services, ...more(parts, listener) };
    },
  });
  const { attempts, inbound, listener, watches, durableWaits, reminding, attached } = made.parts!;
  listener.on('outbox_ready', () => void attemptQueued(api, attempts, worker));
  return {
    ...api,
    attempts,
    durableWaits,
    reminding,
    inbound,
    listener,
    handed,
    outcomes,
    worker,
    async createInbox(key, given = {}) {
      const { body } = await api.call('POST', '/v1/inboxes', { key, body: given });
      return body as SendingTestInbox;
    },
    async receive(inbox, raw, mailFrom = 'somebody@example.com') {
      const recipient = (await inbound.findRecipient(inbox.address))!;
      const [id] = await inbound.accept({
        mailFrom,
        recipients: [recipient],
        raw: Buffer.from(raw.replace(/\r?\n/g, '\r\n')),
        source: { protocol: 'ESMTP', remoteAddress: '192.0.2.1', helo: 'mx.test', id: 's1' },
      });
      return id!;
    },
    send: (key, inbox, body, headers = {}) =>
      api.call('POST', `/v1/inboxes/${inbox.id}/send`, { key, body, headers: { ...headers } }),
    async close() {
      watches.close();
      attached.close();
      await listener.close();
      await api.close();
    },
  };
}

type Change = (
  deps: SendAttemptsDeps,
  parts: Pick<ApiParts, 'url'>,
) => SendAttemptsDeps | Promise<SendAttemptsDeps>;

type Made = Awaited<ReturnType<typeof make>>;

async function make(
  { url, database, vault, cursors, log }: ApiParts,
  outbound: Outbound,
  change: Change,
) {
  const listener = await Listener.start(url, log);
  const outbox = createOutbox();
  const watches = new SendWatches(database, listener);
  const parser = { parse: analyse };
  const inbound = new InboundService({ database, parser, mailDomain: DOMAIN, log });
  const attempts = new SendAttempts(
    await change(
      {
        database,
        vault,
        acceptance: inbound,
        outbound,
        mailDomain: DOMAIN,
        log: createLog('silent'),
      },
      { url },
    ),
  );
  const lists = new ListService({ database, cursors });
  const imap = { host: DOMAIN, port: 993 };
  const workflowUrl = () => null;
  const find = (id: string) => findInbox(database, id);
  const sending = new SendingService({
    database,
    ledger: database,
    parser,
    watches,
    outbox,
    workflowUrl,
  });
  const durableWaits = new DurableWaitStore(database, outbox);
  const attached = new AttachedWaits(durableWaits, listener);
  const services = {
    inbound,
    lists,
    inboxes: new InboxService({
      database,
      cursors,
      lists,
      imap,
      mailDomain: DOMAIN,
      outbox,
      tables: TABLES,
    }),
    emails: new EmailService({ database, cursors, findInbox: find, workflowUrl, tables: TABLES }),
    suppressions: new SuppressionService({ database, cursors }),
    sending,
    drafts: new DraftService({ database, files: database, cursors, findInbox: find, sending }),
    durableWaits: new DurableWaitService({
      store: durableWaits,
      attached,
      cursors,
      findInbox: find,
    }),
  };
  const reminding = new Reminding({ database, waits: durableWaits, sending });
  return { services, attempts, inbound, listener, watches, durableWaits, reminding, attached };
}

/** What runs of `sendEmail` do first. */
async function attemptQueued(
  { database }: TestApi,
  attempts: SendAttempts,
  worker: { readonly running: boolean },
): Promise<void> {
  if (!worker.running) return;
  const rows = await database
    .query<{ email_id: string }>(`SELECT email_id FROM sends WHERE status = 'queued'`)
    .catch(() => []);
  for (const { email_id: id } of rows) void attempts.attempt(id, `sendEmail:${id}`).catch(() => {});
}
