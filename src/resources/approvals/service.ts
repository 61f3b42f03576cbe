import type { z } from 'zod';
import type { Caller } from '../../auth/caller.js';
import {
  requireAccess,
  requireInbox,
  requireOwned,
  type AccessScope,
} from '../../auth/ownership.js';
import { columnsOf } from '../../db/columns.js';
import { Conditions } from '../../db/conditions.js';
import { keyset, listPage, type ListDeps, type Page } from '../../db/page.js';
import { forbidden, conflict } from '../../errors.js';
import type { FromWire } from '../../operations/wire.js';
import type { ApprovalKind, ApprovalStatus } from '../../store/approvals.js';
import type { FindInbox } from '../../store/inboxes.js';
import type { approvalListQuery } from './schema.js';

/** What a person decides before it happens. */
export interface ApprovalRow {
  readonly id: string;
  readonly orgId: string;
  readonly inboxId: string | null;
  readonly kind: ApprovalKind;
  readonly resourceId: string;
  readonly status: ApprovalStatus;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly expiresAt: Date;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly comment: string | null;
}

/** A decision. */
export interface ApprovalDecision {
  readonly approve: boolean;
  readonly comment: string | null;
}

/** Decides what waits, by its kind: the same as by the routes of that. */
export type Deciders = Readonly<
  Record<
    ApprovalKind,
    (caller: Caller, resourceId: string, verdict: ApprovalDecision) => Promise<unknown>
  >
>;

interface ApprovalServiceDeps extends ListDeps {
  readonly findInbox: FindInbox;
  readonly deciders: Deciders;
}

const FIELDS: readonly (keyof ApprovalRow)[] = [
  'id',
  'orgId',
  'inboxId',
  'kind',
  'resourceId',
  'status',
  'requestedBy',
  'requestedAt',
  'expiresAt',
  'decidedBy',
  'decidedAt',
  'comment',
];

const COLUMNS = columnsOf('approvals', FIELDS);
const NEWEST = keyset('DESC', ['requested_at', 'timestamptz'], ['id', 'text']);

/** What persons decide before it happens. */
export class ApprovalService {
  constructor(private readonly deps: ApprovalServiceDeps) {}

  /** A page of approvals, newest first. @throws AppError 400, 403, 404 */
  async list(
    access: AccessScope,
    { status, inboxId, limit, cursor }: FromWire<z.output<typeof approvalListQuery>>,
  ): Promise<Page<ApprovalRow>> {
    const { orgId, allowedInboxIds } = access;
    if (inboxId !== undefined) requireInbox(access, await this.deps.findInbox(inboxId));
    const inboxIds = inboxId === undefined ? allowedInboxIds : [inboxId];
    const where = new Conditions().add('org_id = ?', orgId);
    if (inboxIds) where.add('inbox_id = ANY (?)', inboxIds);
    if (status !== undefined) where.add('status = ?', status);
    const name = ['approvals', inboxIds, status ?? null];
    const list = { orgId, name, columns: COLUMNS, from: 'approvals', where, order: NEWEST };
    return listPage<ApprovalRow>(this.deps, list, { limit, cursor });
  }

  /** @throws AppError 403, 404 */
  async get(access: AccessScope, id: string): Promise<ApprovalRow> {
    const [row] = await this.deps.database.query<ApprovalRow>(FIND, [id]);
    const approval = requireOwned(access.orgId, row, 'Approval');
    if (approval.inboxId !== null) requireAccess(access, approval.inboxId);
    else if (access.allowedInboxIds !== null)
      throw forbidden('This key is bound to inboxes; this approval is of none of them');
    return approval;
  }

  /** @throws AppError 403, 404, 409 when it was decided or what it was for has ended */
  async decide(caller: Caller, id: string, verdict: ApprovalDecision): Promise<ApprovalRow> {
    const { kind, resourceId, status } = await this.get(caller, id);
    if (status !== 'PENDING') throw conflict(`The approval is ${status} already`);
    await this.deps.deciders[kind](caller, resourceId, verdict);
    return this.get(caller, id);
  }
}

const FIND = `SELECT ${COLUMNS} FROM approvals WHERE id = $1`;
