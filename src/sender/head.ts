import { Headers } from '@zone-eu/mailsplit';
import { readMailboxes } from '../mail/mime/addresses.js';
import type { Mailbox } from '../mail/analysis.js';
import { MailHeaders, type RawField } from '../mail/mime/headers.js';

/** What the header of a mail says about its sender. */
export interface SenderHead {
  /** Mailboxes of the first From field, which is the one that is shown. */
  readonly mailboxes: readonly Mailbox[];
  /** From fields. */
  readonly fromFields: number;
  /** The From field as it stands there, for what says that it was signed. */
  readonly fromLine: string;
  /** Signatures that are looked at; the others count as not there. */
  readonly signatures: number;
  /** Whether there are signatures that are not looked at. */
  readonly passedOver: boolean;
  readonly sealed: boolean;
  /** The mail with the signatures that are looked at. */
  readonly message: Buffer;
}

// What an honest header stays below by far; checking signatures costs time for each byte of it.
const MAX_HEAD = 64 * 1024;
const MAX_FIELDS = 500;
const MAX_LINES = 2_000;
const MAX_SIGNATURES = 10;
const MAX_SIGNATURE_LENGTH = 8 * 1024;
const SIGNATURES = new Set(['dkim-signature', 'arc-message-signature', 'arc-seal']);
const HEAD_END = /\r?\n\r?\n/;
// A signature over a part of the body says nothing about what was put behind it (RFC 6376 section 8.2).
const PARTIAL_BODY = /;[ \t\r\n]*l[ \t\r\n]*=/i;

const NOTHING: Omit<SenderHead, 'message'> = {
  mailboxes: [],
  fromFields: 0,
  fromLine: '',
  signatures: 0,
  passedOver: true,
  sealed: false,
};

/** Reads the header of `raw` as the analysis of the mail does; of one beyond all reason, nothing. */
export function readHead(raw: Buffer): SenderHead {
  const split = splitHead(raw);
  if (!split) return { ...NOTHING, message: raw };
  const { fields, bodyAt } = split;
  const from = fields.filter(({ key }) => key === 'from');
  const signed = fields.filter(({ key }) => key === 'dkim-signature');
  const used = signed.filter(isUsable).slice(0, MAX_SIGNATURES);
  const kept = fields.filter((field) =>
    field.key === 'dkim-signature' ? used.includes(field) : isUsable(field),
  );
  return {
    mailboxes: readMailboxes(new MailHeaders(from).first('from')),
    fromFields: from.length,
    fromLine: from[0]?.line ?? '',
    signatures: used.length,
    passedOver: used.length < signed.length,
    sealed: kept.some(({ key }) => key === 'arc-seal'),
    message: kept.length === fields.length ? raw : withFields(kept, raw.subarray(bodyAt)),
  };
}

// A header in which a line stands for something else than it seems, or is a signature: its bytes are read.
const DOUBTFUL = /^(?:dkim-signature|arc-|from(?!:)|[^\S \t\r\n])|\r(?!\n)|\0/im;
const FROM_FIELDS = /^from:.*(?:\r?\n[ \t].*)*/gim;
// Characters of From fields that are kept beside a message and with a verdict.
const MAX_KEPT_FROM = 1_000;

/**
 * The From fields of a message that nobody signed, a character a byte: `readHead` finds in them what it finds in the
 * message. Null where it takes more of the message to know who sent it.
 */
export function unsignedFrom(raw: Buffer): string | null {
  const text = raw.toString('latin1', 0, MAX_HEAD);
  const length = text.search(HEAD_END);
  if (length < 0 || /^\s/.test(text)) return null;
  const head = text.slice(0, length);
  if (DOUBTFUL.test(head) || countLines(head, length) >= MAX_FIELDS) return null;
  const fields = head.match(FROM_FIELDS)?.join('\r\n') ?? '';
  return fields.length > MAX_KEPT_FROM ? null : fields;
}

/** The header of a message of which `unsignedFrom` told the From fields. */
export const headOfFrom = (fields: string): Buffer => Buffer.from(`${fields}\r\n\r\n`, 'latin1');

/** Whether anything was signed, so that the body is needed to check it. */
export const isSigned = ({ signatures, sealed }: SenderHead): boolean => signatures > 0 || sealed;

/** The fields of the header and where the body begins; null when there is too much of it. */
function splitHead(raw: Buffer): { fields: readonly RawField[]; bodyAt: number } | null {
  const text = raw.toString('latin1', 0, MAX_HEAD);
  const end = HEAD_END.exec(text);
  if (!end && raw.length > MAX_HEAD) return null;
  const length = end ? end.index : raw.length;
  if (countLines(text, length) > MAX_LINES) return null;
  const fields = new Headers(raw.subarray(0, length)).getList() as readonly RawField[];
  return fields.length > MAX_FIELDS ? null : { fields, bodyAt: length + (end?.[0].length ?? 0) };
}

/** Whether a field is none of the signatures that are not looked at. */
function isUsable({ key, line }: RawField): boolean {
  if (!SIGNATURES.has(key)) return true;
  return (
    line.length <= MAX_SIGNATURE_LENGTH && !(key === 'dkim-signature' && PARTIAL_BODY.test(line))
  );
}

function countLines(text: string, end: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

function withFields(fields: readonly RawField[], body: Buffer): Buffer {
  const head = fields.map(({ line }) => `${line}\r\n`).join('');
  return Buffer.concat([Buffer.from(`${head}\r\n`, 'latin1'), body]);
}
