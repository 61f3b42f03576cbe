import {
  enhancedStatus,
  replyCode,
  reportedRecipient,
  saysAny,
  saysUnknown,
  withoutAddresses,
  type RecipientOutcome,
  type ReportedRecipient,
} from './bounce-verdict.js';
import { clip } from '../text/safe-text.js';
import { readMessageId } from '../threads/threading.js';
import { alternatives, wordList } from '../words/word-lists.js';

/** What a bounce says that no program was meant to read. */
export interface BounceText {
  readonly recipients: readonly ReportedRecipient[];
  /** Everybody it names, if it says of nobody in known words what happened: for mail that is sure to report failures. */
  readonly named: readonly ReportedRecipient[];
  /** Of mails that are returned below the report, as text. */
  readonly messageIds: readonly string[];
  /** The first line with a code; '' without one. */
  readonly firstCode: string;
  /** Whether it says that nothing more is tried. */
  readonly gaveUp: boolean;
}

const MAX_TEXT = 256 * 1024;
const MAX_REPORT_LINES = 1000;
const MAX_LINE = 1000;
const MAX_RECIPIENTS = 200;

/**
 * Reads a bounce in words, in any language: an address, and behind it a status or reply code or one
 * of the phrases that mail servers use.
 */
export function readBounceText(text: string): BounceText {
  const lines = clip(text, MAX_TEXT)
    .split(/\r\n|\r|\n/)
    .map((line) => clip(line, MAX_LINE));
  const end = lines.findIndex(beginsReturnedMail);
  const report = lines.slice(0, end < 0 ? MAX_REPORT_LINES : Math.min(end, MAX_REPORT_LINES));
  const gaveUp = says(report, GIVEN_UP);
  const found = accountOf(report, hasCode).failures;
  // Phrases count where no server is quoted: next to codes they explain more than they report.
  const failures = found.size > 0 ? found : accountOf(report, saysUnknown).failures;
  return {
    recipients: [...failures].map(([address, diagnostic]) =>
      fromWords(address, diagnostic, gaveUp),
    ),
    named: failures.size > 0 ? [] : namedIn(report, gaveUp),
    messageIds: end < 0 ? [] : messageIdsIn(lines.slice(end)),
    firstCode: report.find(hasCode) ?? '',
    gaveUp,
  };
}

/** A recipient of whom a bounce says `diagnostic` in words. */
export function fromWords(address: string, diagnostic: string, gaveUp: boolean): ReportedRecipient {
  const status = enhancedStatus(diagnostic);
  const isPassing = (status ?? replyCode(diagnostic) ?? '').startsWith('4');
  const outcome: RecipientOutcome = isPassing && !gaveUp ? 'delayed' : 'failed';
  return reportedRecipient({ address, outcome, status, diagnostic });
}

/** Whom a report names, with what stands beside or below; nobody where it reports no failure. */
function namedIn(report: readonly string[], gaveUp: boolean): ReportedRecipient[] {
  if (says(report, SUCCEEDED)) return [];
  const outcome = says(report, DELAYED) && !gaveUp ? 'delayed' : 'failed';
  const account = accountOf(report, hasWords);
  // Behind the last ones nothing more may be said.
  account.fail('', []);
  return [...account.failures].map(([address, diagnostic]) =>
    reportedRecipient({ address, outcome, status: null, diagnostic }),
  );
}

const WORDS = /\p{L}{2}/u;
const hasWords = (line: string) => WORDS.test(withoutAddresses(line));

const SUCCEEDED = wordList('bounce.delivered');
const DELAYED = wordList('bounce.delayed');
const GIVEN_UP = wordList('bounce.final');
const RETURNED = wordList('bounce.returned');

const says = (lines: readonly string[], phrases: readonly string[]) =>
  lines.some((line) => saysAny(line.toLowerCase(), phrases));

const hasCode = (line: string) => {
  const status = enhancedStatus(line);
  return status === null ? replyCode(line) !== null : !status.startsWith('2');
};

/** Fields that an account of what happened does not have. */
const RETURNED_FIELD =
  /^[>| \t]{0,8}(?:received|return-path|message-id|dkim-signature|mime-version|x-mailer):/i;
const RULE = /^[>| \t]{0,8}[-=_*#]{3}/;

/** Below it stands what came back, with addresses that have nothing to do with the failure. */
function beginsReturnedMail(line: string): boolean {
  if (RETURNED_FIELD.test(line)) return true;
  if (!RULE.test(line) && !line.trimEnd().endsWith(':')) return false;
  const said = line.toLowerCase();
  return saysAny(said, RETURNED) && !said.includes('@');
}

const LABELS = alternatives('label.from', 'label.sent', 'label.to', 'label.subject');
/** Whom and from whom the mail was, repeated at the top of a report. */
const ABOUT_THE_MAIL = new RegExp(
  String.raw`^[>| \t]{0,8}(?:mail from|rcpt to|to|cc|bcc|from|sender|reply-to|subject|date|${LABELS}):`,
  'iu',
);

/** A reply as a server gave it, without the address it is about. */
const QUOTED_REPLY = /^[>| \t]{0,8}(?:<<<[ \t]{0,4})?[245][0-5]\d[ -]/;

/** What is said of which address: the line with the code, the first for each. */
function accountOf(lines: readonly string[], isFailure: (line: string) => boolean): FailureAccount {
  const account = new FailureAccount();
  for (const line of lines) {
    const own = ABOUT_THE_MAIL.test(line) ? [] : addressesIn(line);
    if (isFailure(line)) account.fail(line, own);
    else if (own.length > 0) account.name(own);
    else if (line.trim() !== '') account.tell();
  }
  return account;
}

/** Lines of a report in their order: addresses, then what happened with them. */
class FailureAccount {
  readonly failures = new Map<string, string>();
  private named: readonly string[] = [];
  /** Whether nothing but addresses stood since the first of those named. */
  private isList = false;

  name(addresses: readonly string[]): void {
    const before = this.isList ? this.named : [];
    this.named = [...before, ...addresses].slice(-MAX_RECIPIENTS);
    this.isList = true;
  }

  tell(): void {
    this.isList = false;
  }

  fail(line: string, own: readonly string[]): void {
    this.isList = false;
    const isReply = own.length === 0 || QUOTED_REPLY.test(line);
    for (const address of isReply ? [...this.named, ...own] : own) {
      if (this.failures.size === MAX_RECIPIENTS) return;
      if (!this.failures.has(address)) this.failures.set(address, line.trim());
    }
  }
}

const MAX_LOCAL_PART = 64;
const MAX_DOMAIN = 253;
const BETWEEN_WORDS = /[ \t\f\v\u00a0<>()[\]{}"'`,;:|\\/=«»“”„‹›]+/;
const IS_ADDRESS = /^[^@]+@[^@]*\./;

/** Addresses in a line of prose, in lower case. */
export function addressesIn(line: string): string[] {
  const found = line.split(BETWEEN_WORDS).flatMap((word) => {
    const parts = word.split('@');
    return parts.slice(1).map((part, i) => {
      const domain = clip(part, MAX_DOMAIN).replace(/[.!?…]{1,5}$/, '');
      return `${parts[i]!.slice(-MAX_LOCAL_PART)}@${domain}`.toLowerCase();
    });
  });
  return [...new Set(found.filter((address) => IS_ADDRESS.test(address)))];
}

const MAX_IDS = 10;
/** A long one stands on the next line, folded. */
const MESSAGE_ID = /^[>| \t]{0,8}message-id[ \t]{0,4}:(?:[^\S\n]*\n)?(.*)$/gim;

const messageIdsIn = (lines: readonly string[]): string[] =>
  [...lines.join('\n').matchAll(MESSAGE_ID)]
    .map(([, value = '']) => readMessageId(value))
    .filter((id) => id !== null)
    .slice(0, MAX_IDS);
