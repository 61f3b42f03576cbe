import { MailboxHub } from '../live/mailboxes/hub.js';
import { MailboxStore } from '../live/mailboxes/store.js';
import { MailboxService } from '../resources/mailboxes/service.js';
import { MailStructures } from '../resources/mailboxes/structures.js';
import type { Foundation } from './foundation.js';

/** Inboxes as mail programs read them; a process that serves nothing else needs no more. */
export function createMailboxes({
  databases,
  listener,
  structures,
  log,
}: Pick<Foundation, 'databases' | 'listener' | 'structures' | 'log'>) {
  const { mailboxes: database, searches } = databases;
  const hub = new MailboxHub(new MailboxStore(database), listener, log);
  const made = new MailStructures({ database, pool: structures });
  return {
    requests: { mailboxes: new MailboxService({ database, searches, hub, structures: made }) },
    open: { signIns: hub },
    close: () => hub.close(),
  };
}
