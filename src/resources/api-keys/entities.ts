import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An API key; of the key itself only the hash and the beginning are kept. */
@Entity({ name: 'api_keys' })
@Index('api_keys_by_org', ['orgId', 'createdAt', 'id'])
export class ApiKeyEntity {
  @PrimaryColumn({ type: 'text' }) id!: string;
  @Column({ type: 'text', name: 'org_id' }) orgId!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text', name: 'key_prefix' }) keyPrefix!: string;
  @Column({ type: 'bytea', name: 'key_hash', unique: true, select: false }) keyHash!: Buffer;
  /** Null: everything. Names of `auth/scopes.ts` otherwise. */
  @Column({ type: 'text', array: true, nullable: true }) scopes!: string[] | null;
  /** Null: every inbox of the organization. */
  @Column({ type: 'text', array: true, name: 'allowed_inbox_ids', nullable: true })
  allowedInboxIds!: string[] | null;

  /** Null: every namespace of credentials. */
  @Column({ type: 'text', array: true, name: 'allowed_namespaces', nullable: true })
  allowedNamespaces!: string[] | null;

  @Column({ type: 'timestamptz', name: 'created_at', default: () => 'now()' }) createdAt!: Date;
}
