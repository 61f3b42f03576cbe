// `npm run fit [-- --leave-out]`: weights for the features of codes and lifetimes, from the tuning half of the corpus.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CODE_FEATURES } from '../../../src/mail/codes/code-features.js';
import { APART, readCorpus } from '../read.js';
import { isForTuning, isForTuningApart } from '../score.js';
import { phraseMails } from './phrases.js';
import { sentenceMails } from './sentences.js';
import { readExample, WORDS, type Example } from './code-rows.js';
import { judgeExamples } from './judge.js';
import { leaveOut } from './leave-out.js';
import { writeLifetimes } from './fit-lifetimes.js';
import { fitModel, printModel } from './fit-model.js';

/** How much a name of a word list counts: there are half as many as mails, and each says little. */
const PHRASE = 0.15;
/** Sentences that stand for many of their kind. */
const SENTENCE = 4;

const { values } = parseArgs({ options: { 'leave-out': { type: 'boolean', default: false } } });

const mails = [...readCorpus().filter(isForTuning), ...readCorpus(APART).filter(isForTuningApart)];
const examples: Example[] = [];
for (const words of WORDS) for (const mail of mails) examples.push(await readExample(mail, words));
for (const mail of sentenceMails()) examples.push(await readExample(mail, 'all', SENTENCE));
for (const mail of phraseMails()) examples.push(await readExample(mail, 'all', PHRASE));
const count = examples.reduce((sum, { rows }) => sum + rows.length, 0);
console.log(`${mails.length} mails, ${count} candidates, ${CODE_FEATURES.length} features`);

if (values['leave-out']) {
  for (const line of leaveOut(examples)) console.log(line);
} else {
  const model = fitModel(examples);
  // Compiled code has the folder that is committed above its own.
  const file = new URL('../../../../model/code.json', import.meta.url);
  writeFileSync(file, printModel(model));
  for (const words of WORDS) {
    const { f1, clean } = judgeExamples(
      examples.filter((one) => one.words === words),
      model,
    );
    console.log(
      `words ${words.padEnd(8)} main code ${f1.toFixed(3)}  without a code clean ${clean.toFixed(3)}`,
    );
  }
  console.log(`${Object.keys(model.weights).length} weights in model/code.json`);
  for (const line of await writeLifetimes(mails)) console.log(line);
}
