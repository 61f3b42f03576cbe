import type { ProcessServices } from '../../src/composition/services.js';
import { parser } from './parser.js';
import type { OutgoingMail, SendOutcome } from '../../src/outbound/provider.js';
import { DOMAIN, outboundTo, TAKEN } from './services.js';
import { startApi, type ApiOptions, type Reply, type TestApi } from './start-api.js';

export { DOMAIN };

/** An API that sends: all is real but what hands mail to others, and attempts are made without Temporal. */
export interface SendingApi extends TestApi {
  readonly attempts: Attempts;
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

type Attempts = ProcessServices['background']['sending'];

/** Starts one; with `parts` of the test's own, `handed` and `outcomes` may be out of use. */
export async function startSendingApi(
  own: Pick<ApiOptions, 'parts' | 'settings' | 'config'> = {},
): Promise<SendingApi> {
  const handed: OutgoingMail[] = [];
  const outcomes: (SendOutcome | Error)[] = [];
  const worker = { running: true };
  const outbound = outboundTo(async (mail) => {
    handed.push(mail);
    const outcome = outcomes.shift() ?? TAKEN;
    // As if the process had ended.
    if (outcome instanceof Error) throw outcome;
    return outcome;
  });
  const api = await startApi({
    ...own,
    parts: async (test) => ({
      parser,
      outbound,
      ...(typeof own.parts === 'function' ? await own.parts(test) : own.parts),
    }),
  });
  const { inbound } = api.services;
  const { sending } = api.background;
  const begun: BegunAttempts = new Map();
  api.listener.on('outbox_ready', () => void attemptQueued(api, { sending, begun, worker }));
  // A test's own attempt is not one beside that of the worker, which comes when it comes.
  const attempt: Attempts['attempt'] = async (id, ...how) => {
    await begun.get(id);
    return sending.attempt(id, ...how);
  };
  const attempts: Attempts = Object.assign(Object.create(sending) as Attempts, { attempt });
  return {
    ...api,
    attempts,
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
  };
}

/** By email, what the worker makes of it. */
type BegunAttempts = Map<string, Promise<unknown>>;

/** What runs of `sendEmail` do first. */
async function attemptQueued(
  { database }: TestApi,
  {
    sending,
    begun,
    worker,
  }: {
    readonly sending: Attempts;
    readonly begun: BegunAttempts;
    readonly worker: { readonly running: boolean };
  },
): Promise<void> {
  if (!worker.running) return;
  const rows = await database
    .query<{ email_id: string }>(`SELECT email_id FROM sends WHERE status = 'queued'`)
    .catch(() => []);
  for (const { email_id: id } of rows) {
    const attempt = sending.attempt(id, `sendEmail:${id}`).catch(() => undefined);
    begun.set(id, Promise.all([begun.get(id), attempt]));
  }
}
