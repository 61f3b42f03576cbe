import { clip, oneLine, safeText } from '../text/safe-text.js';

/** What became of a mail on its way to one recipient. */
export type RecipientOutcome = 'failed' | 'delayed' | 'delivered';

/** What a report says of one recipient. */
export interface ReportedRecipient {
  /** As the server that reports knows it. */
  readonly address: string;
  /** As it was written to, where the report says so: forwarding changes addresses. */
  readonly originalAddress: string | null;
  readonly outcome: RecipientOutcome;
  /** RFC 3463, such as 5.1.1; null when the report names none. */
  readonly status: string | null;
  /**
   * Whether the address itself is at fault, so that any other mail to it would fail too. A full
   * mailbox, a refusal of this mail and a server that was away too long are not.
   */
  readonly permanent: boolean;
  /** What the other server said, one line. */
  readonly diagnostic: string;
}

/** What was read of one recipient. */
export interface RecipientFacts {
  readonly address: string;
  readonly originalAddress?: string | null;
  readonly outcome: RecipientOutcome;
  readonly status: string | null;
  readonly diagnostic: string;
}

const MAX_DIAGNOSTIC = 500;

/** A recipient, judged by its status and what was said of it. */
export function reportedRecipient(facts: RecipientFacts): ReportedRecipient {
  const diagnostic = clip(
    oneLine(safeText(clip(facts.diagnostic, 4 * MAX_DIAGNOSTIC))),
    MAX_DIAGNOSTIC,
  );
  const status = moreExact(facts.status, enhancedStatus(diagnostic));
  const permanent = facts.outcome === 'failed' && isPermanent(status, diagnostic);
  return { originalAddress: null, ...facts, status, diagnostic, permanent };
}

// RFC 3463 section 2; no part of an address or of a version.
const ENHANCED = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/g;
const GENERAL = /^[245]\.0\.0$/;

/** The enhanced status code in a line, an exact one before a general one; null without one. */
export function enhancedStatus(line: string): string | null {
  const found = line.match(ENHANCED) ?? [];
  return found.find((status) => !GENERAL.test(status)) ?? found[0] ?? null;
}

/** What the other server said is more exact than the X.0.0 of the one that reports it. */
function moreExact(status: string | null, said: string | null): string | null {
  if (status === null || said === null) return status ?? said;
  return GENERAL.test(status) && said.startsWith(status[0]!) ? said : status;
}

const REPLY_CODE =
  /(?<![\d.])(?:4(?:21|22|5[0-4]|71)|5(?:0[0-4]|2[13]|30|41|5[0-6]|71))(?![\d.]?\d)/;

/** The reply code of SMTP in a line; null without one. */
export const replyCode = (line: string): string | null => REPLY_CODE.exec(line)?.[0] ?? null;

// The mailbox or the domain does not exist, is spelled wrongly, has moved or is switched off.
const AT_FAULT = /^5\.(?:1\.(?:1|2|3|4|6|10)|2\.1|4\.(?:4|310))$/;
// The sender's address, full, too large, a list, a loop, given up, this mail, policy.
const NOT_AT_FAULT = /^5\.(?:1\.[789]|2\.[234]|3\.4|4\.[67]|6\.\d+|7\.\d+)$/;
const SAYS_LITTLE = /^5\.[01]\.0$/;

function isPermanent(status: string | null, diagnostic: string): boolean {
  const code = replyCode(diagnostic);
  if (status === null && code?.startsWith('4')) return false;
  return byStatus(status) ?? byWords(withoutAddresses(diagnostic)) ?? byReplyCode(status, code);
}

function byStatus(status: string | null): boolean | null {
  if (status === null) return null;
  if (!status.startsWith('5') || NOT_AT_FAULT.test(status)) return false;
  return AT_FAULT.test(status) ? true : null;
}

function byWords(said: string): boolean | null {
  if (saysAny(said, PASSING)) return false;
  return saysAny(said, UNKNOWN) ? true : null;
}

/** 552 and 554 are said of mails rather than of mailboxes; a status that says little is no reason. */
const byReplyCode = (status: string | null, code: string | null): boolean =>
  (status === null || SAYS_LITTLE.test(status)) && /^55[013]$/.test(code ?? '');

/** Whether a line says that there is no such mailbox. */
export const saysUnknown = (line: string): boolean => byWords(withoutAddresses(line)) === true;

/** Addresses may hold any word. */
const withoutAddresses = (line: string) =>
  line
    .toLowerCase()
    .split(' ')
    .filter((word) => !word.includes('@'))
    .join(' ');

const saysAny = (said: string, phrases: readonly string[]) =>
  phrases.some((phrase) => said.includes(phrase));

const phrasesOf = (text: string) => text.split(/,\s+/).map((phrase) => phrase.trim());

const UNKNOWN = phrasesOf(`user unknown, unknown user, no such user, no such recipient,
  no such mailbox, no such address, no such account, no such domain, user not found,
  user doesn't exist, recipient not found, mailbox not found, account not found, address not found,
  domain not found, host not found, does not exist, doesn't exist, unknown recipient,
  recipient unknown, unknown address, address unknown, unknown account, unknown mailbox,
  unknown local part, unknown host, unknown domain, invalid recipient, invalid mailbox,
  invalid address, not a valid mailbox, unrouteable address, unroutable address,
  no mailbox here, mailbox unavailable, mailbox disabled, mailbox is disabled, account disabled,
  account is disabled, account has been disabled, user has moved, no longer exists,
  no longer valid, no longer available, doesn't have a, bad destination mailbox,
  addressee unknown, recipnotfound, not listed in, name is not recognized,
  recipient address rejected: access denied, couldn't be found, could not be found,
  wasn't found, unbekannt, existiert nicht, nicht gefunden, inconnu, n'existe pas, introuvable,
  desconocid, no existe, no se encontr, sconosciut, non esiste, inesistente, desconhecid,
  não existe, nao existe, não foi encontrad, onbekend, bestaat niet, niet gevonden, nie istnieje,
  nieznany, не существует, не найден, неизвестн, okänd, finns inte, ukendt, findes ikke, ukjent,
  tuntematon, ei löydy, neexistuje, neznám, nem létezik, ismeretlen, bulunamadı, mevcut değil,
  存在しません, 見つかりません, 不存在, 找不到, 존재하지, 찾을 수 없`);

const PASSING = phrasesOf(`quota, mailbox full, mailbox is full, mailbox limit, inbox is full,
  storage limit, out of storage, insufficient, exceeded storage, too large, too big, size limit,
  size exceeds, too many, rate limit, try again, temporar, timed out, timeout, greylist, grey-list,
  graylist, spam, blocked, block list, blocklist, blacklist, black list, blackhole, denylist,
  listed by, policy, policies, reputation, dmarc, dkim, spf, unauthenticated, not authorized,
  not permitted, relay, virus, malware, phishing, message content, content rejected, in the queue,
  not going to try again, retry, loop, postfach voll, postfach ist voll, kontingent, speicherplatz,
  boîte pleine, boîte aux lettres est pleine, espace de stockage, buzón lleno, buzón está lleno,
  casella piena, caixa cheia, caixa de correio cheia, postbus vol, skrzynka pełna, переполнен,
  空き容量, 满, 滿, 가득`);
