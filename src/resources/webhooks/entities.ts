import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An endpoint of a subscriber. What is sealed is opened for an attempt only. */
@Entity({ name: 'webhooks' })
@Index('webhooks_by_org', ['orgId', 'createdAt', 'id'])
export class WebhookEntity {
  @PrimaryColumn({ type: 'text' }) id!: string;
  @Column({ type: 'text', name: 'org_id' }) orgId!: string;
  @Column({ type: 'text' }) url!: string;
  /** Kinds and wildcards. */
  @Column({ type: 'text', array: true }) events!: string[];
  /** Null: whatever happens in the organization. */
  @Column({ type: 'text', array: true, name: 'inbox_ids', nullable: true })
  inboxIds!: string[] | null;

  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Column({ type: 'boolean', default: false }) ordered!: boolean;
  @Column({ type: 'boolean', default: true }) active!: boolean;
  @Column({ type: 'timestamptz', name: 'paused_at', nullable: true }) pausedAt!: Date | null;
  @Column({ type: 'text', name: 'disabled_reason', nullable: true }) disabledReason!: string | null;
  /** Since when attempts have done nothing but fail. */
  @Column({ type: 'timestamptz', name: 'failing_since', nullable: true })
  failingSince!: Date | null;

  @Column({ type: 'text', array: true, name: 'header_names', default: [] }) headerNames!: string[];
  @Column({ type: 'bytea', name: 'sealed_headers', nullable: true, select: false })
  sealedHeaders!: Buffer | null;

  @Column({ type: 'bytea', name: 'sealed_secret', select: false }) sealedSecret!: Buffer;
  /** The secret before the last rotation, valid until `oldSecretUntil`. */
  @Column({ type: 'bytea', name: 'sealed_old_secret', nullable: true, select: false })
  sealedOldSecret!: Buffer | null;

  @Column({ type: 'timestamptz', name: 'old_secret_until', nullable: true })
  oldSecretUntil!: Date | null;

  @Column({ type: 'timestamptz', name: 'created_at', default: () => 'now()' }) createdAt!: Date;
}
