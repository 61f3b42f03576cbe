const MONEY_BEFORE =
  /(?:[$€£¥￥₹₽₩₫฿₺₴₪₱]|\b(?:USD|EUR|GBP|CHF|SEK|NOK|DKK|PLN|JPY|CNY|INR|Rp|R\$|RM|NT))[ ]?$/;
const MONEY_AFTER =
  /^[ ]?(?:[$€£¥￥₹₽₩₫฿₺₴₪%‰°]|(?:USD|EUR|GBP|CHF|SEK|NOK|DKK|PLN|JPY|CNY|INR|VND|TL|TRY|UAH|RON|lei|kr|zł|Ft|Kč|руб|грн|р\.|đ|đồng|บาท|円|元|원|ש"ח)(?![\p{L}\p{Nd}]))/u;

/** Whether a line tells a sum of money. */
export function holdsAmount(line: string): boolean {
  if (!/\d/.test(line)) return false;
  for (const { index, 0: number } of line.matchAll(/\d[\d.,]*/g)) {
    const end = index + number.length;
    if (isAmount(line.slice(Math.max(0, index - 8), index), line.slice(end, end + 8))) return true;
  }
  return false;
}

/** Whether what stands around a number makes it an amount of money. */
export const isAmount = (before: string, after: string): boolean =>
  MONEY_BEFORE.test(before) || MONEY_AFTER.test(after);
