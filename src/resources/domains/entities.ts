import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { StoppedSending } from '../../store/inboxes.js';
import type { DomainStatus, LookResult, NoticeCause } from './care.js';
import type { RecordKey } from './records.js';
import type { RecordStatus, Verdict } from './verdicts.js';

/** Whether names below a domain may be held by others. */
export type SubdomainRule = 'own' | 'any';

/** What the last looks came to for a record. */
export interface RecordResult extends Pick<Verdict, 'found' | 'suggestion' | 'detail'> {
  /** Null until resolvers agreed once. */
  readonly status: RecordStatus | null;
  /** Why the last look came to nothing. */
  readonly error?: string;
  /** ISO 8601: until when resolvers may cache that there is no such record. */
  readonly remembered_until?: string;
  readonly key_visible?: boolean;
}

/** Results by the records they are of; `dkim_next` while a key is being changed. */
export type RecordResults = Partial<Record<RecordKey | 'dkim_next', RecordResult>>;

/** Why mail of a domain does not leave. */
export interface SendingStopped extends StoppedSending {
  readonly at: string;
}

/** A domain that an organization brings. Of all rows of a name at most one is ACTIVE or DEGRADED. */
@Entity({ name: 'domains' })
@Index('domains_once', ['orgId', 'domain'], { unique: true })
@Index('domains_held', ['domain'], { unique: true, where: `status IN ('ACTIVE', 'DEGRADED')` })
@Index('domains_by_name', ['domain'])
@Index('domains_listed', ['orgId', 'createdAt', 'id'])
@Index('domains_due', ['nextLookAt'], { where: 'next_look_at IS NOT NULL' })
export class DomainEntity {
  @PrimaryColumn({ type: 'text' })
  id!: string;

  @Column({ type: 'text', name: 'org_id' })
  orgId!: string;

  /** A-labels, lower case. */
  @Column({ type: 'text' })
  domain!: string;

  /** In the verification record: no other row has it. */
  @Column({ type: 'text' })
  token!: string;

  @Column({ type: 'text', default: 'PENDING' })
  status!: DomainStatus;

  /** What is wrong, in a sentence. */
  @Column({ type: 'text', nullable: true })
  reason!: string | null;

  @Column({ type: 'text', name: 'catch_all_inbox_id', nullable: true })
  catchAllInboxId!: string | null;

  @Column({ type: 'text', array: true, default: '{}' })
  notify!: string[];

  @Column({ type: 'text', default: 'own' })
  subdomains!: SubdomainRule;

  @Column({ type: 'text', default: 'on' })
  sending!: 'on' | 'stopped';

  @Column({ type: 'jsonb', name: 'sending_stopped', nullable: true })
  sendingStopped!: SendingStopped | null;

  @Column({ type: 'timestamptz', name: 'sending_counts_from', nullable: true })
  sendingCountsFrom!: Date | null;

  @Column({ type: 'jsonb', default: {} })
  results!: RecordResults;

  @Column({ type: 'timestamptz', name: 'checked_at', nullable: true })
  checkedAt!: Date | null;

  /** When the look began that was written down last. */
  @Column({ type: 'timestamptz', name: 'look_begun_at', nullable: true })
  lookBegunAt!: Date | null;

  @Column({ type: 'text', name: 'last_look', nullable: true })
  lastLook!: LookResult | null;

  @Column({ type: 'timestamptz', name: 'next_look_at', nullable: true })
  nextLookAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'verify_asked_at', nullable: true })
  verifyAskedAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'verified_at', nullable: true })
  verifiedAt!: Date | null;

  @Column({ type: 'integer', name: 'bad_looks', default: 0 })
  badLooks!: number;

  @Column({ type: 'timestamptz', name: 'bad_since', nullable: true })
  badSince!: Date | null;

  @Column({ type: 'integer', default: 0 })
  misses!: number;

  @Column({ type: 'timestamptz', name: 'failing_since', nullable: true })
  failingSince!: Date | null;

  @Column({ type: 'timestamptz', name: 'degraded_at', nullable: true })
  degradedAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'failed_at', nullable: true })
  failedAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'token_seen_at', nullable: true })
  tokenSeenAt!: Date | null;

  @Column({ type: 'boolean', name: 'sees_mx', default: false })
  seesMx!: boolean;

  @Column({ type: 'timestamptz', name: 'holder_gone_since', nullable: true })
  holderGoneSince!: Date | null;

  @Column({ type: 'text', nullable: true })
  turn!: NoticeCause | null;

  @Column({ type: 'timestamptz', name: 'turn_at', nullable: true })
  turnAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'told_at', nullable: true })
  toldAt!: Date | null;

  @Column({ type: 'integer', default: 0 })
  version!: number;

  @Column({ type: 'timestamptz', name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
