import { createBatcher } from '../../batcher.js';
import { groupBy } from '../../group-by.js';
import type { OutboxWork } from '../work.js';
import type { Database } from '../../db/database.js';
import { newId } from '../../ids.js';
import { workflowId, type WorkflowName } from '../../store/run.js';
import {
  BATCH,
  CLAIM,
  DONE,
  MAIL_BATCH,
  QUEUES_PER_CLAIM,
  RELEASE,
  RETAKE,
} from './claim-statements.js';
import { MAILS_OF_A_ROW, type OutboxEntry } from '../../store/outbox.js';

interface ClaimedOutboxRow {
  readonly id: string;
  readonly op: OutboxEntry['op'];
  readonly workflow: WorkflowName;
  readonly workflow_id: string;
  readonly org_id: string;
  readonly resource_id: string;
  /** Mails that the row stands for, where it does not stand for `resource_id`. */
  readonly email_ids: readonly string[] | null;
  readonly inbox_id: string | null;
  readonly signal: string | null;
  readonly signal_arg: object | null;
  readonly again: boolean;
  readonly attempts: number;
  readonly age: number;
}

interface ClaimAnswer {
  readonly rows: readonly ClaimedOutboxRow[];
  readonly places: number;
  readonly last_workflow: string | null;
  readonly last_org_id: string | null;
  readonly is_mail_awaited: boolean;
}

// Seconds a claim holds: longer than the deadline of a start.
const LEASE_SECONDS = 20;
// Works that are written down together once Temporal knows of them.
const TOLD = { maxItems: BATCH };
const START: QueueKey = { workflow: '', orgId: '' };

interface QueueKey {
  readonly workflow: string;
  readonly orgId: string;
}

/** What may be taken beside all that is due and cannot wait. */
interface Share {
  /** Rows of runs that can wait, at most. */
  readonly deferrable: number;
  /** Whether rows that can wait are taken before their time. */
  readonly early: boolean;
}

/** The run that mails are taken for. */
export interface MailRun {
  readonly workflowId: string;
  /** Whether a mail alone has a run of its own instead. */
  readonly leavesOneAlone: boolean;
}

/** A new run, for more than one mail. */
export const newMailRun = (): MailRun => ({
  workflowId: workflowId('processInbound', newId('run')),
  leavesOneAlone: true,
});

/** Takes rows out of the outbox for one dispatcher; several may do so at once. */
export class OutboxClaims {
  /** The queue behind which the next claim begins, where there are more of them than one claim asks. */
  private position = START;
  private tookAll = false;
  /** Whether anybody may want to hear of mail, as it was at the last claim. */
  isMailAwaited = true;
  /** Temporal knows of it. */
  readonly done;

  constructor(private readonly database: Database) {
    this.done = createBatcher((works: readonly OutboxWork[]) => this.allDone(works), TOLD);
  }

  /** Whether all there was is taken; whoever adds rows rings. */
  get areDrained(): boolean {
    return this.tookAll;
  }

  /**
   * Rows nobody has taken: oldest first, organizations in turn. Mails have the id of `run` written.
   */
  async fresh(
    share: Share = { deferrable: BATCH, early: true },
    run = newMailRun(),
  ): Promise<readonly OutboxWork[]> {
    let fromStart = this.position === START;
    for (;;) {
      const rows = await this.claimFromPlace(share, run);
      this.tookAll = fromStart && this.position === START && isRoomLeft(rows);
      if (rows.length > 0) return grouped(rows);
      if (this.position !== START) continue;
      // The end is reached; what lies before the place this began at has not been seen yet.
      if (fromStart) return [];
      fromStart = true;
    }
  }

  /** Up to `count` runs whose dispatcher did not come back to say that it started them. */
  async abandoned(count: number): Promise<readonly OutboxWork[]> {
    const rows = await this.database.query<ClaimedOutboxRow>(RETAKE, [count, LEASE_SECONDS]);
    if (rows.length > 0) this.tookAll = false;
    return grouped(rows);
  }

  /** Gives rows back, to be taken again as the same batch after `seconds`. */
  async release(work: OutboxWork, seconds: number): Promise<void> {
    await this.database.query(RELEASE, [work.rows, seconds]);
  }

  private async allDone(works: readonly OutboxWork[]): Promise<readonly undefined[]> {
    await this.database.query(DONE, [works.flatMap(({ rows }) => rows)]);
    return works.map(() => undefined);
  }

  private async claimFromPlace(
    { deferrable, early }: Share,
    run: MailRun,
  ): Promise<readonly ClaimedOutboxRow[]> {
    const [answer] = await this.database.query<ClaimAnswer>(CLAIM, [
      LEASE_SECONDS,
      this.position.workflow,
      this.position.orgId,
      run.workflowId,
      deferrable,
      run.leavesOneAlone ? 1 : 0,
      early,
    ]);
    const { rows, places, last_workflow: workflow, last_org_id: orgId } = answer!;
    this.isMailAwaited = answer!.is_mail_awaited;
    const sawAll = places < QUEUES_PER_CLAIM || workflow === null || orgId === null;
    this.position = sawAll ? START : { workflow, orgId };
    return rows;
  }
}

function isRoomLeft(rows: readonly ClaimedOutboxRow[]): boolean {
  const ofMail = rows.filter(({ workflow }) => workflow === 'processInbound');
  return !isFull(ofMail.flatMap(resourcesOf).length) && rows.length - ofMail.length < BATCH;
}

/** Whether one more row of mails might not have fitted into a run. */
export const isFull = (mails: number): boolean => mails > MAIL_BATCH - MAILS_OF_A_ROW;

const resourcesOf = ({ email_ids, resource_id }: ClaimedOutboxRow) => email_ids ?? [resource_id];

/** Starts of one run belong together; everything else stands alone. */
const grouped = (rows: readonly ClaimedOutboxRow[]): OutboxWork[] =>
  [...groupBy(rows, (row) => (row.op === 'start' ? row.workflow_id : row.id)).values()].map(workOf);

function workOf(rows: readonly ClaimedOutboxRow[]): OutboxWork {
  const [{ op, workflow, workflow_id, inbox_id, signal, signal_arg, attempts }] = rows as [
    ClaimedOutboxRow,
  ];
  return {
    rows: rows.map(({ id }) => id),
    op,
    workflow,
    workflowId: workflow_id,
    orgIds: distinct(rows.map(({ org_id }) => org_id)),
    resourceIds: distinct(rows.flatMap(resourcesOf)),
    inboxId: inbox_id,
    signal,
    signalArg: signal_arg,
    again: rows.some(({ again }) => again),
    attempts,
    ageSeconds: Math.max(...rows.map(({ age }) => age)),
  };
}

const distinct = (values: readonly string[]) => [...new Set(values)];
