import { CODE_FEATURES, TREE_FEATURES } from '../../../src/mail/codes/code-features.js';
import type { Model } from '../../../src/mail/model/model.js';
import type { CorpusMail } from '../read.js';
import { withoutAnswers } from './answers.js';
import { chance } from './chance.js';
import type { CodeRow, Example } from './code-rows.js';
import { sumsBy } from './code-sums.js';
import { codeFitter } from './fit-model.js';
import { judgeExamples } from './judge.js';
import { handOf, isSample } from './hands.js';

const FOLDS = 3;

/** Which part of the hands a mail is of. */
const foldOf = (mail: CorpusMail): number => Math.floor(FOLDS * chance(handOf(mail)));

/**
 * Codes in mail of hands that nothing was fitted to: each third of the hands is judged by weights of the others, and the
 * figures of all three are put together. They tell more of a feature than the judging half, in which one mail is 0.002;
 * most of all the loss, which changes before an answer does.
 * @param mails those of hands: what was put together for fitting is not judged
 * @param without features that answer 0
 */
export function* foldFigures(
  examples: readonly Example[],
  mails: ReadonlySet<CorpusMail>,
  without?: RegExp,
): Generator<string> {
  const own = without ? examples.map((one) => hidden(one, without)) : examples;
  const fit = codeFitter(own);
  const models = Array.from({ length: FOLDS }, (_, fold) => fit((mail) => foldOf(mail) === fold));
  for (const words of ['all', 'foreign', 'none'] as const) {
    const judged = own.filter(
      (one) => one.words === words && mails.has(one.mail) && isSample(one.mail),
    );
    yield `words ${words}: ${figuresOf(judged, models)}`;
  }
}

function figuresOf(examples: readonly Example[], models: readonly Model[]): string {
  const parts = models.map((model, fold) => {
    const own = examples.filter(({ mail }) => foldOf(mail) === fold);
    return { ...judgeExamples(own, model), loss: lossOf(own, model) };
  });
  const total = (valueOf: (part: (typeof parts)[number]) => number) =>
    parts.reduce((sum, part) => sum + valueOf(part), 0);
  const f1 = total((part) => part.f1 * part.codes) / total(({ codes }) => codes);
  const clean = total((part) => part.clean * part.others) / total(({ others }) => others);
  const loss = total((part) => part.loss) / examples.length;
  return `main code ${f1.toFixed(4)}, without a code clean ${clean.toFixed(4)}, loss ${loss.toFixed(4)}`;
}

/** How little was expected of what is right: the logistic loss of all candidates. */
function lossOf(examples: readonly Example[], model: Model): number {
  const sumOf = sumsBy(model);
  const losses = examples.flatMap(({ rows }) =>
    rows.map((row) => Math.log1p(Math.exp(row.isRight ? -sumOf(row) : sumOf(row)))),
  );
  return losses.reduce((sum, loss) => sum + loss, 0);
}

/** The same candidates without the answers of some features. */
function hidden({ rows, ...example }: Example, pattern: RegExp): Example {
  return { ...example, rows: rows.map((row) => hiddenIn(row, pattern)) };
}

function hiddenIn(row: CodeRow, pattern: RegExp): CodeRow {
  const isHidden = ({ name }: { readonly name: string }) => pattern.test(name);
  return {
    ...withoutAnswers(row, (place) => isHidden(CODE_FEATURES[place]!)),
    answers: row.answers.map((answer, i) => (isHidden(TREE_FEATURES[i]!) ? 0 : answer)),
  };
}
