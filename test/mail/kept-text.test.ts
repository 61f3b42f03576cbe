import { describe, expect, it } from '@jest/globals';
import { splitQuotes, type QuoteContext } from '../../src/mail/text/quote.js';

const NO_REPLY: QuoteContext = { isReply: false, isForward: false };
const RULE = '-'.repeat(28);

const stripped = (text: string, context = NO_REPLY) => splitQuotes(text, context).stripped;

/** Nothing of these is quoted, or says who signs. */
describe('what is left of mail that programs send', () => {
  it.each([
    ['a heading that is underlined', 'Sign-in\n-------\nuser  qa+114@a.example\ncode  93847261'],
    [
      'a code between rules, contacts below',
      'Your password:\n\n━━━━━━━━\nPassword: 271906\n━━━━━━━━\nRef. 20260205-00417\n0120-44-1180 (9:00-17:00)',
    ],
    [
      'a link below a box',
      `Keep this mail:\n\n${RULE}\nUser: ann\nBoard: https://a.example\n${RULE}\n\nTo activate:\nhttps://a.example/act?k=9F2KD71Q`,
    ],
    [
      'a receipt between rules of eighteen hyphens',
      `Amount paid $96.00\n\n${'-'.repeat(18)}\nReceipt #2217-4409\n${'-'.repeat(18)}\nTotal $96.00`,
    ],
    [
      'a code below a sentence with a number and a verb of writing',
      '您好：\n\n您正在办理业务（受理号：SB2026061100418）。请填写到核验框内：\n\n48316\n\n咨询电话：12345',
    ],
    [
      'a code below a sentence with a year and a verb of writing',
      'Hello,\n\nWhat you wrote to us in 2026 is kept under this number:\n\n48316\n\nNorthwind',
    ],
  ])('keeps %s', (_, text) => {
    expect(stripped(text)).toBe(text);
  });

  it('takes off a quote that more tells of, and any that an answer has', () => {
    const quote = 'On Tue, 3 Mar 2026 at 10:05, Ann Lee wrote:\n\nSee you there.';
    const short = '2026年6月11日 李明写道：\n\n明天见。';

    expect(stripped(`Fine.\n\n${quote}`)).toBe('Fine.');
    expect(stripped(`好的。\n\n${short}`, { ...NO_REPLY, isReply: true })).toBe('好的。');
  });

  it('takes off contacts in a frame', () => {
    const frame = `${RULE}\nNorthwind, help@northwind.example\n+44 20 7946 0018\n${RULE}`;

    expect(stripped(`Nothing changes.\n\nNorthwind\n\n${frame}`)).toBe(
      'Nothing changes.\n\nNorthwind',
    );
  });
});
