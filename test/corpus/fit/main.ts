// `npm run fit [-- --leave-out | --folds [--without PATTERN]]`: weights for the features of codes, links, lifetimes and
// categories, from the tuning half of the corpus.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createCodeScorer } from '../../../src/mail/codes/code-features.js';
import { createLinkScorer } from '../../../src/mail/links/link-scorer.js';
import type { ChoiceModel } from '../../../src/mail/model/choice.js';
import type { Model } from '../../../src/mail/model/model.js';
import type { CorpusMail } from '../read.js';
import { readCategories } from './category-rows.js';
import { phraseMails } from './phrases.js';
import { plainMails, sentenceMails } from './sentences.js';
import { foldFigures } from './folds.js';
import { readExample, WORDS, type Example, type Words } from './code-rows.js';
import { judgeExamples } from './judge.js';
import { laidOut } from './laid-out.js';
import { leaveOut } from './leave-out.js';
import { fitCategories, judgeCategories, printChoiceModel } from './fit-category.js';
import { fitLinks, judgeLinks } from './fit-links.js';
import { figuresOf, fitLifetimes, readAllLifetimes } from './fit-lifetimes.js';
import { fitModel, printModel } from './fit-model.js';
import { readLinkExample, type LinkExample } from './link-rows.js';
import {
  bareMails,
  besideMails,
  codedMails,
  deviceMails,
  doneMails,
  openMails,
  pairedMails,
  sceneMails,
} from './link-scenes.js';
import { underWay } from './under-way.js';
import { isUnmarked, timedMails, tuningMails } from './tuning.js';

/** How much a name of a word list counts: there are half as many as mails, and each says little. */
const PHRASE = 0.15;
/** How much a mail counts once more with what senders put above and below, for codes and for links. */
const LAID_OUT = { codes: 0.3, links: 0.15 } as const;
/** Sentences that stand for many of their kind. */
const SENTENCE = 4;
/** Plain ones. */
const PLAIN = 0.5;

/** How much mails count that are put together for their links, read with so many of their words. */
const SCENES: Readonly<Record<Words, number>> = { all: 4, some: 0.1, foreign: 0.1, none: 0.1 };

/** The same of what has been done, and of links beside a code, which nothing but words tells. */
const TOLD = 1;
const TOLD_MAILS = [doneMails, deviceMails, bareMails, besideMails, openMails, pairedMails];
/** A link that does the same as the code beside it, which little tells. */
const CODED = 1.4;

const { values } = parseArgs({
  options: {
    'leave-out': { type: 'boolean', default: false },
    folds: { type: 'boolean', default: false },
    without: { type: 'string' },
  },
});

const mails = tuningMails();
const unmarked = mails.filter(isUnmarked);
const codes = readCodes(unmarked);
console.log(
  `${mails.length} mails, ${codes.flatMap(({ rows }) => rows).length} candidates for codes`,
);
if (values.folds) {
  const without = values.without === undefined ? undefined : new RegExp(values.without);
  for (const line of foldFigures(codes, new Set(unmarked), without)) console.log(line);
  process.exit();
}
const codeModel = fitModel(codes);
const links = readLinks(mails, codeModel);
console.log(`${links.flatMap(({ rows }) => rows).length} places of links`);

if (values['leave-out']) {
  for (const line of leaveOut(codes, links, new Set(mails))) console.log(line);
} else {
  save(codeModel);
  const own = new Set(unmarked);
  const written = codes.filter(({ mail }) => own.has(mail));
  for (const words of WORDS) {
    const { f1, clean } = judgeExamples(written.filter(isReadWith(words)), codeModel);
    console.log(
      `words ${words}: main code ${f1.toFixed(3)}, without a code clean ${clean.toFixed(3)}`,
    );
  }
  const linkModel = fitLinks(links);
  write(linkModel, printChoiceModel(linkModel));
  for (const words of WORDS) {
    const { f1, clean } = judgeLinks(links.filter(isReadWith(words)), linkModel);
    console.log(`words ${words}: links ${f1.toFixed(3)}, without one clean ${clean.toFixed(3)}`);
  }
  const lifetimes = readAllLifetimes(timedMails());
  const lifetimeModel = fitLifetimes(lifetimes);
  save(lifetimeModel);
  for (const words of WORDS) console.log(figuresOf(words, lifetimes, lifetimeModel));
  const categories = readCategories(mails, {
    codes: createCodeScorer(codeModel),
    links: createLinkScorer(linkModel),
  });
  const categoryModel = fitCategories(categories);
  write(categoryModel, printChoiceModel(categoryModel));
  for (const words of WORDS) {
    const right = judgeCategories(categories.filter(isReadWith(words)), categoryModel);
    console.log(`words ${words}: category ${right.toFixed(3)}`);
  }
}

function readCodes(mails: readonly CorpusMail[]): Example[] {
  const examples: Example[] = [];
  for (const words of WORDS) for (const mail of mails) examples.push(readExample(mail, words));
  for (const mail of mails.flatMap((one) => laidOut(one) ?? []))
    examples.push(readExample(underWay(mail), 'all', LAID_OUT.codes));
  for (const mail of sentenceMails()) examples.push(readExample(mail, 'all', SENTENCE));
  for (const mail of plainMails()) examples.push(readExample(mail, 'all', PLAIN));
  for (const mail of phraseMails()) examples.push(readExample(mail, 'all', PHRASE));
  return examples;
}

function readLinks(mails: readonly CorpusMail[], model: Model): LinkExample[] {
  const scorer = createCodeScorer(model);
  const examples: LinkExample[] = [];
  for (const words of WORDS)
    for (const mail of mails) examples.push(readLinkExample(mail, words, scorer));
  for (const mail of mails.flatMap((one) => laidOut(one) ?? []))
    examples.push(readLinkExample(mail, 'all', scorer, LAID_OUT.links));
  for (const words of WORDS)
    for (const mail of sceneMails())
      examples.push(readLinkExample(mail, words, scorer, SCENES[words]));
  for (const mail of TOLD_MAILS.flatMap((of) => of()))
    examples.push(readLinkExample(mail, 'all', scorer, TOLD));
  for (const mail of codedMails()) examples.push(readLinkExample(mail, 'all', scorer, CODED));
  return examples;
}

function isReadWith(wanted: Example['words']) {
  return ({ words }: { readonly words: Example['words'] }) => words === wanted;
}

function save(model: Model): void {
  write(model, printModel(model));
}

function write({ decision, weights }: Model | ChoiceModel, text: string): void {
  // Compiled code has the folder that is committed above its own.
  const file = new URL(`../../../../model/${decision}.json`, import.meta.url);
  writeFileSync(file, text);
  console.log(`${Object.keys(weights).length} weights in model/${decision}.json`);
}
