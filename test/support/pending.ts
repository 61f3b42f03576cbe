import { Semaphore } from '../../src/semaphore.js';
import type { Database } from '../../src/db/database.js';
import { createLog } from '../../src/log.js';
import { PendingMail } from '../../src/resources/inbound/pending.js';
import type { Parser } from '../../src/resources/inbound/service.js';

/** Finishes mail that was put off, on a database of its own. */
export const pendingMail = (database: Database, parse: Parser['parse']): PendingMail =>
  new PendingMail({
    database,
    parser: { parse },
    largeTurns: new Semaphore(1),
    listener: { on: () => undefined, onReconnect: () => undefined },
    log: createLog('silent'),
  });
