import type { CodeCase } from '../../../src/mail/codes/code-case.js';
import type { LinkScorer } from '../../../src/mail/links/link-scorer.js';
import { parseMail, type ParsedMail } from '../../../src/mail/mime/parse.js';
import type { Scorer } from '../../../src/mail/model/model.js';
import { categoryClues } from '../../../src/mail/reading/mail-category.js';
import { readMailLinks } from '../../../src/mail/reading/mail-links.js';
import {
  prepareReading,
  readMail,
  readPagesOf,
  type MailReading,
  type OwnPages,
} from '../../../src/mail/reading/reading.js';
import { categoryCase, TOPICS } from '../../../src/mail/topic/category-case.js';
import { byStructure, CATEGORY_FEATURES } from '../../../src/mail/topic/category.js';
import { buildMail } from '../build.js';
import { answersOf } from './answers.js';
import { categoryScenes } from './category-scenes.js';
import { laidOut } from './laid-out.js';
import type { CorpusMail } from '../read.js';
import { BY_PROGRAMS, underWay } from './under-way.js';
import { isKnown, WORDS, type Words } from './code-rows.js';
import type { ChoiceRow } from './softmax.js';

/** A mail, read with so many of its words. */
export interface CategoryExample {
  readonly mail: CorpusMail;
  readonly words: Words;
  readonly row: ChoiceRow;
}

/** How much a mail counts with so many of its words. */
const WEIGHTS: Readonly<Record<Words, number>> = { all: 1, some: 0.1, foreign: 0.05, none: 0.05 };

/** A scene stands for many of its kind. */
const SCENE = 2;
/** How much a mail counts once more with what senders put above and below. */
const LAID_OUT = 0.2;

/** What finds codes and links before the category of a mail is asked for. */
export interface FoundBefore {
  readonly codes: Scorer<CodeCase>;
  readonly links: LinkScorer;
}

/** Reads mails with all of their words, and with fewer. */
export function readCategories(
  mails: readonly CorpusMail[],
  found: FoundBefore,
): CategoryExample[] {
  const examples: CategoryExample[] = [];
  for (const mail of mails) examples.push(...readCategory(mail, WEIGHTS, found));
  for (const mail of mails.flatMap((one) => laidOut(one) ?? []))
    examples.push(...readCategory(underWay(mail, BY_PROGRAMS), { all: LAID_OUT }, found));
  for (const mail of categoryScenes()) examples.push(...readCategory(mail, { all: SCENE }, found));
  return examples;
}

/**
 * What a mail tells, read with so many of its words; nothing where structure tells the category, or the mail is of one
 * that nothing else tells. Its codes and links are those that are found with all of its words: nearly all are found in
 * languages that nobody knows, too, and mail in which they were missed would teach that any mail may be about one.
 */
export function readCategory(
  mail: CorpusMail,
  weights: Readonly<Partial<Record<Words, number>>>,
  { codes, links: linkScorer }: FoundBefore,
): CategoryExample[] {
  const choice = TOPICS.findIndex((topic) => topic === mail.labels.category);
  if (choice < 0) return [];
  const parsed = parseMail(buildMail(mail));
  const whole = readPagesOf(parsed);
  const reading = readMail(parsed, whole, codes);
  const links = readMailLinks(parsed, whole, reading, linkScorer);
  if (byStructure(categoryClues(parsed, { pages: whole, reading, links }))) return [];
  return WORDS.flatMap((words) => {
    const weight = weights[words];
    if (weight === undefined) return [];
    const pages = words === 'all' ? whole : readPagesOf(parsed, isKnown(mail, words));
    const told = words === 'all' ? reading : { ...reading, ...signsOf(parsed, pages) };
    const one = categoryCase(categoryClues(parsed, { pages, reading: told, links }));
    return [{ mail, words, row: { ...answersOf(CATEGORY_FEATURES, one), choice, weight } }];
  });
}

function signsOf(parsed: ParsedMail, own: OwnPages): Pick<MailReading, 'pages' | 'signs'> {
  const { pages, signs } = prepareReading(parsed, own);
  return { pages, signs };
}
