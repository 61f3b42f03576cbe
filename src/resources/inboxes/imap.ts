import { randomBytes } from 'node:crypto';
import type { InboxEntity } from './entities.js';

const PASSWORD_BYTES = 16;

/** Where mail programs find every inbox. */
export interface ImapHost {
  readonly host: string;
  readonly port: number;
}

/** How mail programs sign in to an inbox, but for its password. */
export const imapAccess = ({ host, port }: ImapHost, { address }: InboxEntity) => ({
  imap_username: address,
  imap_host: host,
  imap_port: port,
});

/** A new IMAP password, which is shown once. */
export const newImapPassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url');
