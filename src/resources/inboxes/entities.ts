import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { InboxStatus } from '../../store/vocabulary.js';

/** What a client may keep with an inbox, under names of its own. */
export type InboxMetadata = Record<string, string | number | boolean>;

/** An address that receives mail. A row with `deletedAt` is gone for clients; `deleteInbox` purges it. */
@Entity({ name: 'inboxes' })
@Index('inboxes_by_address', ['address', 'domainId'], {
  unique: true,
  where: 'deleted_at IS NULL',
})
@Index('inboxes_by_client_id', ['orgId', 'clientId'], {
  unique: true,
  where: 'deleted_at IS NULL',
})
@Index('inboxes_by_org', ['orgId', 'createdAt', 'id'], { where: 'deleted_at IS NULL' })
export class InboxEntity {
  @PrimaryColumn({ type: 'text' }) id!: string;
  @Column({ type: 'text', name: 'org_id' }) orgId!: string;
  /** Lower case, local part and domain. */
  @Column({ type: 'text' }) address!: string;
  @Column({ type: 'text' }) domain!: string;
  /** The domain of its organization that it belongs to; null for the service's own. */
  @Column({ type: 'text', name: 'domain_id', nullable: true }) domainId!: string | null;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text', name: 'display_name', nullable: true }) displayName!: string | null;
  @Column({ type: 'text', default: 'ACTIVE' }) status!: InboxStatus;
  /** The client's own id: creating with it again returns this inbox. */
  @Column({ type: 'text', name: 'client_id', nullable: true }) clientId!: string | null;
  @Column({ type: 'jsonb', default: {} }) metadata!: InboxMetadata;
  @Column({ type: 'integer', name: 'daily_send_limit', nullable: true })
  dailySendLimit!: number | null;

  /** SHA-256 of the IMAP password, which is random and so needs no slow hash. */
  @Column({ type: 'bytea', name: 'imap_password_hash', select: false }) imapPasswordHash!: Buffer;
  @Column({ type: 'timestamptz', name: 'expires_at', nullable: true }) expiresAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'deleted_at', nullable: true }) deletedAt!: Date | null;
}
