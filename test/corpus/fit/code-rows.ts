import { CODE_FEATURES, TREE_FEATURES } from '../../../src/mail/codes/code-features.js';
import type { CodeCase } from '../../../src/mail/codes/code-case.js';
import { codeCases } from '../../../src/mail/codes/codes.js';
import { parseMail } from '../../../src/mail/mime/parse.js';
import { prepareReading, readPagesOf } from '../../../src/mail/reading/reading.js';
import type { Term } from '../../../src/mail/text/term.js';
import { buildMail } from '../build.js';
import type { CorpusMail } from '../read.js';
import { answersOf } from './answers.js';
import { chance } from './chance.js';
import { answerOf } from '../../../src/mail/model/model.js';
import type { Row } from './logistic.js';

/** How much of its words a mail is read with. */
export type Words = 'all' | 'some' | 'foreign' | 'none';

/** How much a mail counts with so many of its words. */
const WEIGHTS: Readonly<Record<Words, number>> = { all: 1, some: 0.1, foreign: 0.3, none: 0.3 };
export const weightOf = (words: Words): number => WEIGHTS[words];
export const WORDS = Object.keys(WEIGHTS) as Words[];

/** A candidate of a mail. */
export interface CodeRow extends Row {
  readonly code: string;
  /** What trees may ask. */
  readonly answers: Float64Array;
}

/** All candidates of a mail, read with so many of its words. */
export interface Example {
  readonly mail: CorpusMail;
  readonly words: Words;
  readonly rows: readonly CodeRow[];
}

/** Reads the candidates of a mail. */
export function readExample(mail: CorpusMail, words: Words, weight = WEIGHTS[words]): Example {
  const parsed = parseMail(buildMail(mail));
  const own = readPagesOf(parsed, isKnown(mail, words));
  const { pages, signs, exclusions } = prepareReading(parsed, own);
  const rows = codeCases(pages, signs, exclusions).map((one) => toRow(one, mail, weight));
  return { mail, words, rows };
}

/** Some words are missing from any mail that nobody has read before: which ones, its name decides. */
const SOME = 0.8;

/** Which terms a mail is read with; undefined for all. */
export function isKnown(
  { name, labels }: CorpusMail,
  words: Words,
): ((term: Term) => boolean) | undefined {
  if (words === 'all') return undefined;
  if (words === 'none') return () => false;
  const [own = ''] = labels.lang.split('-');
  if (words === 'foreign') return ({ languages }) => languages.some((one) => !isSame(one, own));
  return ({ kind, languages, accents }) =>
    chance(`${name} ${kind} ${languages.join(' ')} ${accents}`) < SOME;
}

const isSame = (one: string, own: string) => one.split('-')[0] === own;

function toRow(one: CodeCase, { labels }: CorpusMail, weight: number): CodeRow {
  return {
    ...answersOf(CODE_FEATURES, one),
    code: one.raw.code,
    answers: Float64Array.from(TREE_FEATURES, (feature) => answerOf(feature, one)),
    isRight: labels.codes.includes(one.raw.code),
    weight,
  };
}
