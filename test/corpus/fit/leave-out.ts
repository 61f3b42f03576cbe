import type { CorpusMail } from '../read.js';
import type { Example, Words } from './code-rows.js';
import { fitLinks, judgeLinks } from './fit-links.js';
import { fitModel } from './fit-model.js';
import { judgeExamples } from './judge.js';
import type { LinkExample } from './link-rows.js';

/** What was left out. */
type KeyOf = (mail: CorpusMail) => string;

const langOf: KeyOf = ({ labels }) => labels.lang.split('-')[0]!;
const handOf: KeyOf = ({ file }) => file.split('-')[0]!;

/** Fits without one language, or without one hand, and judges with what was left out; lines of a table. */
export function* leaveOut(
  codes: readonly Example[],
  links: readonly LinkExample[],
): Generator<string> {
  yield '| Left out | Main code F1 | Clean without a code | Links F1 | Clean without a link |';
  yield '| --- | --- | --- | --- | --- |';
  yield* rowsBy(langOf, 'foreign', { codes, links });
  yield* rowsBy(handOf, 'all', { codes, links });
}

interface Examples {
  readonly codes: readonly Example[];
  readonly links: readonly LinkExample[];
}

function* rowsBy(keyOf: KeyOf, words: Words, { codes, links }: Examples): Generator<string> {
  const all: number[][] = [];
  const keys = new Set([...codes, ...links].map(({ mail }) => keyOf(mail)));
  for (const key of [...keys].sort()) {
    const isLeftOut = ({ mail }: { readonly mail: CorpusMail }) => keyOf(mail) === key;
    const isJudged = (one: Example | LinkExample) => one.words === words && isLeftOut(one);
    const others = fitModel(codes.filter((one) => !isLeftOut(one)));
    const code = judgeExamples(codes.filter(isJudged), others);
    const link = judgeLinks(
      links.filter(isJudged),
      fitLinks(links.filter((one) => !isLeftOut(one))),
    );
    const figures = [code.f1, code.clean, link.f1, link.clean];
    all.push(figures);
    yield line(key, figures);
  }
  yield line(
    'mean',
    [0, 1, 2, 3].map((column) => mean(all.map((figures) => figures[column]!))),
  );
}

const line = (name: string, figures: readonly number[]) =>
  `| ${name} | ${figures.map((figure) => figure.toFixed(3)).join(' | ')} |`;

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
