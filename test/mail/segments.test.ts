import { describe, expect, it } from '@jest/globals';
import { salientSentences } from '../../src/resources/tasks/types/salience.js';
import { isQuestion, sentencesOf } from '../../src/mail/text/segments.js';

describe('sentencesOf', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'lines that were broken',
      'We meet\non Monday. Bring it.',
      ['We meet\non Monday.', 'Bring it.'],
    ],
    ['paragraphs without a full stop', 'Dear Ada\n\nHello there', ['Dear Ada', 'Hello there']],
    ['list items', 'You need:\n- a pen\n- a cup', ['You need:', '- a pen', '- a cup']],
    ['Japanese', '会議は月曜です。来ますか？', ['会議は月曜です。', '来ますか？']],
    ['no German date', 'Am 4. Mai um 8 Uhr. Bis dann.', ['Am 4. Mai um 8 Uhr.', 'Bis dann.']],
    ['no title', 'With Dr. Amir. Come early.', ['With Dr. Amir.', 'Come early.']],
    ['a number that ends it', 'We are 12. We come.', ['We are 12.', 'We come.']],
    ['nothing', ' \n\n ', []],
  ])('splits %s', (_case, text, sentences) => {
    const found = sentencesOf(text);
    expect(found.map((one) => one.text)).toEqual(sentences);
    for (const one of found) expect(text.slice(one.start, one.end)).toBe(one.text);
  });
});

describe('isQuestion', () => {
  it.each<[string, string | null, boolean]>([
    ['Are you there?', 'en', true],
    ['“Are you there?”', 'en', true],
    ['来ますか？', 'ja', true],
    ['هل أنت هنا؟', 'ar', true],
    ['Είσαι εκεί;', 'el', true],
    ['One; two;', 'en', false],
    ['No.', null, false],
  ])('of %s', (sentence, language, asks) => {
    expect(isQuestion(sentence, language)).toBe(asks);
  });
});

describe('salientSentences', () => {
  const SAID = [
    'Hi Ada,',
    'The contract with Northwind ends on 31 March and has to be renewed before.',
    'The weather was lovely in the mountains last week.',
    'Northwind wants the renewed contract to start on 1 April at the old price.',
    'Their contract at the old price ends on 31 March.',
    'Best,',
  ];

  it('takes what the others speak of too, and greets nobody', () => {
    const two = salientSentences(SAID, 2);
    expect(two).toHaveLength(2);
    expect(two).not.toContain(0);
    expect(two).not.toContain(2);
    expect(two).not.toContain(5);
  });

  it('never takes more than there is', () => {
    expect(salientSentences(['Thanks!'], 5)).toEqual([0]);
    expect(salientSentences([], 5)).toEqual([]);
  });
});
