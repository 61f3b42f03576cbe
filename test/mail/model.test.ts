import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  CODE_FEATURES,
  createCodeScorer,
  TREE_FEATURES,
} from '../../src/mail/codes/code-features.js';
import { codeCases, codeScorer } from '../../src/mail/codes/codes.js';
import { LINK_ACTIONS } from '../../src/mail/analysis.js';
import { LINK_FEATURES, linkScorer } from '../../src/mail/links/link-scorer.js';
import {
  createChoiceScorer,
  readChoiceModel,
  type ChoiceModel,
} from '../../src/mail/model/choice.js';
import { parseMail } from '../../src/mail/mime/parse.js';
import { createScorer, MODEL_VERSION, readModel, type Model } from '../../src/mail/model/model.js';
import { linkMail, mailLinkCases } from '../../src/mail/reading/mail-links.js';
import { readMail, readPagesOf } from '../../src/mail/reading/reading.js';
import { TOPICS } from '../../src/mail/topic/category-case.js';
import { CATEGORY_FEATURES } from '../../src/mail/topic/category.js';
import { buildMail } from '../corpus/build.js';
import { printChoiceModel } from '../corpus/fit/fit-category.js';
import { printModel } from '../corpus/fit/fit-model.js';
import { readCorpus, type CorpusMail } from '../corpus/read.js';
import { isForTuning } from '../corpus/score.js';

/** Compiled or not, tests are beside the source. */
const SOURCE = new URL('../../src/mail/', import.meta.url);
/** A table of features as it is written. */
const TABLE = /^( *).*\bfeatures<\w+>\(\{\n([^]*?)^\1\}\)/gm;
/** A line that begins a question, and how far in it stands. */
const QUESTION = /^( *)(?:'[\w./-]+'|\w+): /;
/** "Nothing else stands on its line. `482913`" */
const SAID = /\/\/ .*`$/;

const WEIGHTS: Model = {
  version: MODEL_VERSION,
  decision: 'code',
  intercept: -1,
  weights: { unread: 0.5 },
};
const MODEL: Model = {
  ...WEIGHTS,
  forest: { asked: ['place.alone'], trees: ['0-100+100'] },
};

const CHOICES: ChoiceModel = {
  version: MODEL_VERSION,
  decision: 'category',
  among: TOPICS,
  weights: { any: TOPICS.map((_, i) => i / 10) },
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
    ['without trees', printModel(WEIGHTS), 'model/code.json is not'],
    [
      'with a tree cut short',
      printModel({ ...MODEL, forest: { asked: ['place.alone'], trees: ['0-100'] } }),
      'model/code.json is not',
    ],
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

  it.each(['0-100', '0-100+100+5', '0-100+100 ', 'none', ''])(
    'with the tree "%s" is refused',
    (tree) => {
      const forest = { asked: ['place.alone'], trees: [tree] };

      expect(() => createCodeScorer({ ...MODEL, forest })).toThrow(
        'a tree of a model is not complete',
      );
    },
  );

  it('with a tree that asks what is not there is refused by its name', () => {
    expect(() => createCodeScorer({ ...MODEL, forest: { asked: ['colour'], trees: [] } })).toThrow(
      'the unknown feature colour',
    );
  });
});

describe('the model file of categories', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'model-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const read = (text: string) => {
    writeFileSync(join(folder, 'category.json'), text);
    return readChoiceModel('category', pathToFileURL(`${folder}/`));
  };

  it('is read as it was written', () => {
    expect(read(printChoiceModel(CHOICES))).toEqual(CHOICES);
  });

  it.each([
    ['cut short', printChoiceModel(CHOICES).slice(0, -20), 'model/category.json is cut short'],
    ['of another version', printChoiceModel({ ...CHOICES, version: 99 }), 'json has version 99'],
    [
      'with a weight too few',
      printChoiceModel({ ...CHOICES, weights: { any: [1] } }),
      'model/category.json is not complete',
    ],
  ])('is refused by its name when it is %s', (_, text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it('is refused by its name when it is missing', () => {
    expect(() => readChoiceModel('category', pathToFileURL(`${folder}/`))).toThrow(
      'model/category.json cannot be read',
    );
  });

  it.each([
    ['a feature that is not there', { ...CHOICES, weights: { colour: TOPICS.map(() => 1) } }],
    ['other categories', { ...CHOICES, among: ['colour'] }],
  ])('is refused by its name with %s', (_, model) => {
    expect(() => createChoiceScorer(model, TOPICS, CATEGORY_FEATURES)).toThrow(
      /^model\/category\.json .*colour/,
    );
  });

  it('is small', () => {
    const { size } = statSync(new URL('../../model/category.json', import.meta.url));

    expect(size).toBeLessThanOrEqual(4_000);
  });
});

it('the models are small enough to be read', () => {
  const folder = new URL('../../model/', import.meta.url);
  const sizes = readdirSync(folder).map((name) => statSync(new URL(name, folder)).size);

  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000);
});

describe('features', () => {
  it.each([
    ['codes', CODE_FEATURES],
    ['trees', TREE_FEATURES],
    ['links', LINK_FEATURES],
    ['categories', CATEGORY_FEATURES],
  ])('of %s have names of their own', (_, features) => {
    expect(new Set(features.map(({ name }) => name)).size).toBe(features.length);
  });

  it('stand below a sentence that says what speaks, and an example', () => {
    const lines = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
      .filter((file) => /features[\w-]*\.ts$/.test(file))
      .flatMap((file) => [...readFileSync(new URL(file, SOURCE), 'utf8').matchAll(TABLE)])
      .flatMap(([, , table = '']) => questionsIn(table.split('\n')));

    expect(lines.length).toBeGreaterThan(140);
    expect(lines.filter(([above]) => !SAID.test(above))).toEqual([]);
  });
});

/** The lines that questions begin with, each behind the line above it. */
function questionsIn(lines: readonly string[]): (readonly [above: string, own: string])[] {
  const [, indent] = lines.map((line) => QUESTION.exec(line)).find((match) => match !== null) ?? [];
  return lines.flatMap((line, i) =>
    QUESTION.exec(line)?.[1] === indent && indent !== undefined ? [[lines[i - 1] ?? '', line]] : [],
  );
}

const every = (count: number) =>
  readCorpus()
    .filter(isForTuning)
    .filter((_, i) => i % count === 0);

describe('sums', () => {
  function casesOf(one: CorpusMail) {
    const mail = parseMail(buildMail(one));
    const own = readPagesOf(mail);
    const reading = readMail(mail, own);
    const { pages, signs, exclusions } = reading;
    return {
      codes: codeCases(pages, signs, exclusions),
      links: mailLinkCases(own.body, linkMail(mail, own, reading)),
    };
  }

  it('are those of all features', () => {
    for (const mail of every(60)) {
      const { codes, links } = casesOf(mail);
      for (const one of codes) {
        const addends = codeScorer().addends(one);
        const sum = addends.reduce((total, { adds }) => total + adds, 0);
        expect(codeScorer().sum(one)).toBeCloseTo(sum, 8);
      }
      for (const one of links) {
        const sums = LINK_ACTIONS.map((_, i) =>
          linkScorer()
            .addends(one, i)
            .reduce((total, { adds }) => total + adds, 0),
        );
        linkScorer()
          .sums(one)
          .forEach((sum, i) => {
            expect(sum).toBeCloseTo(sums[i]!, 8);
          });
      }
    }
  });
});
