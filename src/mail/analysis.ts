import type { MessageStructure } from './structure/structure.js';

/** Where a code was found. */
export type CodeSource = 'subject' | 'text' | 'html';

/** A string that may be a code a person types. */
export interface CodeCandidate {
  /** ASCII digits and letters without blanks; hyphens and letter prefixes as printed. */
  readonly code: string;
  /** 0–1; from 0.5 on it counts as a code. */
  readonly confidence: number;
  readonly source: CodeSource;
  /** The words around it: why it won. */
  readonly context: string;
}

/** What following a link does. */
export type LinkKind = 'verify' | 'magic' | 'reset' | 'unsubscribe' | 'other';

/** What is suspicious about a link. */
export type LinkRisk = 'punycode' | 'raw_ip' | 'text_mismatch' | 'shortener' | 'userinfo';

/** A link as sent. */
export interface Link {
  readonly url: string;
  readonly kind: LinkKind;
  readonly text: string;
  readonly risk: readonly LinkRisk[];
}

/** What a link does for its receiver alone; each has weights of its own. */
export const LINK_ACTIONS = ['verify', 'magic', 'reset'] as const;
/** One of them. */
export type LinkAction = (typeof LINK_ACTIONS)[number];

/** Whether a link does something that somebody waits for. */
export const acts = ({ kind }: Link): boolean => LINK_ACTIONS.some((action) => action === kind);

/** Every category; a mail has exactly one (docs/interface.md, Categories). */
export const CATEGORIES = [
  'verification',
  'transactional',
  'financial',
  'notification',
  'newsletter',
  'marketing',
  'personal',
  'support',
  'calendar',
  'bounce',
  'auto_reply',
  'spam',
  'other',
] as const;

/** What kind of mail it is. */
export type Category = (typeof CATEGORIES)[number];

/** A display name and an address. */
export interface Mailbox {
  readonly name: string | null;
  readonly address: string;
}

/** Bytes of a message that stand for others. */
export interface EncodedBytes {
  /** Of the first one. */
  readonly offset: number;
  readonly length: number;
  readonly encoding: 'base64' | 'quoted-printable' | '8bit';
}

/** A file in a message. */
export interface Attachment {
  /** As the sender named it, without folders or control characters; null when it has no name. */
  readonly filename: string | null;
  readonly contentType: string;
  /** Its bytes, decoded. */
  readonly size: number;
  readonly contentId: string | null;
  /** Hex SHA-256 of its bytes. */
  readonly sha256: string;
  /** Where the message holds it; its bytes where it does so in pieces, or not as they were sent. */
  readonly content: EncodedBytes | Uint8Array;
}

/** The header of a mail, decoded: all that threading and listing need. */
export interface Envelope {
  /** With its angle brackets, as sent; null when absent. */
  readonly messageId: string | null;
  readonly inReplyTo: string | null;
  /** Oldest first, the last 100 at most. */
  readonly references: readonly string[];
  /** The first From mailbox; an empty address when there is none. */
  readonly from: Mailbox;
  readonly to: readonly Mailbox[];
  readonly cc: readonly Mailbox[];
  readonly replyTo: readonly Mailbox[];
  readonly subject: string;
  /** The subject without reply and forward prefixes, lower case, blanks folded. */
  readonly bareSubject: string;
  /** Whether the subject starts with a reply prefix, in any language. */
  readonly isReply: boolean;
  /** The Date header, ISO 8601; null when absent or nonsense. */
  readonly date: string | null;
  /** Lower-case names; a header that stands more than once is an array. Bounded in size. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
}

/** Everything the bytes of a mail say. No text in it holds NUL or a lone surrogate. */
export interface Analysis extends Envelope {
  readonly textBody: string;
  readonly htmlBody: string;
  /** The new text: without quoted history and signature. */
  readonly strippedText: string;
  /** BCP 47; null when there are too few words to tell. */
  readonly language: string | null;
  readonly category: Category;
  /** 0–1. */
  readonly categoryConfidence: number;
  /** One sentence of at most 200 characters. */
  readonly summary: string;
  /** Best first. */
  readonly otpCandidates: readonly CodeCandidate[];
  /** Candidates from 0.5 on, the main one first. */
  readonly otpCodes: readonly string[];
  readonly links: readonly Link[];
  readonly verificationLinks: readonly string[];
  readonly magicLinks: readonly string[];
  readonly backupCodes: readonly string[];
  /** When the code ends, counted from the Date header (receipt when absent), ISO 8601; null when not said. */
  readonly codeExpiry: string | null;
  /** The same lifetime counted from receipt; equals `codeExpiry` when the mail names an absolute time. */
  readonly expiryAfterReceipt: string | null;
  /** Whether the mail hides text from a reader's eye. */
  readonly hiddenContent: boolean;
  readonly isSpam: boolean;
  /** 0–1. */
  readonly spamScore: number;
  readonly attachments: readonly Attachment[];
  /** Its parts as IMAP tells of them; null where nobody looked for them. */
  readonly structure: MessageStructure | null;
}
