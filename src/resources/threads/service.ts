import type { z } from 'zod';
import { requireOwnedOfInbox, type AccessScope } from '../../auth/ownership.js';
import { Conditions } from '../../db/conditions.js';
import { listPage, pageAt, type ListDeps, keyset, type Page, type Paging } from '../../db/page.js';
import type { FromWire } from '../../operations/wire.js';
import { notFound } from '../../errors.js';
import type { LargeMail } from '../emails/large-mail.js';
import { listedInboxes, type FindInbox, type Owned } from '../../store/inboxes.js';
import { recordEvents } from '../../store/events/record.js';
import { IN_LIVE_INBOX, SHOWN } from '../../store/listed.js';
import { assignAgents, assignmentEvent } from './agents.js';
import { fromPosition, readPart, startOf } from './listing.js';
import { readThread, type ThreadDetail, type ThreadPart } from './reading.js';
import type { AgentRole } from '../../store/vocabulary.js';
import type { threadQuery } from './schema.js';
import { AGENT_ROW, type AgentRow, type ThreadRow } from './rows.js';

interface ThreadServiceDeps extends ListDeps {
  readonly largeMail: LargeMail;
  readonly findInbox: FindInbox;
}

/** A list of threads: of which inbox, and which page of it. */
export type ThreadListing = FromWire<z.output<typeof threadQuery>>;

/** A thread, as far as it decides who may see it. */
export interface OwnedThread extends Owned {
  readonly id: string;
}

/** Threads and the agents that have a part in them. A thread is there while it has a mail that is shown. */
export class ThreadService {
  constructor(private readonly deps: ThreadServiceDeps) {}

  /** A page of threads, the one with the newest mail first. @throws AppError 400, 403, 404 */
  async list(
    access: AccessScope,
    { inboxId, limit, cursor }: ThreadListing,
  ): Promise<Page<ThreadRow>> {
    const { database, cursors, findInbox } = this.deps;
    const listed = await listedInboxes(access, inboxId, findInbox);
    const list = { orgId: access.orgId, name: ['threads', listed.inboxIds] };
    return pageAt(cursors, list, cursor, async (after) => {
      const place = after ? fromPosition(after) : await startOf(database, listed);
      return readPart(database, listed, place, limit);
    });
  }

  /** A thread with its mail and its agents. @throws AppError 403, 404 */
  async read(access: AccessScope, threadId: string, part: ThreadPart): Promise<ThreadDetail> {
    const thread = await readThread(this.deps, await this.find(access, threadId), part);
    // Its last mail was deleted meanwhile.
    if (!thread) throw notFound('Thread');
    return thread;
  }

  /** A page of the agents of a thread, the first to come first. @throws AppError 400, 403, 404 */
  async agents(access: AccessScope, threadId: string, paging: Paging): Promise<Page<AgentRow>> {
    await this.find(access, threadId);
    const { orgId } = access;
    const where = new Conditions().add('org_id = ? AND thread_id = ?', orgId, threadId);
    const name = ['thread-agents', threadId];
    const list = { orgId, name, columns: AGENT_ROW, from: 'thread_agents', where };
    return listPage(this.deps, { ...list, order: FIRST_ASSIGNED }, paging);
  }

  /** Gives an agent a part in a thread, or another one than it had. @throws AppError 403, 404 */
  async assign(
    access: AccessScope,
    threadId: string,
    { agentId, role }: { readonly agentId: string; readonly role: AgentRole },
  ): Promise<AgentRow> {
    const { orgId, inboxId } = await this.find(access, threadId);
    return this.deps.database.transaction(async (manager) => {
      await assignAgents(manager, [{ orgId, inboxId, threadId, agentId, role }]);
      const [row] = await manager.query<AgentRow[]>(AGENT, [orgId, threadId, agentId]);
      if (!row) throw notFound('Thread');
      return row;
    });
  }

  /** Takes an agent off a thread. @throws AppError 403, 404 */
  async unassign(access: AccessScope, threadId: string, agentId: string): Promise<AgentRow> {
    const { orgId, inboxId } = await this.find(access, threadId);
    return this.deps.database.transaction(async (manager) => {
      const [row] = await manager.query<AgentRow[]>(UNASSIGN, [orgId, threadId, agentId]);
      if (!row) throw notFound('Agent');
      const gone = { ...row, org_id: orgId, inbox_id: inboxId };
      await recordEvents(manager, [assignmentEvent('thread.unassigned', gone)]);
      return row;
    });
  }

  private async find(access: AccessScope, threadId: string): Promise<OwnedThread> {
    const [row] = await this.deps.database.query<OwnedThread>(FIND, [threadId]);
    return requireOwnedOfInbox(access, row, 'Thread');
  }
}

const FIND = `
  SELECT e.thread_id AS id, e.org_id AS "orgId", e.inbox_id AS "inboxId" FROM emails e
  ${IN_LIVE_INBOX}
  WHERE e.thread_id = $1 AND ${SHOWN} ORDER BY e.uid LIMIT 1`;

const FIRST_ASSIGNED = keyset('ASC', ['assigned_at', 'timestamptz'], ['id', 'text']);

const AGENT = `
  SELECT ${AGENT_ROW} FROM thread_agents WHERE org_id = $1 AND thread_id = $2 AND agent_id = $3`;

const UNASSIGN = `
  WITH gone AS (
    DELETE FROM thread_agents WHERE org_id = $1 AND thread_id = $2 AND agent_id = $3
    RETURNING ${AGENT_ROW})
  SELECT ${AGENT_ROW} FROM gone`;
