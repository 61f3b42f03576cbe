import type { LinkKind } from '../analysis.js';
import type { Hit } from '../text/lexicon.js';
import type { TermKind } from '../words/words.js';
import { clip } from '../text/safe-text.js';

/** Evidence from the whole mail about the link it was sent for, as log odds. */
export interface MailPurpose {
  readonly isOnly: boolean;
  /** It reports what happened already. */
  readonly reports: boolean;
  readonly verify: number;
  readonly magic: number;
}

/** What is known of a link before its kind is. */
export interface LinkClues {
  readonly address: LinkAddress;
  /** Terms in the text of the link, or in its picture's description. */
  readonly own: readonly Hit[];
  /** Terms of the sentence that leads to it; none where its own text says enough. */
  readonly around: readonly Hit[];
  /** Terms of the subject. */
  readonly subject: readonly Hit[];
  /** Whether its mail informs many or sells to them. */
  readonly isPublic: boolean;
  /** Whether "confirm" and "approve" mean what the subject names: an appointment, a leave request. */
  readonly isOfBusiness: boolean;
  /** Whether it is offered to those who did not ask for the mail: "Not you? Write to us". */
  readonly isForOthers: boolean;
  /** Whether its text says yes: "Yes, that's me". */
  readonly agrees: boolean;
  /** What the mail says of the link it was sent for; null for all others. */
  readonly purpose: MailPurpose | null;
}

const ENOUGH = 2.5;
/** By how much a later purpose has to be surer. */
const LEAD = 0.3;
const MAX_ADDRESS = 4000;

const OWN = 3;
const AROUND = 2.6;
const SUBJECT = 0.8;
/** The subject tells of the only link that is made for its receiver. */
const SUBJECT_OF_ONLY = 2.4;
/** Nobody names a new password who has something else to open. */
const RESET_OF_ONLY = 2.6;
/** Who says yes agrees with what the mail asks. */
const AGREES = 2;
const YES =
  /^(?:yes|ja|jes|jo|oui|s[ií]|sì|sim|da|tak|ano|igen|evet|ya|kyllä|vâng|có|joo|ναι|да|так|はい|네|예|是|نعم|כן|हाँ|हां|जी|ใช่)(?![\p{L}\p{M}])|^(?:はい|是的|ใช่)/iu;
const ADDRESS = 1.6;
/** Of the only link that is made for its receiver the address tells more. */
const ADDRESS_OF_ONLY = 0.8;

type Purpose = Exclude<LinkKind, 'other'>;

const TERMS: Readonly<Record<Purpose, TermKind>> = {
  reset: 'reset',
  verify: 'verify',
  magic: 'signIn',
  unsubscribe: 'unsubscribe',
};
/** Words of addresses: English everywhere, and what sites call their own pages. */
const ADDRESS_WORDS: Readonly<Record<Purpose, RegExp>> = {
  verify:
    /verif|confirm|activat|validat|opt-?in|doi\b|registration-complete|bestaetig|aktivier|bevestig|activeer|activ[ae]r|bekr[ae]ft|aktivera|aktywuj|potwierdz|potvrd|potvrzen|confirma|valid[ae]r|conferm|attiva|convalid|onay|dogrula|etkinlestir|aktivasyon|podtver|pidtver|potvurd|aktiv|konfirm|verifik|verifie|xac-?(?:nhan|thuc|minh)|kich-?hoat|kakunin|ninsho|touroku|toroku|yanzheng|jihuo|queren|injeung|hwagin|vahvist|aktivoi|megerosit|epivev|tasdik|taeed|tafeel/,
  magic:
    /magic|passwordless|one-?(?:click|time)|(?:login|signin|sign-in|log-in|auth|session)s?[/?_-]|otl\b|connexion|connect|entrar|acceso|acess|acced|access[oi]|anmeld|einlog|inlog|logga-?in|log-?ind|logg-?inn|zaloguj|logowanie|giris|oturum|vhod|vkhid|vxod|belep|kirjaudu|masuk|dang-?nhap|prihlas|autentific|syndes|roguin|denglu/,
  reset:
    /reset|pwd|passw|recover|forgot|new-?password|set-?password|change-?password|zuruecksetz|passwort-|kennwort|reinitialis|mot-?de-?passe|restablec|contrasen|redefin|repor-|repor\/|recupera|reimpost|senha|wachtwoord|haslo|aterstall|losenord|sifre|parola|sbros|parol|lupa-?(?:kata-?)?sandi|atur-?ulang|quen-?mat-?khau|mat-?khau|salasana|jelszo|heslo|nulstil|adgangskode/,
  unsubscribe:
    /unsub|opt-?out|preferences|prefs|remove-?me|abmeld|abbestell|desabonn|desinscr|desuscri|cancelar-?inscr|cancelar-?susc|\bbaja\b|disiscri|cancellati|uitschrij|afmeld|wypisz|avregistrer|avprenumerer|avanmal|odhlas|leiratkoz|otpis|vidpis|abonelikten|huy-?dang-?ky|berhenti|subscription|email-settings/,
};
const PURPOSES = Object.keys(TERMS) as Purpose[];

/** What a link is for when these stand in its text. */
const ELSEWHERE: ReadonlySet<TermKind> = new Set([
  ...(['order', 'money', 'news', 'offer', 'support', 'number', 'errand'] as const),
]);

/** An address as far as it tells what it is for. */
export interface LinkAddress {
  /** Path, query and route in lower case. */
  readonly text: string;
  readonly strength: Strength;
  /** A page of help that everybody may read. */
  readonly isPage: boolean;
}

/** Pages for everybody; what stands around them is said of another link. */
const PAGES =
  /\/(?:help|faq|support|privacy|terms|legal|about|contact|learn|docs|blog|policies|hilfe|datenschutz|impressum|agb|aide|confidentialite|cgu|cgv|mentions|ayuda|privacidad|ajuda|privacidade|aiuto|hulp|voorwaarden|pomoc|regulamin|yardim|gizlilik|hjalp|hjelp|hjaelp|bantuan|integritet|personvern)(?![a-z]{3})/;
const OF_PAGE = -2;

/** Where firms keep what explains their services. */
const HELP_HOST = /^(?:docs?|help|support|kb|wiki|faq|blog|hilfe|aide|ayuda|ajuda|hulp|pomoc)\./;
const HELP_PATH = /\/(?:articles?|docs?|hc|kb|knowledge(?:-?base)?|guides?|wiki)\//;

/** Where an app is fetched from. */
const STORE_PATH = /\/id\d{6,12}(?:[/?]|$)|\/store\/apps\/|[?&]id=[a-z]{2,8}\.[a-z]/;

/** What counts visits by campaign is the same for all receivers: `utm_campaign=summer30`. */
const CAMPAIGN = /\butm_[a-z]{1,12}=[^&]*&?/gi;

/** `#/password/new/…`: where pages that are one program keep what others have in the path; no heading. */
const ROUTE = /^#!?\/|=/;

/** Reads the address of a link once for all questions. */
export function readAddress({ hostname, pathname, search: query, hash }: URL): LinkAddress {
  const route = ROUTE.test(hash) ? hash : '';
  const search = `${query.replace(CAMPAIGN, '')}${route}`;
  const text = clip(`${pathname}${search}`.toLowerCase(), MAX_ADDRESS);
  const isHelp = search === '' && (HELP_HOST.test(hostname) || HELP_PATH.test(text));
  const isForAll = isHelp || STORE_PATH.test(text);
  // The title of an article and the number of an app are no tokens.
  const strength = isForAll ? 0 : tokenStrength(text);
  return { text, strength, isPage: isForAll || PAGES.test(text) };
}

/** Whether an address holds something that only its receiver has, and is not there to leave a list. */
export const isPersonal = ({ text, strength }: LinkAddress): boolean =>
  strength > 0 && !ADDRESS_WORDS.unsubscribe.test(text);

/** The kind of a link, by its text first, then its address, the words around, the subject and the mail. */
export function linkKind(clues: LinkClues): LinkKind {
  const { text, strength } = clues.address;
  const mostOfAddress = ADDRESS + (clues.purpose?.isOnly ? ADDRESS_OF_ONLY : 0);
  let best: LinkKind = 'other';
  let top = ENOUGH;
  for (const purpose of PURPOSES) {
    const wanted = top + (best === 'other' ? 0 : LEAD);
    const said = weigh(purpose, clues) + tokenWeight(purpose, strength);
    // For most links even the best address could not make up for what their text says.
    if (said + mostOfAddress < wanted) continue;
    const score = said + (ADDRESS_WORDS[purpose].test(text) ? addressWeight(purpose, clues) : 0);
    if (score < wanted) continue;
    best = purpose;
    top = score;
  }
  return best;
}

/** Whether the text of a link agrees with what its mail asks. */
export const agrees = (text: string, own: readonly Hit[]): boolean =>
  saysYes(text) || has(own, 'pending');

/** Whether the text of a link begins with a yes. */
export const saysYes = (text: string): boolean => YES.test(text);

/** What the path of goods and payments confirms is done already. */
const GOODS = /order|booking|reserv|payment|invoice|receipt|invit|deliver|appointment|rsvp/;

function addressWeight(name: Purpose, { address, purpose, own }: LinkClues): number {
  if (isOfGoods(name, own)) return 0;
  const isTold = name === 'verify' && purpose?.isOnly && address.strength === 2;
  if (!isTold || GOODS.test(address.text) || own.some(isElsewhere)) return ADDRESS;
  return ADDRESS + ADDRESS_OF_ONLY;
}

const isElsewhere = ({ term }: Hit) => ELSEWHERE.has(term.kind);

const AWAY = -3;

function weigh(purpose: Purpose, clues: LinkClues): number {
  const { purpose: mail } = clues;
  const term = TERMS[purpose];
  const leads = leadsTo(purpose, clues) ? AROUND + asideOf(purpose, clues) : 0;
  const told = mail ? mailWeight(purpose, mail, clues) : 0;
  const said = ownWeight(purpose, clues) + subjectWeight(term, clues);
  return said + leads + told + mailDoubt(purpose, clues);
}

/** "You have to log in first": who has a password sees something. */
function leadsTo(purpose: Purpose, { around, isOfBusiness }: LinkClues): boolean {
  const isAside =
    purpose === 'magic' ? has(around, 'errand') : purpose === 'verify' && isOfBusiness;
  return !isAside && has(around, TERMS[purpose]);
}

/** "How to verify an address" is an article, "sign up now" an offer. */
const OF_PUBLIC = -2.5;
/** "Remembered it? Sign in" stands beside the link to a new password. */
const BESIDE_RESET = -2.5;

/** "Your statement is ready": one signs in to see it, unless the mail says that the link does. */
const TO_SEE = -2;
const tellsOfOther = (subject: readonly Hit[]) =>
  !has(subject, 'signIn') && !has(subject, 'direct') && subject.some(isTold);

const isTold = ({ term: { kind } }: Hit) => kind !== 'number' && ELSEWHERE.has(kind);

/** What the mail as a whole says against a purpose. */
function mailDoubt(purpose: Purpose, { subject, isPublic, purpose: mail }: LinkClues): number {
  if (purpose === 'unsubscribe') return 0;
  const isBeside = purpose === 'magic' && has(subject, 'reset') && !has(subject, 'signIn');
  const isToSee = purpose === 'magic' && !mail?.magic && tellsOfOther(subject);
  return (isPublic ? OF_PUBLIC : 0) + (isBeside ? BESIDE_RESET : 0) + (isToSee ? TO_SEE : 0);
}

/** "You now have access": what is reported is no door. */
const OF_REPORT = -1;

/** What the words around say less of: pages for everybody, and doors that were opened by somebody. */
function asideOf(purpose: Purpose, { address, subject }: LinkClues): number {
  const reports = purpose === 'magic' && has(subject, 'notice') && !has(subject, 'signIn');
  return (address.isPage ? OF_PAGE : 0) + (reports ? OF_REPORT : 0);
}

/** What its text says, and whether it says something else: "View order", "It wasn't me". */
function ownWeight(purpose: Purpose, clues: LinkClues): number {
  const { own } = clues;
  const says = has(own, TERMS[purpose]) && !isOfOther(purpose, clues) ? OWN : 0;
  const leadsAway = says === 0 && isAway(purpose, clues) ? AWAY : 0;
  const denies = purpose !== 'unsubscribe' && has(own, 'ignore') ? AWAY : 0;
  return says + leadsAway + denies;
}

const isOfOther = (purpose: Purpose, { own, isOfBusiness }: LinkClues) =>
  isOfGoods(purpose, own) || (purpose === 'verify' && isOfBusiness);

function isAway(purpose: Purpose, { own, agrees: isYes, isForOthers }: LinkClues): boolean {
  if (purpose !== 'unsubscribe') {
    if (isForOthers || has(own, 'reset') || (!isYes && has(own, 'unsubscribe'))) return true;
  }
  return isYes ? has(own, 'errand') : own.some(isElsewhere);
}

/** "Confirm appointment", "Activate discount": what is confirmed or checked is no address. */
function isOfGoods(purpose: Purpose, own: readonly Hit[]): boolean {
  if (purpose === 'magic') return own.some(isGoods);
  if (purpose !== 'verify') return false;
  return own.some(isGoods) || (has(own, 'notice') && !has(own, 'pending'));
}

const isGoods = ({ term: { kind } }: Hit) =>
  kind === 'order' || kind === 'offer' || kind === 'errand';

function subjectWeight(term: TermKind, clues: LinkClues): number {
  const { subject, purpose: mail } = clues;
  if (!has(subject, term) || (term === 'verify' && subject.some(isGoods))) return 0;
  if (term === 'signIn' && approves(clues)) return 0;
  if (!mail?.isOnly || mail.reports) return SUBJECT;
  return term === 'reset' ? RESET_OF_ONLY : SUBJECT_OF_ONLY;
}

/** "A new sign-in: approve it", "Yes, it's me": another door is opened than the link's. */
const approves = ({ own, agrees: isYes }: LinkClues) =>
  has(own, 'verify') || (isYes && !has(own, 'signIn'));

function mailWeight(purpose: Purpose, mail: MailPurpose, clues: LinkClues): number {
  if (purpose === 'magic') return mail.magic + (isSaidOfIt(mail, clues) ? OPENS : 0);
  if (purpose !== 'verify') return 0;
  return mail.verify + (clues.agrees ? AGREES : 0);
}

/** "Click here and you are signed in" is said of the link itself. */
const isSaidOfIt = ({ magic }: MailPurpose, { own, around }: LinkClues) =>
  magic > 0 && (has(own, 'direct') || has(around, 'direct'));
const OPENS = 0.8;

const has = (hits: readonly Hit[], kind: TermKind) => hits.some(({ term }) => term.kind === kind);

/** 2: a long random piece; 1: a short one or some parameter; 0: an address for everybody. */
type Strength = 0 | 1 | 2;

/** A link that acts on its own carries something only its receiver has. */
function tokenWeight(purpose: Purpose, strength: Strength): number {
  if (purpose === 'unsubscribe') return 0;
  if (purpose === 'magic') return MAGIC_TOKEN[strength];
  return purpose === 'reset' ? RESET_TOKEN[strength] : TOKEN[strength];
}

const MAGIC_TOKEN: Readonly<Record<Strength, number>> = [-4, -0.5, 0.2];
/** Where everybody changes a password after signing in no new one is set without the old. */
const RESET_TOKEN: Readonly<Record<Strength, number>> = [-2.2, 0, 0.3];
const TOKEN: Readonly<Record<Strength, number>> = [-1.2, 0, 0.3];

/** By ASCII code. */
const SEPARATORS = Uint8Array.from({ length: 0x80 }, (_, code) =>
  Number('/?&=#;'.includes(String.fromCharCode(code))),
);

/** By the strongest of the pieces that separators leave. */
function tokenStrength(address: string): Strength {
  let strongest: Strength = 0;
  let start = 0;
  let hasDigit = false;
  for (let i = 0; i <= address.length; i++) {
    const code = address.charCodeAt(i);
    if (code >= 0x30 && code <= 0x39) hasDigit = true;
    if (i < address.length && !SEPARATORS[code]) continue;
    const strength = pieceStrength(i - start, hasDigit);
    if (strength === 2) return strength;
    if (strength > strongest) strongest = strength;
    start = i + 1;
    hasDigit = false;
  }
  return strongest;
}

function pieceStrength(length: number, hasDigit: boolean): Strength {
  if (length >= 30) return 2;
  if (!hasDigit || length < 4) return 0;
  return length >= 16 ? 2 : 1;
}
