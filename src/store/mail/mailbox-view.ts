/** The mailboxes of an inbox, as IMAP lists them. */
export const MAILBOXES = ['INBOX', 'Sent', 'Spam'] as const;
/** One of them. */
export type MailboxName = (typeof MAILBOXES)[number];

/** What has to be known of a message to number it and to show its flags. */
export interface MessageMark {
  readonly uid: number;
  readonly emailId: string;
  readonly seen: boolean;
  readonly modseq: number;
}

/** A mailbox at one moment: never changed, shared by all who have it open. */
export interface MailboxView {
  readonly uidValidity: number;
  readonly uidNext: number;
  readonly highestModseq: number;
  /** By ascending UID. */
  readonly messages: readonly MessageMark[];
}
