import { domainOf, localPartOf } from '../text/mail-address.js';
import { findBackupCodes, type KnownLines } from '../codes/backup-codes.js';
import type { Mailbox } from '../analysis.js';
import { readBody, type Body, type BodyContext } from './body.js';
import { cleanText } from '../text/clean-text.js';
import type { CodeCase } from '../codes/code-case.js';
import type { MailSigns } from '../codes/code-mail.js';
import { findCodes, SURE, type Exclusions, type FoundCode } from '../codes/codes.js';
import type { HtmlText } from '../html/html-text.js';
import { isSentToList } from '../mime/headers.js';
import { detectLanguage } from '../text/language.js';
import {
  countTerms,
  createPage,
  inLanguage,
  keepHits,
  withoutName,
  type TextPage,
} from '../text/page.js';
import { parseMail, type ParsedMail } from '../mime/parse.js';
import type { Scorer } from '../model/model.js';
import { isPerson } from '../topic/sender-role.js';
import { lazy } from '../text/once.js';
import { clip } from '../text/safe-text.js';
import type { Term } from '../text/term.js';
import type { Span } from '../text/text-urls.js';
import { isForwardSubject, readSubject } from '../threads/threading.js';

const MAX_NESTED = 256 * 1024;

/** What is known of a mail before its codes are looked for. */
export interface PreparedReading {
  readonly pages: readonly TextPage[];
  readonly signs: MailSigns;
  /** Where lists of recovery codes stand. */
  readonly exclusions: Exclusions;
  readonly backupCodes: readonly string[];
}

/** What was found by reading the words of a mail. */
export interface MailReading extends PreparedReading {
  readonly codes: readonly FoundCode[];
  /** The best candidate that is a code. */
  readonly main: FoundCode | undefined;
}

const isAnswer = ({ envelope: { inReplyTo, references, isReply } }: ParsedMail) =>
  isReply || inReplyTo !== null || references.length > 0;

/** Whose addresses a preview may name. */
const MAX_READERS = 20;

function bodyContext(mail: ParsedMail): BodyContext {
  const { subject, bareSubject, from, to, messageId } = mail.envelope;
  const readers = to.slice(0, MAX_READERS).map(({ address }) => address);
  return {
    own: [...readers, messageId?.replace(/[<>]/g, '') ?? ''],
    isReply: isAnswer(mail),
    isForward: isForwardSubject(subject),
    writer: from.name ?? '',
    address: from.address,
    isSubject: (text: string) =>
      bareSubject !== '' && readSubject(text).bareSubject === bareSubject,
  };
}

/** The pages of a mail's own text, and the language they are in. */
export interface OwnPages {
  readonly body: Body;
  readonly subject: TextPage;
  readonly language: string | null;
}

/** The name of a sender, without that of the service it writes through. */
const ownName = ({ envelope }: ParsedMail) =>
  (envelope.from.name ?? '').replace(SERVICE, '').trim();

const SERVICE = /(?: via | [|·•–—-] | ?[(（@]).*/s;

/** So many terms at the beginning of a text help to tell its language. */
const MAX_TELLING = 60;

/**
 * Prepares a mail for reading. With `isKnown`, as if the analyser knew no other terms than those, and could not
 * tell the language: what `npm run fit` learns structure from.
 */
export function readPagesOf(mail: ParsedMail, isKnown?: (term: Term) => boolean): OwnPages {
  const body = readBody(mail.sections, bodyContext(mail));
  const subject = createPage({ source: 'subject', text: cleanText(mail.envelope.subject) });
  const page = body.textPages[0] ?? body.htmlPages[0]?.page;
  const title = `${subject.text}\n`;
  // What others wrote above is blank.
  const first = page?.text.search(/\S/) ?? 0;
  const hits = (page?.hits ?? [])
    .slice(0, MAX_TELLING)
    .map(({ start, term }) => ({ start: start - first + title.length, term }));
  const language = isKnown
    ? null
    : detectLanguage(title + body.strippedText, [...subject.hits, ...hits]);
  const name = ownName(mail);
  const known = (page: TextPage) => (isKnown ? keepHits(page, ({ term }) => isKnown(term)) : page);
  const sure = isEnough(body.strippedText) ? language : null;
  const own = (page: TextPage) => withoutName(inLanguage(known(page), sure), name);
  return {
    body: {
      ...body,
      textPages: body.textPages.map(own),
      htmlPages: body.htmlPages.map(({ page, html }) => ({ html, page: own(page) })),
      alternatives: body.alternatives.map(({ saysMore, page }) => ({
        saysMore,
        page: lazy(() => own(page())),
      })),
    },
    subject: own(subject),
    language,
  };
}

/** What has fewer letters may be a name and a number in any language: "Akte: 210001". */
const ENOUGH_LETTERS = /^(?:\P{L}*\p{L}){24}/u;

const FEW_CHARACTERS = 200;

const isEnough = (text: string) => ENOUGH_LETTERS.test(clip(text, FEW_CHARACTERS));

/** The texts of a mail, its subject first. */
const pagesOf = ({ body, subject }: OwnPages): TextPage[] => [
  subject,
  ...body.htmlPages.map(({ page }) => page),
  ...body.textPages,
];

/**
 * Reads a mail; where what it shows holds no code, its plain form, and a mail that it carries along. `scorer` weighs
 * codes where it is not the model file that does.
 */
export function readMail(
  mail: ParsedMail,
  pages: OwnPages,
  scorer?: Scorer<CodeCase>,
): MailReading {
  const read = (others: readonly TextPage[] = []): MailReading => {
    const prepared = prepareReading(mail, pages, others);
    const codes = findCodes(prepared.pages, prepared.signs, prepared.exclusions, scorer);
    return { ...prepared, codes, main: codes.find(isSure) };
  };
  const reading = read();
  if (reading.main || mail.structure.report !== null) return reading;
  const plain = pages.body.alternatives.filter(({ saysMore }) => saysMore());
  const others = [...plain.map(({ page }) => page()), ...nestedPages(mail)];
  return others.length === 0 ? reading : read(others);
}

const wordLinksOf = ({ anchors, text }: HtmlText): Span[] =>
  anchors.filter(({ start, end }) => WORD.test(text.slice(start, end).trim()));
/** Without a digit, and with a hyphen in small letters only: `WDJB-MJHT` may lead to where it is typed. */
const WORD = /^(?:[A-Z]+|[a-z-]+)$/;

/** Reads what a mail says as a whole, with other pages beside its own, and its lists of recovery codes. */
export function prepareReading(
  mail: ParsedMail,
  own: OwnPages,
  others: readonly TextPage[] = [],
): PreparedReading {
  const pages = [...pagesOf(own), ...others];
  const signs = readSigns(pages, mail, own.body);
  const { counts, subject } = signs;
  const known: KnownLines = new Map();
  const mayList = counts.backup ?? counts.code ?? counts.maybeCode;
  const lists = (mayList ? pages : []).map(
    (page) => [page, findBackupCodes(page, subject.has('backup'), known)] as const,
  );
  return {
    pages,
    signs,
    exclusions: new Map(lists.map(([page, { ranges }]) => [page, ranges])),
    backupCodes: [...new Set(lists.flatMap(([, { codes }]) => codes))],
  };
}

/** A mail forwarded as an attachment is read like one forwarded in the text. */
function nestedPages({ nested }: ParsedMail): TextPage[] {
  const raw = nested.find(({ length }) => length <= MAX_NESTED);
  if (!raw) return [];
  try {
    return pagesOf(readPagesOf(parseMail(raw)));
  } catch {
    return [];
  }
}

/** Whether a candidate counts as a code. */
export const isSure = ({ confidence }: { readonly confidence: number }): boolean =>
  confidence >= SURE;

/** The part of an address that says whose it is. */
const accountOf = ({ address }: Mailbox) => localPartOf(address).toLowerCase();

/** What its host is called: "track24" of `shop@mail.track24.example`. */
const labelsOf = ({ address }: Mailbox) => domainOf(address).split('.');

function readSigns(
  pages: readonly TextPage[],
  mail: ParsedMail,
  { htmlPages, textPages }: Body,
): MailSigns {
  const { from, to, subject, date } = mail.envelope;
  const linked = [
    ...htmlPages.map(({ html }) => html.anchors),
    ...textPages.map(({ urls }) => urls),
  ];
  const subjects = pages.filter(({ source }) => source === 'subject');
  return {
    urls: linked.flatMap((links) => links.map(({ url }) => url)),
    numbers: new Set(htmlPages.flatMap(({ html }) => [...html.markup.numbers])),
    wordLinks: new Map(htmlPages.map(({ page, html }) => [page, wordLinksOf(html)])),
    counts: countTerms(pages),
    subject: new Set(subjects.flatMap(({ hits }) => hits.map(({ term }) => term.kind))),
    isBulk: isSentToList(mail.headers),
    isAnswer: isAnswer(mail),
    from,
    sentAt: date === null ? null : Date.parse(date),
    names: new Set([...[...to, from].map(accountOf), ...labelsOf(from)]),
    isPersonal: isPerson(from) && !isForwardSubject(subject),
  };
}
