import { createHash } from 'node:crypto';
import { analyse } from '../../src/mail/reading/analyse.js';
import type { Analysis, Link } from '../../src/mail/analysis.js';
import { buildMail } from './build.js';
import type { CorpusMail } from './read.js';

/** A mail of the corpus and what the analysis says of it. */
export interface Judged {
  readonly mail: CorpusMail;
  readonly analysis: Analysis;
}

/** One thing that was wrong. */
export interface Miss {
  readonly part: string;
  readonly mail: CorpusMail;
  readonly expected: string;
  readonly got: string;
}

/** How often one part was right. */
export interface Part {
  readonly part: string;
  /** 0–1: F1, or the share of mails that are right. */
  readonly figure: number;
  readonly goal: number;
  /** Mails, links or codes that were looked at. */
  readonly n: number;
  readonly misses: readonly Miss[];
}

/** Hands half of whose mails only judge; everybody else's have all been looked at while tuning. */
const JUDGES =
  /^(?:kale|leek|mint|nori|okra|rice|sage|taro|ulmo|vine|wort|agar|basil|chive|dill|elder|iris|juniper|larch|myrtle|nettle|savory)-/;

/** Whoever tunes may look at these mails only. */
export const isForTuning = ({ name }: CorpusMail): boolean =>
  !JUDGES.test(name) || isOfFirstHalf(name);

/** Of the hands that stand apart half of the mails judge; those made alike (`-a`, `-b`) are in the same half. */
export const isForTuningApart = ({ name }: CorpusMail): boolean =>
  isOfFirstHalf(name.replace(/-[a-c]$/, ''));

const isOfFirstHalf = (name: string) => createHash('sha256').update(name).digest()[0]! < 128;

/** Analyses a mail as if it came in three seconds after it was sent. */
export function judge(mail: CorpusMail): Judged {
  const date = mail.headers.find(([name]) => name.toLowerCase() === 'date')?.[1];
  const sentAt = Date.parse(date ?? '2026-03-03T10:00:00Z');
  const receivedAt = new Date(sentAt + 3_000);
  return { mail, analysis: analyse(buildMail(mail), { receivedAt }) };
}

/** All parts that have labels. */
export function scores(judged: readonly Judged[]): Part[] {
  const readable = judged.filter(({ mail }) => mail.labels.class !== 'spam');
  return [
    f1('main code', 0.98, judged, ({ mail, analysis }) => ({
      expected: mail.labels.codes.slice(0, 1),
      got: analysis.otpCodes.slice(0, 1),
    })),
    f1('all codes', 0.95, judged, ({ mail, analysis }) => ({
      expected: mail.labels.codes,
      got: analysis.otpCodes,
    })),
    share(
      'mail without a code has none',
      0.99,
      judged.filter(({ mail }) => mail.labels.codes.length === 0),
      ({ analysis }) => [analysis.otpCodes.length === 0, '', analysis.otpCodes.join(' ')],
    ),
    f1('verify and magic links', 0.97, judged, ({ mail, analysis }) => ({
      expected: [...mail.labels.verify, ...mail.labels.magic],
      got: [...analysis.verificationLinks, ...analysis.magicLinks],
    })),
    f1('verify links', 0.93, judged, linksOf('verify')),
    f1('magic links', 0.93, judged, linksOf('magic')),
    f1('reset links', 0.93, judged, linksOf('reset')),
    share('no false link', 0.99, judged, noFalseLink),
    f1('backup codes', 0.95, judged, ({ mail, analysis }) => ({
      expected: mail.labels.backup.map(bare),
      got: analysis.backupCodes.map(bare),
    })),
    f1('code_expiry', 0.95, judged, ({ mail, analysis }) => ({
      expected: minutes(mail.labels.expires),
      got: minutes(analysis.codeExpiry ?? undefined),
    })),
    share(
      'no code_expiry invented',
      0.995,
      judged.filter(({ mail }) => mail.labels.expires === undefined),
      ({ analysis }) => [analysis.codeExpiry === null, 'none', analysis.codeExpiry ?? ''],
    ),
    share('category', 0.95, judged, ({ mail, analysis }) => [
      analysis.category === mail.labels.category,
      mail.labels.category,
      `${analysis.category} (${analysis.categoryConfidence})`,
    ]),
    share('stripped_text', 0.92, judged.filter(hasNewText), strippedText),
    share('summary', 0.95, readable, summary),
    share('hidden_content', 0.95, judged.filter(isHidden), ({ analysis }) => [
      analysis.hiddenContent,
      'hidden',
      'not hidden',
    ]),
    share(
      'ordinary mail hides nothing',
      0.99,
      judged.filter((one) => !isHidden(one)),
      ({ analysis }) => [!analysis.hiddenContent, 'not hidden', 'hidden'],
    ),
    share('language', 0.95, judged, ({ mail, analysis }) => [
      sameLanguage(mail.labels.lang, analysis.language),
      mail.labels.lang,
      analysis.language ?? 'none',
    ]),
  ];
}

interface Sets {
  readonly expected: readonly string[];
  readonly got: readonly string[];
}

/** Harmonic mean of precision and recall over all items. */
function f1(
  part: string,
  goal: number,
  judged: readonly Judged[],
  read: (one: Judged) => Sets,
): Part {
  let right = 0;
  let asked = 0;
  let given = 0;
  const misses: Miss[] = [];
  for (const one of judged) {
    const expected = [...new Set(read(one).expected)];
    const got = [...new Set(read(one).got)];
    const common = got.filter((item) => expected.includes(item)).length;
    right += common;
    asked += expected.length;
    given += got.length;
    if (common < Math.max(expected.length, got.length))
      misses.push({ part, mail: one.mail, expected: expected.join(' '), got: got.join(' ') });
  }
  return {
    part,
    goal,
    misses,
    n: asked,
    figure: asked + given ? (2 * right) / (asked + given) : 1,
  };
}

/** The share of mails that pass; a check answers whether, what was expected and what came. */
function share(
  part: string,
  goal: number,
  judged: readonly Judged[],
  check: (one: Judged) => readonly [boolean, string, string],
): Part {
  const misses: Miss[] = [];
  for (const one of judged) {
    const [passed, expected, got] = check(one);
    if (!passed) misses.push({ part, mail: one.mail, expected, got });
  }
  const n = judged.length;
  return { part, goal, n, misses, figure: n ? 1 - misses.length / n : 1 };
}

const linksOf =
  (kind: 'verify' | 'magic' | 'reset') =>
  ({ mail, analysis }: Judged): Sets => ({
    expected: mail.labels[kind],
    got: analysis.links.filter((link: Link) => link.kind === kind).map(({ url }) => url),
  });

/** Whether no link is said to do what it does not; the address tells, and the kind. */
function noFalseLink({ mail, analysis }: Judged): readonly [boolean, string, string] {
  const wrong = analysis.links.filter(
    ({ kind, url }) =>
      (kind === 'verify' || kind === 'magic' || kind === 'reset') &&
      !mail.labels[kind].includes(url),
  );
  return [wrong.length === 0, '', wrong.map(({ kind, url }) => `${kind} ${url}`).join(' ')];
}

const bare = (code: string) => code.replace(/[\s-]/g, '').toUpperCase();

const minutes = (time: string | undefined) =>
  time === undefined ? [] : [new Date(time).toISOString().slice(0, 16)];

const hasNewText = ({ mail }: Judged) => mail.sections.some(({ name }) => name === 'new');

const isHidden = ({ mail }: Judged) => mail.labels.hidden;

// Shares of words: of the new ones that have to be kept, of the kept ones that may be others.
const KEPT = 0.95;
const FOREIGN = 0.05;

function strippedText({ mail, analysis }: Judged): readonly [boolean, string, string] {
  const wanted = mail.sections.find(({ name }) => name === 'new')!.content;
  const expected = wordsOf(wanted);
  const got = wordsOf(analysis.strippedText);
  const kept = overlap(expected, got) / Math.max(1, expected.length);
  const foreign = 1 - overlap(got, expected) / Math.max(1, got.length);
  return [kept >= KEPT && foreign <= FOREIGN, wanted.trim(), analysis.strippedText.trim()];
}

/** Words, or characters where words are not set apart by blanks. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+/gu,
    ) ?? [];

/** How many of `words` stand in `others`, each as often as there. */
function overlap(words: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  let found = 0;
  for (const word of words) {
    const count = left.get(word) ?? 0;
    if (count > 0) found++;
    left.set(word, count - 1);
  }
  return found;
}

/** A summary names the sender and, where there is one, the code with its end. */
function summary({ mail, analysis }: Judged): readonly [boolean, string, string] {
  const { labels } = mail;
  const sender = labels.sender ?? analysis.from.name ?? analysis.from.address;
  const wanted = [sender, labels.codes[0] ?? ''];
  if (labels.expires && labels.codes.length > 0) wanted.push(labels.expires.slice(11, 16));
  const text = analysis.summary;
  const passed = wanted.every((word) => text.includes(word)) && text.length <= 200;
  return [passed, wanted.filter(Boolean).join(' + '), text];
}

/** Norwegian is written as `no` by some; regions do not matter. */
function sameLanguage(expected: string, got: string | null): boolean {
  const [language] = expected.split('-');
  return expected.startsWith('zh') ? got === expected : got === language;
}
