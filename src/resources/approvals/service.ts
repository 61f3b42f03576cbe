import type { z } from 'zod';
import type { Caller } from '../../auth/caller.js';
import { requireDecider, requireOther } from '../../auth/deciders.js';
import { requireAccess, requireOwned } from '../../auth/ownership.js';
import { principalId } from '../../auth/principal.js';
import type { KeyScope } from '../../auth/scopes.js';
import { columnsOf } from '../../db/columns.js';
import { Conditions } from '../../db/conditions.js';
import { keyset, listPage, type ListDeps, type Page } from '../../db/page.js';
import { forbidden, conflict } from '../../errors.js';
import { fieldsOf, type FromWire } from '../../operations/wire.js';
import type { ApprovalKind, ApprovalVerdict } from '../../store/approvals.js';
import { listedInboxes, type FindInbox } from '../../store/inboxes.js';
import { approval, type approvalListQuery } from './schema.js';

/** What a person decides before it happens. */
export type ApprovalRow = FromWire<z.input<typeof approval>> & { readonly orgId: string };

/** Decides what waits, by its kind; answers nothing where it waits no longer. */
export type Deciders = Readonly<
  Record<ApprovalKind, (approval: Decidable, verdict: ApprovalVerdict) => Promise<unknown>>
>;

/** What is decided. */
export type Decidable = Pick<ApprovalRow, 'id' | 'resourceId'>;

interface ApprovalServiceDeps extends ListDeps {
  readonly findInbox: FindInbox;
  readonly deciders: Deciders;
}

const FIELDS = ['orgId', ...fieldsOf(approval.omit({ call: true }))];
const COLUMNS = `${columnsOf('approvals', FIELDS)}, (
  SELECT jsonb_build_object('tool', s.content ->> 'tool', 'arguments', s.content -> 'arguments')
  FROM task_steps s WHERE s.approval_id = approvals.id) AS call`;
const NEWEST = keyset('DESC', ['requested_at', 'timestamptz'], ['id', 'text']);

/** What persons decide before it happens. */
export class ApprovalService {
  constructor(private readonly deps: ApprovalServiceDeps) {}

  /** A page of approvals, newest first. @throws AppError 400, 403, 404 */
  async list(
    access: Caller,
    { status, inboxId, limit, cursor }: FromWire<z.output<typeof approvalListQuery>>,
  ): Promise<Page<ApprovalRow>> {
    requireReader(access);
    const { orgId, inboxIds } = await listedInboxes(access, inboxId, this.deps.findInbox);
    const where = new Conditions().add('org_id = ?', orgId);
    if (inboxIds) where.add('inbox_id = ANY (?)', inboxIds);
    if (status !== undefined) where.add('status = ?', status);
    const name = ['approvals', inboxIds, status ?? null];
    const list = { orgId, name, columns: COLUMNS, from: 'approvals', where, order: NEWEST };
    return listPage<ApprovalRow>(this.deps, list, { limit, cursor });
  }

  /** @throws AppError 403, 404 */
  async get(access: Caller, id: string): Promise<ApprovalRow> {
    requireReader(access);
    const [row] = await this.deps.database.query<ApprovalRow>(FIND, [id]);
    const found = requireOwned(access.orgId, row, 'Approval');
    if (found.inboxId !== null) requireAccess(access, found.inboxId);
    else if (access.allowedInboxIds !== null)
      throw forbidden('This key is bound to inboxes; this approval is of none of them');
    return found;
  }

  /** @throws AppError 403, 404, 409 when it was decided or what it was for has ended */
  async decide(
    caller: Caller,
    id: string,
    verdict: Pick<ApprovalVerdict, 'approve' | 'comment'>,
  ): Promise<ApprovalRow> {
    requireDecider(caller);
    const asked = await this.get(caller, id);
    const by = principalId(caller.principal);
    requireOther(by, asked);
    if (asked.status !== 'PENDING') throw decidedAlready(asked);
    const done = await this.deps.deciders[asked.kind](asked, { ...verdict, by, via: 'api' });
    const after = await this.get(caller, id);
    if (!done) throw decidedAlready(after);
    return after;
  }
}

const decidedAlready = ({ status }: ApprovalRow) =>
  conflict(
    status === 'PENDING'
      ? 'It is too late to decide, or what was asked for has ended'
      : `The approval is ${status} already`,
  );

// Who sends or makes tasks sees what becomes of them; who decides sees all.
const READERS: readonly KeyScope[] = ['approvals:decide', 'emails:send', 'tasks:write'];

/** @throws AppError 403 for a key that neither decides nor asks */
function requireReader(caller: Caller): void {
  if (!READERS.some((scope) => caller.scopes?.includes(scope) ?? true))
    throw forbidden(`This key lacks one of the scopes ${READERS.join(', ')}`);
}

const FIND = `SELECT ${COLUMNS} FROM approvals WHERE id = $1`;
