import { Parser, QuoteType } from 'htmlparser2';

/** A text with its character references as characters. */
export function resolveText(text: string): string {
  if (!text.includes('&')) return text;
  let resolved = '';
  new Parser({ ontext: (piece) => (resolved += piece) }).end(text);
  return resolved;
}

const MARKS: Partial<Record<QuoteType, string>> = {
  [QuoteType.Single]: "'",
  [QuoteType.Double]: '"',
};

/** The value of an attribute likewise; what may end a reference depends on the quotes around it. */
export function resolveAttribute(value: string, quote: QuoteType): string {
  if (!value.includes('&')) return value;
  const mark = MARKS[quote] ?? '';
  let resolved = '';
  new Parser({ onattribute: (_name, read) => (resolved = read) }).end(
    `<a a=${mark}${value}${mark}>`,
  );
  return resolved;
}
