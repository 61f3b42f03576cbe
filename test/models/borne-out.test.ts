import { describe, expect, it } from '@jest/globals';
import { bearsOutValue } from '../../src/models/borne-out.js';

describe('a quote bears out', () => {
  it.each<[string, string | number | boolean, string | null]>([
    ['Total: 1,234.50 EUR', 1234.5, 'en'],
    ['Summe: 1.234,50 EUR', 1234.5, 'de'],
    ['1 234,50 €', 1234.5, 'fr'],
    ["Fr. 1'234.50", 1234.5, 'de'],
    ['1.234 Teile', 1234, 'de'],
    ['a factor of 1.234', 1.234, 'en'],
    ['2,500,000 parts', 2_500_000, 'en'],
    ['minus 7 degrees', -7, 'en'],
    ['rooms 12 100', 12, 'en'],
    ['due on 14 March 2026', '2026-03-14', 'en'],
    ['fällig am 14. März 2026', '2026-03-14', 'de'],
    ['14 марта 2026 года', '2026-03-14', 'ru'],
    ['2026年3月14日', '2026-03-14', 'ja'],
    ['03/14/2026', '2026-03-14', null],
    ['14 March 2026 at 5:05 pm', '2026-03-14T17:05:00Z', 'en'],
    ['see https://shop.example/a.', 'https://shop.example/a', 'en'],
    ['not paid yet', false, 'en'],
    ['Kind regards, Kim', 'A person', 'en'],
  ])('%s: %p', (quote, value, language) => {
    expect(bearsOutValue(quote, value, language)).toBe(true);
  });
});

describe('a quote does not bear out', () => {
  it.each<[string, string | number, string]>([
    ['Total: 1,234.50 EUR', 123_450, 'en'],
    ['Total: 1,234.50 EUR', 1234, 'en'],
    ['Total: 49.90 EUR', 4990, 'en'],
    ['Total: 49.90 EUR', 90, 'en'],
    ['due on 14 March 2026', '2026-04-14', 'en'],
    ['due on 14 March 2026', '2026-03-15', 'en'],
    ['due on 14 March', '2026-03-14', 'en'],
    ['14 March 2026 at 5:05 pm', '2026-03-14T17:06:00Z', 'en'],
    ['see https://shop.example/a', 'https://evil.example/a', 'en'],
    ['invoice INV-2231', 'INV-2232', 'en'],
  ])('%s: %p', (quote, value, language) => {
    expect(bearsOutValue(quote, value, language)).toBe(false);
  });
});
