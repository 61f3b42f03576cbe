import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Why an address is not written to any more. */
export type SuppressionReason = 'bounce' | 'complaint' | 'manual';

/** An address that no inbox of an organization writes to. */
@Entity({ name: 'suppressions' })
@Index('suppressions_once', ['orgId', 'address'], { unique: true })
@Index('suppressions_listed', ['orgId', 'id'])
export class SuppressionEntity {
  /** Text, since it counts beyond what a number holds exactly. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column({ type: 'text', name: 'org_id' })
  orgId!: string;

  /** As `addressKey` leaves it. */
  @Column({ type: 'text' })
  address!: string;

  @Column({ type: 'text' })
  reason!: SuppressionReason;

  /** The mail that bounced or was complained of. */
  @Column({ type: 'text', name: 'email_id', nullable: true })
  emailId!: string | null;

  /** The inbox that mail is of. */
  @Column({ type: 'text', name: 'inbox_id', nullable: true })
  inboxId!: string | null;

  @Column({ type: 'text', nullable: true })
  detail!: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
