import type { CorpusMail } from '../read.js';
import type { Example, Words } from './code-rows.js';
import { judgeLinks, linkFitter, type LinkFitter } from './fit-links.js';
import { codeFitter, type Fitter } from './fit-model.js';
import { judgeExamples } from './judge.js';
import { handOf, isSample } from './hands.js';
import type { LinkExample } from './link-rows.js';

/** What was left out. */
type KeyOf = (mail: CorpusMail) => string;

const langOf: KeyOf = ({ labels }) => labels.lang.split('-')[0]!;

/**
 * Fits without one language, or without one hand, and judges with what was left out; lines of a table.
 * @param mails those of hands: what was put together for fitting is not judged
 */
export function* leaveOut(
  codes: readonly Example[],
  links: readonly LinkExample[],
  mails: ReadonlySet<CorpusMail>,
): Generator<string> {
  yield '| Left out | Main code F1 | Clean without a code | Links F1 | Clean without a link | Samples: code | clean |';
  yield '| --- | --- | --- | --- | --- | --- | --- |';
  const fitters = { fitCodes: codeFitter(codes), fitLinks: linkFitter(links) };
  const isWritten = ({ mail }: Example | LinkExample) => mails.has(mail);
  const judged = { codes: codes.filter(isWritten), links: links.filter(isWritten) };
  yield* rowsBy(langOf, 'foreign', { ...judged, ...fitters });
  yield* rowsBy(handOf, 'all', { ...judged, ...fitters });
}

/** What is fitted again and again; the answers of features do not change with what is left out. */
interface Examples {
  readonly codes: readonly Example[];
  readonly links: readonly LinkExample[];
  readonly fitCodes: Fitter;
  readonly fitLinks: LinkFitter;
}

function* rowsBy(keyOf: KeyOf, words: Words, examples: Examples): Generator<string> {
  const { codes, links, fitCodes, fitLinks } = examples;
  const all: number[][] = [];
  for (const key of keysOf(codes, words, keyOf)) {
    const isLeftOut = (mail: CorpusMail) => keyOf(mail) === key;
    const isJudged = (one: Example | LinkExample) => one.words === words && isLeftOut(one.mail);
    const codeModel = fitCodes(isLeftOut);
    const own = codes.filter(isJudged);
    const code = judgeExamples(own, codeModel);
    const samples = judgeExamples(
      own.filter(({ mail }) => isSample(mail)),
      codeModel,
    );
    const link = judgeLinks(links.filter(isJudged), fitLinks(isLeftOut));
    const figures = [code.f1, code.clean, link.f1, link.clean, samples.f1, samples.clean];
    all.push(figures);
    yield line(key, figures);
  }
  yield line(
    'mean',
    [0, 1, 2, 3, 4, 5].map((column) => mean(all.map((figures) => figures[column]!))),
  );
}

/** Fewer mails than these tell nothing. */
const ENOUGH = 40;

/** What has enough mails to be judged by, by name. */
function keysOf(codes: readonly Example[], words: Words, keyOf: KeyOf): string[] {
  const counts = new Map<string, number>();
  for (const one of codes)
    if (one.words === words) counts.set(keyOf(one.mail), (counts.get(keyOf(one.mail)) ?? 0) + 1);
  return [...counts.keys()].filter((key) => counts.get(key)! >= ENOUGH).sort();
}

const line = (name: string, figures: readonly number[]) =>
  `| ${name} | ${figures.map((figure) => figure.toFixed(3)).join(' | ')} |`;

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
