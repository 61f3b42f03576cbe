import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Category } from '../../mail/analysis.js';

/** What an organization has done with mail that arrives. A condition that is null is none. */
@Entity({ name: 'routing_rules' })
@Index('routing_rules_in_order', ['orgId', 'priority', 'createdAt', 'id'])
export class RoutingRuleEntity {
  @PrimaryColumn({ type: 'text' }) id!: string;
  @Column({ type: 'text', name: 'org_id' }) orgId!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text', nullable: true }) category!: Category | null;
  @Column({ type: 'text', name: 'from_pattern', nullable: true }) fromPattern!: string | null;
  @Column({ type: 'text', name: 'subject_pattern', nullable: true }) subjectPattern!: string | null;
  /** One of the targets at least is there. */
  @Column({ type: 'text', name: 'target_agent_id', nullable: true }) targetAgentId!: string | null;
  @Column({ type: 'text', name: 'target_inbox_id', nullable: true }) targetInboxId!: string | null;
  @Column({ type: 'integer' }) priority!: number;
  @Column({ type: 'boolean' }) enabled!: boolean;

  @Column({ type: 'timestamptz', name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', default: () => 'clock_timestamp()' })
  updatedAt!: Date;
}
