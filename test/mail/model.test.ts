import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CODE_FEATURES } from '../../src/mail/codes/code-features.js';
import { LINK_FEATURES } from '../../src/mail/links/link-features.js';
import { createLinkScorer } from '../../src/mail/links/link-scorer.js';
import { createScorer, MODEL_VERSION, readModel, type Model } from '../../src/mail/model/model.js';
import { codeScorer } from '../../src/mail/codes/codes.js';
import { readExample } from '../corpus/fit/code-rows.js';
import { fitLinks, judgeLinks } from '../corpus/fit/fit-links.js';
import { fitModel, printModel } from '../corpus/fit/fit-model.js';
import { judgeExamples } from '../corpus/fit/judge.js';
import { readLinkExample } from '../corpus/fit/link-rows.js';
import { readCorpus } from '../corpus/read.js';
import { isForTuning } from '../corpus/score.js';

const MODEL: Model = {
  version: MODEL_VERSION,
  decision: 'code',
  intercept: -1,
  weights: { unread: 0.5 },
};

describe('a model file', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'model-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const read = (text: string) => {
    writeFileSync(join(folder, 'code.json'), text);
    return readModel('code', pathToFileURL(`${folder}/`));
  };

  it('is read as it was written', () => {
    expect(read(printModel(MODEL))).toEqual(MODEL);
  });

  it.each([
    ['cut short', printModel(MODEL).slice(0, -20), 'model/code.json is cut short'],
    ['empty', '', 'model/code.json is cut short'],
    ['of another version', printModel({ ...MODEL, version: 99 }), 'model/code.json has version 99'],
    ['without weights', `{"version":${MODEL_VERSION},"decision":"code"}`, 'model/code.json is not'],
  ])('that is %s is refused by its name', (_, text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it('that is missing is refused by its name', () => {
    expect(() => readModel('code', pathToFileURL(`${folder}/`))).toThrow(
      'model/code.json cannot be read',
    );
  });

  it('with a feature that is not there is refused by its name', () => {
    expect(() => createScorer({ ...MODEL, weights: { colour: 1 } }, CODE_FEATURES)).toThrow(
      'model/code.json has unknown features: colour',
    );
  });

  it.each(['verify/colour', 'buy/any'])(
    'with %s, a feature or an action of links that is not there, is refused by its name',
    (name) => {
      const model: Model = { ...MODEL, decision: 'link', weights: { [name]: 1 } };

      expect(() => createLinkScorer(model)).toThrow('model/link.json has unknown features');
    },
  );
});

describe('features', () => {
  it.each([
    ['codes', CODE_FEATURES],
    ['links', LINK_FEATURES],
  ])('of %s have names of their own, a sentence and an example', (_, features) => {
    expect(new Set(features.map(({ name }) => name)).size).toBe(features.length);
    for (const { says, example } of features) {
      expect(says).toMatch(/^[A-Z].*\.$/);
      expect(example).not.toBe('');
    }
  });
});

describe('fitting', () => {
  const every = (count: number) =>
    readCorpus()
      .filter(isForTuning)
      .filter((_, i) => i % count === 0);
  const penalty = { l1: 1e-3, l2: 1e-3 };

  it('makes the same bytes of the same mails, and weights that tell codes from other numbers', async () => {
    const read = () => Promise.all(every(150).map((mail) => readExample(mail, 'all')));

    const examples = await read();
    const one = fitModel(examples, penalty);
    const other = fitModel(await read(), penalty);

    expect(printModel(one)).toBe(printModel(other));
    expect(judgeExamples(examples, one).f1).toBeGreaterThan(0.8);
  });

  it('makes the same bytes of the same links, and weights that tell what they do', async () => {
    const read = () =>
      Promise.all(every(100).map((mail) => readLinkExample(mail, 'all', codeScorer())));

    const examples = await read();
    const one = fitLinks(examples, penalty);
    const other = fitLinks(await read(), penalty);

    expect(printModel(one)).toBe(printModel(other));
    expect(judgeLinks(examples, one).f1).toBeGreaterThan(0.8);
  });
});
