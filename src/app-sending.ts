import type { Cursors } from './db/cursor.js';
import type { Listener } from './db/listener.js';
import type { Databases } from './db/pools.js';
import type { Egress } from './egress/egress.js';
import type { Log } from './log.js';
import type { ParsePool } from './mail/parse-pool.js';
import type { Outbound } from './outbound/provider.js';
import { InboundService } from './resources/inbound/service.js';
import { SendAttempts } from './resources/sending/attempts.js';
import { SendingService } from './resources/sending/service.js';
import { SendWatches } from './resources/sending/watch.js';
import { SmtpConfigService } from './resources/smtp-configs/service.js';
import { SuppressionService } from './resources/suppressions/service.js';
import type { Outbox } from './temporal/outbox.js';
import type { Vault } from './vault/vault.js';

/** What the parts that send are made of. */
export interface SendingPartsDeps {
  readonly databases: Databases;
  readonly listener: Listener;
  readonly parser: ParsePool;
  readonly egress: Egress;
  readonly outbound: Outbound;
  readonly cursors: Cursors;
  readonly vault: Vault;
  readonly outbox: Outbox;
  readonly mailDomain: string;
  readonly workflowUrl: (workflowId: string) => string | null;
  readonly log: Log;
}

/** Everything around mail that leaves; a part of the composition root. */
export function sendingParts(deps: SendingPartsDeps) {
  const { databases, listener, parser, outbound, cursors, vault, mailDomain, log } = deps;
  const { front, intake, background } = databases;
  const watches = new SendWatches(front, listener);
  const attempts = new SendAttempts({
    database: background,
    vault,
    // Mail for inboxes of this service takes the way of all inbound mail.
    acceptance: new InboundService({ database: background, parser, mailDomain, log }),
    outbound,
    mailDomain,
  });
  return {
    watches,
    attempts,
    sending: new SendingService({ ...deps, database: front, ledger: intake, watches }),
    suppressions: new SuppressionService({ database: front, cursors }),
    smtpConfigs: new SmtpConfigService({ ...deps, database: front }),
  };
}
