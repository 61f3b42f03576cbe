import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { ListDirection, ListKind } from '../../store/vocabulary.js';

/** An address or a domain on a list of an organization or of one of its inboxes. */
@Entity({ name: 'address_rules' })
// Its index on an expression is the migration's: one row an owner, list and pattern.
@Index('address_rules_once', { synchronize: false })
export class AddressRuleEntity {
  /** Text, since it counts beyond what a number holds exactly. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id!: string;
  @Column({ type: 'text', name: 'org_id' }) orgId!: string;
  /** Null: for every inbox of the organization. */
  @Column({ type: 'text', name: 'inbox_id', nullable: true }) inboxId!: string | null;
  @Column({ type: 'text' }) direction!: ListDirection;
  @Column({ type: 'text' }) kind!: ListKind;
  /** As `parsePattern` leaves it. */
  @Column({ type: 'text' }) pattern!: string;
  @Column({ type: 'timestamptz', name: 'created_at', default: () => 'now()' }) createdAt!: Date;
}
