import { Models } from '../models/models.js';
import { createSendingBrake } from '../resources/domains/brake.js';
import { SenderChecks } from '../resources/inbound/sender-checks.js';
import { Semaphore } from '../semaphore.js';
import { createInboxFinder } from '../store/inboxes.js';
import { TABLES } from '../catalogue.js';
import type { Infrastructure } from './infrastructure.js';
import type { ServiceSettings } from './settings.js';

/** What several services are given. */
export type ServiceParts = ReturnType<typeof sharedParts>;

/** Made once for all of them. */
export function sharedParts(infrastructure: Infrastructure, settings: ServiceSettings) {
  const { databases, verifier, vault, egress } = infrastructure;
  return {
    ...infrastructure,
    ...settings,
    tables: TABLES,
    brake: createSendingBrake(settings.zone),
    // One core at most is kept busy by large mail.
    largeTurns: new Semaphore(1),
    findInbox: createInboxFinder(databases.front),
    // Verifying takes as long as the DNS does, so it keeps to the background's connections.
    senders: new SenderChecks({ database: databases.background, verifier }),
    models: new Models({ database: databases.background, vault, fetch: egress.fetch }),
  };
}
