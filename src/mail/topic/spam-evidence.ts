import { domainOf, localPartOf } from '../text/mail-address.js';
import type { Envelope, Link, LinkRisk } from '../analysis.js';
import { isSentToList, type MailHeaders } from '../mime/headers.js';
import { clip } from '../text/safe-text.js';

/** What a mail is judged by. */
export interface SpamMail {
  readonly envelope: Envelope;
  readonly headers: MailHeaders;
  readonly textBody: string;
  readonly htmlBody: string;
  /** What an HTML page holds and does not show, letters and digits only. */
  readonly hiddenText: string;
  readonly links: readonly Link[];
  /** Whether it brings a code or a link that somebody waits for. */
  readonly isAwaited: boolean;
}

/** What the tables look at. */
export interface SpamClues extends SpamMail {
  readonly risks: ReadonlySet<LinkRisk>;
  readonly subject: string;
  /** How its text and its HTML begin. */
  readonly look: string;
  readonly html: string;
}

/** One thing that speaks for or against a mail. */
export interface SpamEvidence {
  readonly what: string;
  readonly weight: number;
  readonly holds: (clues: SpamClues) => boolean;
}

const row = (weight: number, what: string, holds: SpamEvidence['holds']): SpamEvidence => ({
  what,
  weight,
  holds,
});

/** How much of a body is looked at. */
const MAX_LOOK = 32 * 1024;
const MANY = 6;

/** Collects once what several rows ask for. */
export const spamClues = (mail: SpamMail): SpamClues => ({
  ...mail,
  risks: new Set(mail.links.flatMap(({ risk }) => risk)),
  subject: mail.envelope.subject,
  look: clip(mail.textBody, MAX_LOOK),
  html: clip(mail.htmlBody, MAX_LOOK),
});

/** How mass mailers give themselves away, whatever the mail says. */
export const STRUCTURE: readonly SpamEvidence[] = [
  row(2.5, 'a subject with a tag behind many blanks', ({ headers }) =>
    /\S[ \t]{5}[ \t]*\S/.test(clip(headers.first('subject'), 500)),
  ),
  row(2, 'a Date in a time zone that does not exist', ({ headers }) =>
    hasImpossibleZone(headers.first('date')),
  ),
  row(1.5, 'a Date without a time zone', ({ headers }) => lacksZone(headers.first('date'))),
  row(0.5, 'no Date', ({ headers }) => !headers.has('date')),
  row(1.5, 'a Message-ID of counted zeros', ({ envelope }) =>
    /\$0000[0-9a-f]{4}\$0000/i.test(envelope.messageId ?? ''),
  ),
  row(0.5, 'no Message-ID', ({ envelope }) => envelope.messageId === null),
  row(1.5, 'a mail program that leaves out its own fields', ({ headers }) => isPosing(headers)),
  row(1, 'the highest priority', ({ headers }) => /^[12]\b/.test(headers.first('x-priority'))),
  row(1, 'many addressees', ({ envelope: { to, cc } }) => to.length + cc.length > MANY),
  row(0.5, 'no addressee', ({ envelope, headers }) => lacksAddressee(envelope, headers)),
  row(
    1,
    'an answer wanted elsewhere, by nobody named',
    ({ envelope, headers }) => lacksAddressee(envelope, headers) && wantsAnswerElsewhere(envelope),
  ),
  row(0.5, 'a sender who writes to himself', ({ envelope: { from, to } }) =>
    to.some(({ address }) => address.toLowerCase() === from.address.toLowerCase()),
  ),
  row(0.5, 'another address for a name', ({ envelope: { from } }) => namesOtherAddress(from)),
  row(1, 'numbers in the sender’s address', ({ envelope: { from } }) => hasNumbers(from.address)),
  row(1, 'a web address with a user name', ({ risks }) => risks.has('userinfo')),
  row(1, 'a web address of numbers', ({ risks }) => risks.has('raw_ip')),
  row(
    1,
    'a link that shows another address than its own',
    ({ risks }) => risks.has('text_mismatch') && risks.size > 1,
  ),
  row(1, 'a web host in disguise', ({ links }) => links.some(({ url }) => DISGUISED.test(url))),
  row(1, 'words cut by comments', ({ html }) => /[a-z]<!--[^<>-]{0,40}-->[a-z]/i.test(html)),
  row(
    1,
    'more text hidden than shown',
    ({ hiddenText, textBody }) => hiddenText.length > Math.max(200, 3 * textBody.length),
  ),
];

/** What a mail says of itself; phrases are counted apart. */
export const CONTENT: readonly SpamEvidence[] = [
  row(2, 'a subject marked as advertising', ({ subject }) => /^\W{0,5}adv\b/i.test(subject)),
  row(
    1.5,
    'a large sum, shouted',
    ({ subject }) => LARGE_SUM.test(subject) && /!!|！！|\b[A-Z]{5}/.test(subject),
  ),
  row(1, 'removal by mail', ({ html }) => /(?:mailto:|subject=)(?:remove|unlist)/i.test(html)),
  row(
    1,
    'a picture and hardly a word',
    ({ html, textBody }) => textBody.length < 150 && /<img/i.test(html),
  ),
];

/** How loud it is: honest advertising is, too. */
export const STYLE: readonly SpamEvidence[] = [
  row(1.5, 'rows of exclamation marks', ({ subject, look }) =>
    [subject, look].some((text) => /!!|！！|\$\$/.test(text)),
  ),
  row(1.2, 'much in capitals', ({ look }) => capitalShare(look) > 0.2),
  row(1.2, 'click here', ({ look }) => /click (?:here|below|on the link)/i.test(look)),
  row(0.5, 'a subject that shouts', ({ subject }) => subject.includes('!')),
  row(0.7, 'a subject that screams', ({ subject }) => /!!|！！|\$\$|\*\*|★★/.test(subject)),
  row(
    0.7,
    'a subject in capitals',
    ({ subject }) => /[A-Z]{4}/.test(subject) && !/[a-z]/.test(subject),
  ),
  row(1, 'something free', ({ subject }) => /\bfree\b/i.test(subject)),
  row(1, 'red letters', ({ html }) => /color=["']?(?:red|#ff0000)/i.test(html)),
  row(0.7, 'a sender without a name', ({ envelope }) => envelope.from.name === null),
  row(0.8, 'HTML alone', ({ headers }) => /^text\/html/i.test(headers.first('content-type'))),
];

/** What speaks for a mail. */
export const TRUST: readonly SpamEvidence[] = [
  row(
    2,
    'an answer',
    ({ envelope }) => envelope.inReplyTo !== null || envelope.references.length > 0,
  ),
  row(1, 'an answer by its subject', ({ envelope }) => envelope.isReply),
  row(1.5, 'quotes', ({ look }) => /(?:^|\n)> /.test(look)),
  row(1, 'a mail program that names itself', ({ headers }) => headers.has('user-agent')),
  row(1, 'a list', ({ headers }) => isSentToList(headers)),
  row(1.5, 'much to read', ({ textBody }) => textBody.length > 5_000),
];

const LARGE_SUM = /\d{1,3}[.,\s]\d{3}|\d{5}/;
const DISGUISED =
  /^https?:\/\/[^/?#]{0,200}(?:%[0-9a-f]{2}|:(?!80\b|443\b|8080\b)\d{2,5}(?:[/?#]|$))/i;
const ZONE = /([+-])(\d\d)(\d\d)\s{0,3}(?:\(|$)/;

/** Offsets run from -12:00 to +14:00 in quarters of an hour. */
function hasImpossibleZone(date: string): boolean {
  const [, sign, hours, minutes] = ZONE.exec(clip(date, 100)) ?? [];
  if (hours === undefined) return false;
  return Number(hours) > (sign === '-' ? 12 : 14) || Number(minutes) % 15 !== 0;
}

const lacksZone = (date: string) =>
  date !== '' && !ZONE.test(clip(date, 100)) && !/[A-Z]{1,5}\)?$/.test(clip(date, 100));

function isPosing(headers: MailHeaders): boolean {
  if (headers.has('x-mimeole')) return false;
  return headers.has('x-msmail-priority') || /outlook express/i.test(headers.first('x-mailer'));
}

const lacksAddressee = ({ to, cc }: Envelope, headers: MailHeaders) =>
  to.length + cc.length === 0 || /undisclosed/i.test(clip(headers.first('to'), 100));

function wantsAnswerElsewhere({ from, replyTo }: Envelope): boolean {
  const [answer] = replyTo;
  return answer !== undefined && domainOf(answer.address) !== domainOf(from.address);
}

function namesOtherAddress({ name, address }: Envelope['from']): boolean {
  const words = clip(name ?? '', 400).split(/[\s<>"]/);
  const shown = words.find((word) => word.includes('@'));
  return shown !== undefined && shown.toLowerCase() !== address.toLowerCase();
}

/** Three digits in a row at the end of the local part, or a local part with three numbers in it. */
function hasNumbers(address: string): boolean {
  const local = localPartOf(address);
  return /\d{3}$/.test(local) || (/\d$/.test(local) && local.split(/\d[a-z._-]/i).length > 2);
}

/** Of the letters of Latin script; 0 where there are too few to tell. */
function capitalShare(text: string): number {
  let small = 0;
  let capital = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x61 && code <= 0x7a) small++;
    else if (code >= 0x41 && code <= 0x5a) capital++;
  }
  return small + capital < 200 ? 0 : capital / (small + capital);
}
