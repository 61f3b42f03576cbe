import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An organization: it owns everything else. */
@Entity({ name: 'orgs' })
export class OrgEntity {
  @PrimaryColumn({ type: 'text' }) id!: string;
  @Column({ type: 'text' }) name!: string;
  /** Where it says it heard of the service. */
  @Column({ type: 'text', nullable: true }) source!: string | null;
  /** A name of `auth/plans.ts`. */
  @Column({ type: 'text' }) plan!: string;
  /** `OrgSettings` of `auth/caller.ts`. */
  @Column({ type: 'jsonb', default: {} }) settings!: Record<string, unknown>;
  /** The key its values are sealed with, wrapped by the master key; see `vault/`. */
  @Column({ type: 'bytea', name: 'sealed_data_key', select: false }) sealedDataKey!: Buffer;
  /** When what it keeps was last counted anew. */
  @Column({
    type: 'timestamptz',
    name: 'storage_counted_at',
    default: () => 'now()',
    select: false,
  })
  storageCountedAt!: Date;

  @Column({ type: 'timestamptz', name: 'created_at', default: () => 'now()' }) createdAt!: Date;
}
