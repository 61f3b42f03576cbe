import { alternatives } from '../words/word-lists.js';

const SIGNS = '$€£¥￥₹₽₩₫฿₺₴₪₱';
/** Of ISO 4217, as far as mail has them. */
const CODES =
  'USD|EUR|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|TRY|UAH|RUB|JPY|CNY|INR|VND|THB|AED|SAR|EGP';
const NAMES = `${CODES}|${alternatives('currency')}`;
const BEFORE = String.raw`(?:[${SIGNS}]|(?<![\p{L}\p{Nd}])(?:${NAMES}))[ ]?`;
const BEHIND = String.raw`[ ]?(?:[${SIGNS}]|(?:[円元원]|${NAMES})(?![\p{L}\p{Nd}]))`;

const MONEY_BEFORE = new RegExp(`${BEFORE}$`, 'u');
const MONEY_AFTER = new RegExp(`^(?:${BEHIND}|[ ]?[%‰°])`, 'u');
/** A sum of money, as far as its sign and a digit beside it. */
export const AMOUNT = new RegExp(String.raw`${BEFORE}\d|\d${BEHIND}`, 'u');

/** Whether what stands around a number makes it an amount of money, or a share of one. */
export const isAmount = (before: string, after: string): boolean =>
  MONEY_BEFORE.test(before) || MONEY_AFTER.test(after);
