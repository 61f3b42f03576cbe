import type { Database } from '../../db/database.js';
import type { MailStorage, SignIn, SignInAttempt } from '../../imap/session.js';
import type { MailboxHub } from '../../live/mailboxes/hub.js';
import { StoredAccount } from './account.js';
import { available } from './available.js';
import { MessageReads } from './reads.js';
import { SignIns } from './sign-in.js';
import type { MailStructures } from './structures.js';

interface MailboxServiceDeps {
  readonly database: Database;
  readonly searches: Database;
  readonly hub: MailboxHub;
  readonly structures: MailStructures;
}

/** Inboxes as mail programs read them: as mailboxes, by passwords of their own, never written to. */
export class MailboxService implements MailStorage {
  private readonly signIns: SignIns;
  private readonly reads: MessageReads;

  constructor(private readonly deps: MailboxServiceDeps) {
    this.signIns = new SignIns(deps.database);
    this.reads = new MessageReads(deps.database);
  }

  async signIn(attempt: SignInAttempt): Promise<SignIn> {
    const found = await available(this.signIns.check(attempt));
    if (typeof found === 'string') return { outcome: found };
    return {
      outcome: 'ok',
      account: new StoredAccount({ ...this.deps, reads: this.reads }, found),
    };
  }
}
