import { createActivities } from '../../activities/index.js';
import { createLog } from '../../src/log.js';
import { analyse } from '../../src/mail/reading/analyse.js';
import type { Outbound, OutgoingMail, SendOutcome } from '../../src/outbound/provider.js';
import { ENDS_OF_BULKS } from '../../src/resources/bulk/ending.js';
import { BulkRuns } from '../../src/resources/bulk/runs.js';
import { BulkService } from '../../src/resources/bulk/service.js';
import { ContactListService } from '../../src/resources/contact-lists/service.js';
import { createUnsubscribeTokens } from '../../src/resources/contact-lists/unsubscribe-links.js';
import { SendAttempts } from '../../src/resources/sending/attempts.js';
import { SendWatches } from '../../src/resources/sending/watch.js';
import { createOutbox } from '../../src/store/outbox.js';
import type { RunningWorker } from '../../src/temporal/running-worker.js';
import { startWorker } from '../../workers/run.js';
import { IDLE_ENDPOINTS, IDLE_SERVICES } from './idle-services.js';
import { DOMAIN, startSendingApi, type SendingApi } from './sending-api.js';
import type { Reply } from './start-api.js';
import { bundlePath, createTestTemporal, type TestTemporal } from './temporal.js';

/** An API that sends in bulk by real runs: all is real but what hands mail to others. */
export interface BulkApi extends SendingApi {
  readonly temporal: TestTemporal;
  readonly runs: BulkRuns;
  /** What hands mail over: what it answers may be changed. */
  readonly others: Others;
  /** A worker beside others; it looks for lost work every `seconds`. */
  startWorker(seconds?: number): RunningWorker;
  bulk(key: string, body: object, headers?: object): Promise<Reply<BulkBody>>;
  /** A bulk send; `query` with its question mark. */
  read(key: string, id: string, query?: string): Promise<Reply<BulkBody>>;
  /** The bulk send once it has ended. */
  ended(key: string, id: string): Promise<Reply<BulkBody>>;
}

/** A bulk send, or what is wrong with a request. */
export interface BulkBody {
  readonly id: string;
  readonly status: string;
  readonly total: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly completed_at: string | null;
  readonly results: readonly BulkResult[];
  readonly cursor: string | null;
  readonly has_more: boolean;
  readonly error: string;
}

/** What became of a message. */
export interface BulkResult {
  readonly index: number;
  readonly client_ref: string | null;
  readonly ok: boolean;
  readonly email_id: string | null;
  readonly status: string;
  readonly error: string | null;
}

/** Who is sent mail. */
export interface Others {
  readonly handed: OutgoingMail[];
  respond(mail: OutgoingMail): Promise<SendOutcome>;
}

/** What others answer that take a mail. */
export const TAKEN: SendOutcome = {
  kind: 'accepted',
  providerMessageId: 'p-1',
  response: '250 2.0.0 Ok: queued as p-1',
  refused: [],
};

/** Where links to unsubscribe lead in these tests. */
export const PUBLIC_URL = 'https://mail.test';

/** Starts one; with `way` mail leaves by that, and not to `others`. */
export async function startBulkApi(way?: Outbound): Promise<BulkApi> {
  const temporal = await createTestTemporal();
  const tokens = createUnsubscribeTokens(Buffer.alloc(32, 5));
  const parser = { parse: analyse };
  const watching: { watches?: SendWatches } = {};
  const api = await startSendingApi(({ database, cursors }, listener) => {
    const watches = (watching.watches = new SendWatches(database, listener, ENDS_OF_BULKS));
    const deps = { database, cursors, parser, watches, outbox: createOutbox() };
    return {
      contactLists: new ContactListService({ ...deps, background: database, tokens }),
      bulk: new BulkService({ ...deps, ledger: database, publicUrl: PUBLIC_URL }),
    };
  });
  // Mail is attempted by runs alone.
  api.worker.running = false;
  const { database, vault, inbound: acceptance } = api;
  const others: Others = { handed: [], respond: async () => TAKEN };
  const toOthers: Outbound = {
    service: 'smtp',
    line: () => null,
    send: (_settings, mail) => toOthers.sendByService(mail),
    async sendByService(mail) {
      await mail.leave?.();
      others.handed.push(mail);
      return others.respond(mail);
    },
    close: async () => undefined,
  };
  const outbound = way ?? toOthers;
  const log = createLog('silent');
  const parts = { database, vault, acceptance, outbound, mailDomain: DOMAIN, log };
  const attempts = new SendAttempts(parts);
  const runs = new BulkRuns({ database, parser, tokens, attempts });
  const workers: RunningWorker[] = [];
  const read = (key: string, id: string, query = '') =>
    api.call<BulkBody>('GET', `/v1/send/bulk/${id}${query}`, { key });
  return {
    ...api,
    temporal,
    runs,
    others,
    startWorker(seconds = 60) {
      const worker = startWorker({
        temporal: temporal.options,
        activities: createActivities({ ...IDLE_SERVICES, sending: attempts, bulks: runs }),
        database,
        endpoints: IDLE_ENDPOINTS,
        listener: api.listener,
        log,
        bundlePath,
        reconcileEvery: seconds,
      });
      workers.push(worker);
      return worker;
    },
    bulk: (key, body, headers = {}) =>
      api.call<BulkBody>('POST', '/v1/send/bulk', { key, body, headers: { ...headers } }),
    read,
    async ended(key, id) {
      for (;;) {
        const reply = await read(key, id);
        if (reply.body.completed_at !== null) return reply;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.shutdown()));
      watching.watches?.close();
      await temporal.close();
      await api.close();
    },
  };
}
