import type { Semaphore } from '../semaphore.js';
import type { Cursors } from '../db/cursor.js';
import type { Listener } from '../live/listener.js';
import type { Databases } from '../db/pools.js';
import type { Egress } from '../egress/egress.js';
import type { Log } from '../log.js';
import type { ParsePool } from '../mail/pool/parse-pool.js';
import type { Outbound } from '../outbound/provider.js';
import { ENDS_OF_BULKS } from '../resources/bulk/ending.js';
import { BulkRuns } from '../resources/bulk/runs.js';
import { BulkService } from '../resources/bulk/service.js';
import type { UnsubscribeTokens } from '../resources/contact-lists/unsubscribe-links.js';
import { DraftService } from '../resources/drafts/service.js';
import { DurableWaitStore } from '../resources/durable-waits/store.js';
import { InboundService } from '../resources/inbound/service.js';
import { SendAttempts } from '../resources/sending/attempts.js';
import { Reminding } from '../resources/sending/reminding.js';
import { SendingService } from '../resources/sending/service.js';
import { SendWatches } from '../resources/sending/watch.js';
import { SmtpConfigService } from '../resources/smtp-configs/service.js';
import { SuppressionService } from '../resources/suppressions/service.js';
import type { FindInbox } from '../store/inboxes.js';
import type { Outbox } from '../store/outbox.js';
import type { Vault } from '../vault/vault.js';

/** What the parts that send are made of. */
export interface SendingPartsDeps {
  readonly databases: Databases;
  readonly listener: Listener;
  readonly parser: ParsePool;
  readonly largeTurns: Semaphore;
  readonly egress: Egress;
  readonly outbound: Outbound;
  readonly cursors: Cursors;
  readonly vault: Vault;
  readonly outbox: Outbox;
  readonly tokens: UnsubscribeTokens;
  readonly mailDomain: string;
  /** Where links in mail lead. */
  readonly publicUrl: string | null;
  readonly findInbox: FindInbox;
  readonly workflowUrl: (workflowId: string) => string | null;
  readonly log: Log;
}

/** Everything around mail that leaves; a part of the composition root. */
export function sendingParts(deps: SendingPartsDeps) {
  const { databases, listener, outbound, cursors, vault, mailDomain, log } = deps;
  const { front, intake, background } = databases;
  const watches = new SendWatches(front, listener);
  const attempts = new SendAttempts({
    database: background,
    vault,
    // Mail for inboxes of this service takes the way of all inbound mail.
    acceptance: new InboundService({ ...deps, database: background }),
    outbound,
    mailDomain,
    log,
  });
  const bulkWatches = new SendWatches(front, listener, ENDS_OF_BULKS);
  const sending = new SendingService({ ...deps, database: front, ledger: intake, watches });
  return {
    watches: [watches, bulkWatches],
    services: {
      sending,
      drafts: new DraftService({ ...deps, database: front, files: intake, sending }),
      bulk: new BulkService({ ...deps, database: front, ledger: intake, watches: bulkWatches }),
      suppressions: new SuppressionService({ database: front, cursors }),
      smtpConfigs: new SmtpConfigService({ ...deps, database: front }),
    },
    background: {
      sending: attempts,
      reminding: reminding(deps, watches),
      bulks: new BulkRuns({ ...deps, database: background, attempts }),
    },
  };
}

/** Reminders are sent in the background, by the ledger like all mail. */
function reminding(deps: SendingPartsDeps, watches: SendWatches): Reminding {
  const { background } = deps.databases;
  return new Reminding({
    database: background,
    waits: new DurableWaitStore(background, deps.outbox),
    sending: new SendingService({ ...deps, database: background, ledger: background, watches }),
  });
}
