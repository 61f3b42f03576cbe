import { describe, expect, it } from '@jest/globals';
import { analyse } from '../../src/mail/reading/analyse.js';

function read(text: string, parameters = '') {
  const head = `In-Reply-To: <1@b.test>\r\nContent-Type: text/plain; format=flowed${parameters}`;
  const raw = Buffer.from(`${head}\r\n\r\n${text.replaceAll('\n', '\r\n')}`);
  return analyse(raw, { receivedAt: new Date() });
}

describe('flowed text', () => {
  it.each([
    ['joins lines', 'a \nb \nc\nd', 'a b c\nd'],
    ['joins quoted lines of one depth', '> a \n> b\nc', '> a b\nc'],
    ['keeps other depths apart', '>> a \n> b \nc \n> d', '>> a \n> b \nc \n> d'],
    ['ends a paragraph at an empty line', 'a \n\nb \n> \n> c', 'a \n\nb \n>\n> c'],
    [
      'keeps a signature in lines of its own',
      'a \n-- \nb\n> c \n> -- \n> d',
      'a \n-- \nb\n> c \n> --\u0020\n> d',
    ],
    ['takes stuffed blanks away', 'a \n b\n >c\n From d\n  e', 'a b\n>c\nFrom d\n e'],
  ])('%s', (_what, text, expected) => {
    expect(read(text).textBody).toBe(expected);
  });

  it('joins words where DelSp says so', () => {
    const { textBody } = read('https://a.test/lo \nng  \nand \n> more', '; delsp=yes');

    expect(textBody).toBe('https://a.test/long and\n> more');
  });

  it('keeps an answer out of the quote above it', () => {
    const { strippedText } = read('> Shall we meet? \nYes, at ten.');

    expect(strippedText).toBe('Yes, at ten.');
  });
});
