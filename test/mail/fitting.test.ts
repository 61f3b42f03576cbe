import { describe, expect, it } from '@jest/globals';
import { codeScorer } from '../../src/mail/codes/codes.js';
import { linkScorer } from '../../src/mail/links/link-scorer.js';
import { valueOf } from '../../src/mail/model/trees.js';
import { Boosting, type BoostedRow } from '../corpus/fit/boosting.js';
import { readCategories } from '../corpus/fit/category-rows.js';
import { readExample } from '../corpus/fit/code-rows.js';
import { fitCategories, judgeCategories, printChoiceModel } from '../corpus/fit/fit-category.js';
import { fitLinks, judgeLinks } from '../corpus/fit/fit-links.js';
import { fitModel, printModel } from '../corpus/fit/fit-model.js';
import { judgeExamples } from '../corpus/fit/judge.js';
import { readLinkExample } from '../corpus/fit/link-rows.js';
import { readCorpus } from '../corpus/read.js';
import { isForTuning } from '../corpus/score.js';

const every = (count: number) =>
  readCorpus()
    .filter(isForTuning)
    .filter((_, i) => i % count === 0);

describe('fitting', () => {
  const penalty = { l1: 1e-3, l2: 1e-3 };

  it('makes trees that tell what no sum does, and the same ones each time', () => {
    const row = (one: number, other: number): BoostedRow => ({
      ...{ answers: Float64Array.of(one, other), isRight: one !== other, weight: 1 },
    });
    const rows = Array.from({ length: 200 }, (_, i) => row(i % 2, (i >> 1) % (i % 5 ? 2 : 3)));
    const fit = () => new Boosting(rows).fit(new Float64Array(rows.length));
    const trees = fit();
    const sumOf = (values: readonly number[]) =>
      trees.reduce<number>((sum, tree) => sum + valueOf(tree, (feature) => values[feature]!), 0);

    expect(sumOf([0, 1])).toBeGreaterThan(1);
    expect(sumOf([1, 0])).toBeGreaterThan(1);
    expect(sumOf([0, 0])).toBeLessThan(-1);
    expect(sumOf([1, 1])).toBeLessThan(-1);
    expect(fit()).toEqual(trees);
  });

  it('makes the same bytes of the same mails, and weights that tell codes from other numbers', () => {
    const read = () => every(150).map((mail) => readExample(mail, 'all'));

    const examples = read();
    const one = fitModel(examples, penalty);
    const other = fitModel(read(), penalty);

    expect(printModel(one)).toBe(printModel(other));
    expect(judgeExamples(examples, one).f1).toBeGreaterThan(0.8);
  });

  it('makes the same bytes of the same links, and weights that tell what they do', () => {
    const read = () => every(100).map((mail) => readLinkExample(mail, 'all', codeScorer()));

    const examples = read();
    const one = fitLinks(examples, penalty);
    const other = fitLinks(read(), penalty);

    expect(printChoiceModel(one)).toBe(printChoiceModel(other));
    expect(judgeLinks(examples, one).f1).toBeGreaterThan(0.8);
  });

  it('makes the same bytes of the same mails, and weights that tell categories apart', () => {
    const found = { codes: codeScorer(), links: linkScorer() };
    const read = () => readCategories(every(100), found);

    const examples = read();
    const one = fitCategories(examples, penalty);
    const other = fitCategories(read(), penalty);

    expect(printChoiceModel(one)).toBe(printChoiceModel(other));
    expect(judgeCategories(examples, one)).toBeGreaterThan(0.8);
  });
});
