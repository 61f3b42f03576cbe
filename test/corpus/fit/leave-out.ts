import type { Example } from './code-rows.js';
import { fitModel } from './fit-model.js';
import { judgeExamples, type Figures } from './judge.js';

/** Fits without one language, or without one hand, and judges with what was left out; lines of a table. */
export function* leaveOut(examples: readonly Example[]): Generator<string> {
  const langOf = ({ mail }: Example) => mail.labels.lang.split('-')[0]!;
  const handOf = ({ mail }: Example) => mail.file.split('-')[0]!;
  yield '| Left out | Main code F1 | Clean without a code | Codes | Others |';
  yield '| --- | --- | --- | --- | --- |';
  yield* rowsBy(examples, langOf, 'foreign');
  yield* rowsBy(examples, handOf, 'all');
}

function* rowsBy(
  examples: readonly Example[],
  keyOf: (one: Example) => string,
  words: Example['words'],
): Generator<string> {
  const all: Figures[] = [];
  for (const key of [...new Set(examples.map(keyOf))].sort()) {
    const model = fitModel(examples.filter((one) => keyOf(one) !== key));
    const judged = examples.filter((one) => one.words === words && keyOf(one) === key);
    const figures = judgeExamples(judged, model);
    all.push(figures);
    yield line(key, figures);
  }
  yield line('mean', {
    f1: mean(all.map(({ f1 }) => f1)),
    clean: mean(all.map(({ clean }) => clean)),
    codes: sum(all.map(({ codes }) => codes)),
    others: sum(all.map(({ others }) => others)),
  });
}

const line = (name: string, { f1, clean, codes, others }: Figures) =>
  `| ${name} | ${f1.toFixed(3)} | ${clean.toFixed(3)} | ${codes} | ${others} |`;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / Math.max(1, values.length);
