import type { CodeCase } from '../../../src/mail/codes/code-case.js';
import type { LinkScorer } from '../../../src/mail/links/link-scorer.js';
import { parseMail } from '../../../src/mail/mime/parse.js';
import { answerOf, type Scorer } from '../../../src/mail/model/model.js';
import { categoryClues } from '../../../src/mail/reading/mail-category.js';
import { readMailLinks } from '../../../src/mail/reading/mail-links.js';
import { readMail, readPagesOf } from '../../../src/mail/reading/reading.js';
import { categoryCase, TOPICS } from '../../../src/mail/topic/category-case.js';
import { byStructure, CATEGORY_FEATURES } from '../../../src/mail/topic/category.js';
import { buildMail } from '../build.js';
import { categoryScenes } from './category-scenes.js';
import type { CorpusMail } from '../read.js';
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

/** What finds codes and links before the category of a mail is asked for. */
export interface FoundBefore {
  readonly codes: Scorer<CodeCase>;
  readonly links: LinkScorer;
}

/** Reads mails with all of their words, and with fewer. */
export async function readCategories(
  mails: readonly CorpusMail[],
  found: FoundBefore,
): Promise<CategoryExample[]> {
  const examples: CategoryExample[] = [];
  for (const words of WORDS)
    for (const mail of mails) {
      const example = await readCategory(mail, words, found);
      if (example) examples.push(example);
    }
  for (const mail of categoryScenes()) {
    const example = await readCategory(mail, 'all', found, SCENE);
    if (example) examples.push(example);
  }
  return examples;
}

/** Null where structure tells the category, or the mail is of one that nothing else tells. */
export async function readCategory(
  mail: CorpusMail,
  words: Words,
  { codes, links: linkScorer }: FoundBefore,
  weight = WEIGHTS[words],
): Promise<CategoryExample | null> {
  const choice = TOPICS.findIndex((topic) => topic === mail.labels.category);
  if (choice < 0) return null;
  const parsed = await parseMail(buildMail(mail));
  const pages = readPagesOf(parsed, isKnown(mail, words));
  const reading = await readMail(parsed, pages, codes);
  const links = readMailLinks(parsed, pages, reading, linkScorer);
  const clues = categoryClues(parsed, { pages, reading, links });
  if (byStructure(clues)) return null;
  const one = categoryCase(clues);
  const answers = CATEGORY_FEATURES.map((feature) => answerOf(feature, one));
  const features = answers.flatMap((value, index) => (value === 0 ? [] : [index]));
  const row: ChoiceRow = {
    features: Int32Array.from(features),
    values: Float64Array.from(features, (index) => answers[index]!),
    choice,
    weight,
  };
  return { mail, words, row };
}
