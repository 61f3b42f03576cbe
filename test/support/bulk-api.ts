import { createActivities } from '../../activities/index.js';
import type { Outbound, OutgoingMail, SendOutcome } from '../../src/outbound/provider.js';
import { createLog } from '../../src/log.js';
import type { RunningWorker } from '../../src/temporal/work.js';
import { startWorker } from '../../workers/run.js';
import { IDLE_ENDPOINTS, IDLE_SERVICES } from './all-facts.js';
import { startSendingApi, type SendingApi } from './sending-api.js';
import { outboundTo, TAKEN } from './services.js';
import type { Reply } from './start-api.js';
import { bundlePath, createTestTemporal, type TestTemporal } from './temporal.js';

export { TAKEN };

/** An API that sends in bulk by real runs: all is real but what hands mail to others. */
export interface BulkApi extends SendingApi {
  readonly temporal: TestTemporal;
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

/** Where links to unsubscribe lead in these tests. */
export const PUBLIC_URL = 'https://mail.test';

/** Starts one; with `way` mail leaves by that, and not to `others`. */
export async function startBulkApi(way?: Outbound): Promise<BulkApi> {
  const temporal = await createTestTemporal();
  const outcomes: (SendOutcome | Error)[] = [];
  const others: Others = {
    handed: [],
    async respond() {
      const outcome = outcomes.shift() ?? TAKEN;
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  };
  const toOthers = outboundTo((mail) => {
    others.handed.push(mail);
    return others.respond(mail);
  });
  const api = await startSendingApi({
    parts: { outbound: way ?? toOthers },
    settings: { publicUrl: () => PUBLIC_URL },
  });
  // Mail is attempted by runs alone.
  api.worker.running = false;
  const { sending, bulks } = api.background;
  const workers: RunningWorker[] = [];
  const read = (key: string, id: string, query = '') =>
    api.call<BulkBody>('GET', `/v1/send/bulk/${id}${query}`, { key });
  return {
    ...api,
    handed: others.handed,
    outcomes,
    temporal,
    others,
    startWorker(seconds = 60) {
      const worker = startWorker({
        temporal: temporal.options,
        activities: createActivities({ ...IDLE_SERVICES, sending, bulks }),
        database: api.database,
        endpoints: IDLE_ENDPOINTS,
        listener: api.listener,
        log: createLog('silent'),
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
      await temporal.close();
      await api.close();
    },
  };
}
