import type { Caller } from '../../auth/caller.js';
import { requireAccess, requireInbox, requireOwned } from '../../auth/ownership.js';
import type { Queries } from '../../db/queries.js';
import { AppError, forbidden, notFound } from '../../errors.js';
import type { FindInbox } from '../../store/inboxes.js';
import { endOutdated, FIND_SESSION, type BrowserSessionRow, type FoundSession } from './store.js';

interface SessionAccessDeps {
  readonly database: Queries;
  readonly findInbox: FindInbox;
}

/** Who may use which sessions. */
export class SessionAccess {
  constructor(private readonly deps: SessionAccessDeps) {}

  /** A session the caller may see. @throws AppError 403, 404 */
  async owned(caller: Caller, id: string): Promise<BrowserSessionRow> {
    const { database } = this.deps;
    const [row] = await database.query<FoundSession>(FIND_SESSION, [id]);
    const { isOutdated, ...session } = requireOwned(caller.orgId, row, 'Browser session');
    if (session.inboxId !== null) requireAccess(caller, session.inboxId);
    else if (caller.allowedInboxIds !== null) throw boundToInboxes();
    // Its steps say so from then on.
    if (isOutdated) await endOutdated(database);
    return session;
  }

  /** A session in which something can be done. @throws AppError 403, 404 closed, 410 lost */
  async open(caller: Caller, id: string): Promise<BrowserSessionRow> {
    const session = await this.owned(caller, id);
    if (session.status !== 'OPEN') throw ended(session);
    return session;
  }

  /** Where a session is to be. @throws AppError 403, 404 */
  async requirePlace(caller: Caller, inboxId: string | null): Promise<void> {
    if (inboxId !== null) requireInbox(caller, await this.deps.findInbox(inboxId));
    else if (caller.allowedInboxIds !== null) throw boundToInboxes();
  }

  /** Why a step of a session was not done. */
  async whyNot(caller: Caller, id: string): Promise<AppError> {
    const session = await this.owned(caller, id);
    return session.status === 'OPEN' ? lateStep() : ended(session);
  }
}

const boundToInboxes = () =>
  forbidden('This key is bound to inboxes: it has only browser sessions of those (inbox_id)');

const lateStep = () =>
  new AppError(503, 'It was not done in time; look at the steps of the session');

const ended = ({ status, why }: BrowserSessionRow) =>
  status === 'CLOSED'
    ? notFound('Browser session')
    : new AppError(
        410,
        `The browser session was lost: ${why ?? 'nobody knows why'}. Open another one`,
      );
