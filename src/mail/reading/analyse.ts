import { acts, type Analysis, type CodeCandidate, type Link } from '../analysis.js';
import type { Body } from './body.js';
import { categorize } from '../topic/category.js';
import type { FoundCode } from '../codes/codes.js';
import { findLifetime, type Lifetime } from '../times/expiry.js';
import type { Hit } from '../text/lexicon.js';
import { leadsElsewhere } from '../links/marked-links.js';
import { categoryClues, type MailFindings } from './mail-category.js';
import { readMailLinks } from './mail-links.js';
import type { TextPage } from '../text/page.js';
import { parseMail, type ParsedMail } from '../mime/parse.js';
import { SPAM, spamScore } from '../topic/spam.js';
import { structureOfText } from '../structure/structure.js';
import { summarize, type Summarized } from '../text/summary.js';
import { isSure, readMail, readPagesOf, type MailReading } from './reading.js';
import type { TermKind } from '../words/roles.js';

/** What is known of a mail beside its bytes. */
export interface AnalysisContext {
  /** When it was accepted here. */
  readonly receivedAt: Date;
}

/**
 * Everything the bytes of a mail say.
 *
 * @throws Error when not even the header can be read; use `fallbackAnalysis` then.
 */
export function analyse(raw: Buffer, context: AnalysisContext): Analysis {
  const text = raw.toString('latin1');
  const mail = parseMail(raw, text);
  const pages = readPagesOf(mail);
  const { body } = pages;
  const reading = readMail(mail, pages);
  const { envelope } = mail;
  const received = context.receivedAt.getTime();
  const sent = envelope.date === null ? received : Date.parse(envelope.date);
  const lifetime = lifetimeOf(reading, body, sent);
  const found = { pages, reading, links: readMailLinks(mail, pages, reading) };
  const verdicts = judge(mail, found);
  const analysis: Summarized = {
    textBody: body.textBody,
    htmlBody: body.htmlBody,
    strippedText: body.strippedText,
    language: pages.language,
    otpCandidates: reading.codes.map(toCandidate),
    otpCodes: reading.codes.filter(isSure).map(({ code }) => code),
    links: found.links,
    verificationLinks: urlsOf(found.links, 'verify'),
    magicLinks: urlsOf(found.links, 'magic'),
    backupCodes: reading.backupCodes,
    hiddenContent: body.hides || hidesAction(mail, body),
    attachments: mail.attachments,
    structure: structureOfText(text),
    ...envelope,
    ...verdicts,
    codeExpiry: lifetime && endOf(lifetime, sent),
    expiryAfterReceipt: lifetime && endOf(lifetime, received),
  };
  const purpose = purposeOf(pages.subject, reading);
  return { ...analysis, summary: summarize(analysis, context.receivedAt, purpose) };
}

/** Whether its markup leads programs where it leads no reader. */
const hidesAction = ({ envelope }: ParsedMail, { htmlPages }: Body) =>
  htmlPages.some(({ html }) => leadsElsewhere(html.markup, html.anchors, envelope.from.address));

function judge(mail: ParsedMail, found: MailFindings) {
  const { body } = found.pages;
  const score = spamScore({
    envelope: mail.envelope,
    headers: mail.headers,
    textBody: body.textBody,
    htmlBody: body.htmlBody,
    hiddenText: body.hiddenText,
    links: found.links,
    isAwaited: found.reading.main !== undefined || found.links.some(acts),
  });
  const isSpam = score >= SPAM;
  const { category, confidence } = categorize(categoryClues(mail, found), isSpam);
  return { category, categoryConfidence: confidence, isSpam, spamScore: score };
}

/** How long the main code is valid, as the pages and their previews say or else their plain forms. */
function lifetimeOf({ main, pages }: MailReading, body: Body, sentAt: number): Lifetime | null {
  if (!main) return null;
  const { page, place } = main;
  const code = page.text.slice(place.start, place.end);
  const plain = () => body.alternatives.map(({ page }) => page());
  const shown = [...pages, ...body.previews()];
  return findLifetime(shown, code, sentAt) ?? findLifetime(plain(), code, sentAt);
}

const endOf = (lifetime: Lifetime, from: number) =>
  new Date(lifetime.kind === 'absolute' ? lifetime.at : from + lifetime.ms).toISOString();

/** What the code is for: the subject says it best, then the name of the code. */
function purposeOf(subject: TextPage, { pages, main, signs: { counts } }: MailReading): TermKind {
  const said = subject.hits.map(aboutOf).find(isAction) ?? namedFor(pages);
  if (said) return said;
  if ((counts.signIn ?? 0) > (counts.verify ?? 0)) return 'signIn';
  return main && leadsToReset(main) ? 'reset' : 'verify';
}

/** Behind the code it is what to do if somebody else asked for it: "not you? Change your password". */
const leadsToReset = ({ page, place }: FoundCode): boolean =>
  page.hits.some(({ start, term }) => start < place.start && term.kind === 'reset');

const aboutOf = ({ term }: Hit) => term.about ?? term.kind;

/** What the name of a code says that it is for. */
const namedFor = (pages: readonly TextPage[]) =>
  pages.flatMap(({ hits }) => hits).find(({ term }) => term.about)?.term.about;

const isAction = (kind: TermKind) => kind === 'reset' || kind === 'signIn';

const toCandidate = ({ code, confidence, source, context }: FoundCode): CodeCandidate => ({
  code,
  confidence,
  source,
  context,
});

const urlsOf = (links: readonly Link[], kind: Link['kind']) =>
  links.filter((link) => link.kind === kind).map(({ url }) => url);
