import type { MailboxName, MailboxView } from '../store/mail/mailbox-view.js';

/** What the IMAP server asks of storage: one implementation over the services, one in memory for tests. */

export { MAILBOXES } from '../store/mail/mailbox-view.js';
export type { MailboxName, MailboxView, MessageMark } from '../store/mail/mailbox-view.js';

/** Storage cannot be asked now: `NO [UNAVAILABLE]`. */
export class StorageUnavailable extends Error {}

/** A message was removed while its bytes were read: the connection ends. */
export class MessageGone extends Error {}

/** Who asks to be let in. */
export interface SignInAttempt {
  readonly username: string;
  readonly password: string;
  /** IP address of the client. */
  readonly peer: string;
}

/** `limited`: too many failures from this address. */
export type SignIn =
  | { readonly outcome: 'ok'; readonly account: Account }
  | { readonly outcome: 'refused' | 'limited' };

/** Where accounts come from. */
export interface MailStorage {
  /** @throws StorageUnavailable */
  signIn(attempt: SignInAttempt): Promise<SignIn>;
}

/** What is signed in to: one inbox. */
export interface Account {
  readonly address: string;
  /** Rejects with StorageUnavailable. */
  status(names: readonly MailboxName[]): Promise<readonly MailboxStatus[]>;
  /** A mailbox that is kept current until it is closed. */
  open(name: MailboxName): Promise<Mailbox>;
  /** Called once, when the account may no longer be read: its password was changed, or its inbox deleted. */
  onEnded(ended: (reason: string) => void): void;
  close(): void;
}

/** RFC 9051 section 6.3.11; numbers are those of this moment. */
export interface MailboxStatus {
  readonly name: MailboxName;
  /** OBJECTID (RFC 8474): 1 to 255 of `A-Za-z0-9_-`. */
  readonly mailboxId: string;
  readonly uidValidity: number;
  readonly uidNext: number;
  readonly highestModseq: number;
  readonly messages: number;
  readonly unseen: number;
  /** Bytes of all its messages as `/raw` gives them. */
  readonly size: number;
}

/** A selected mailbox. A session keeps the view it last told its client of, and tells what differs. */
export interface Mailbox {
  readonly name: MailboxName;
  readonly mailboxId: string;
  /** The newest view known here; NOOP asks for a look with `refresh`. */
  view(): MailboxView;
  refresh(): Promise<MailboxView>;
  /** Called whenever `view()` became another; replaces what was given before. */
  onChanged(changed: () => void): void;
  /** In the order of `uids`; what is gone meanwhile is left out. */
  fetch(uids: readonly number[], wanted: WantedFields): Promise<readonly FetchedMessage[]>;
  /**
   * Bytes of `/raw`, `from` (included) to `to` (not included), in slices of at most 256 KiB; no connection of
   * Postgres is held between two. @throws MessageGone
   */
  bytes(uid: number, from: number, to: number): AsyncIterable<Buffer>;
  /** UIDs that match, ascending. @throws SearchLimit */
  search(criteria: SearchKey): Promise<readonly number[]>;
  close(): void;
}

/** What of a message a FETCH needs beside its marks; each has its price. */
export interface WantedFields {
  readonly size?: boolean;
  readonly internalDate?: boolean;
  readonly envelope?: boolean;
  readonly structure?: boolean;
  readonly parts?: boolean;
  readonly preview?: boolean;
  readonly threadId?: boolean;
  /** So many of the first bytes of `/raw`. */
  readonly firstBytes?: number;
}

/** A message with what was asked for, at least. */
export interface FetchedMessage {
  readonly uid: number;
  /** Bytes of `/raw`. */
  readonly size?: number | undefined;
  readonly internalDate?: Date | undefined;
  /** As it goes on the wire, `(…)`, one character a byte. What cannot be quoted is a literal in it. */
  readonly envelope?: string | undefined;
  /** BODY and BODYSTRUCTURE in the same way. */
  readonly body?: string | undefined;
  readonly bodyStructure?: string | undefined;
  /** Offsets in `/raw`. */
  readonly parts?: PartMap | undefined;
  /** RFC 8970: at most 200 characters; null where there is none. */
  readonly preview?: string | null | undefined;
  readonly threadId?: string | undefined;
  /** The first bytes of `/raw`; all, where there are no more. */
  readonly firstBytes?: Buffer | undefined;
}

/** Where the parts of a message lie in its bytes: the message itself is the root. */
export interface PartMap {
  /** First byte of its header, and the one behind the empty line that ends it. */
  readonly header: readonly [from: number, to: number];
  readonly body: readonly [from: number, to: number];
  /** Content-Transfer-Encoding, lower case; `7bit` where there is none. */
  readonly encoding: string;
  /** Parts of a multipart, in order. */
  readonly children?: readonly PartMap[];
  /** The message inside a message/rfc822 part. */
  readonly message?: PartMap;
}

/** More than 1,000 keys, or more than 5 seconds: `NO [LIMIT]`. */
export class SearchLimit extends Error {}

/** SEARCH as a tree (RFC 9051 section 6.4.4, RFC 3501, RFC 5032, RFC 7162, RFC 8474). Dates are days in UTC. */
export type SearchKey =
  | { readonly key: 'all' | 'none' | 'seen' | 'unseen' | 'junk' }
  | { readonly key: 'not'; readonly of: SearchKey }
  | { readonly key: 'and' | 'or'; readonly of: readonly SearchKey[] }
  /** Sequence numbers and `$` are UIDs here already. */
  | { readonly key: 'uids'; readonly ranges: readonly (readonly [from: number, to: number])[] }
  | {
      readonly key: 'from' | 'to' | 'cc' | 'bcc' | 'subject' | 'body' | 'text';
      readonly value: string;
    }
  | { readonly key: 'header'; readonly name: string; readonly value: string }
  /** Internal date (`before`, `on`, `since`) or the Date field (`sentbefore` …), days as `YYYY-MM-DD`. */
  | {
      readonly key: 'before' | 'on' | 'since' | 'sentbefore' | 'senton' | 'sentsince';
      readonly day: string;
    }
  | { readonly key: 'younger' | 'older'; readonly seconds: number }
  | { readonly key: 'larger' | 'smaller'; readonly bytes: number }
  | { readonly key: 'modseq'; readonly from: number }
  | { readonly key: 'emailid' | 'threadid'; readonly id: string };
