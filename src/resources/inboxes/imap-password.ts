import { createHash, randomBytes } from 'node:crypto';

const BYTES = 16;

/** A password of 128 random bits and what is kept of it. */
export interface ImapPassword {
  /** Shown once. */
  readonly password: string;
  readonly hash: Buffer;
}

/** What is kept of an IMAP password: SHA-256 is enough for one that cannot be guessed. */
export const imapPasswordHash = (password: string): Buffer =>
  createHash('sha256').update(password).digest();

/** A new IMAP password. */
export function newImapPassword(): ImapPassword {
  const password = randomBytes(BYTES).toString('base64url');
  return { password, hash: imapPasswordHash(password) };
}
