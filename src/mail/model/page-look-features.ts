import type { PageLook } from '../text/page-look.js';
import { flag, magnitude } from './feature.js';
import type { Feature } from './model.js';

/** By how its texts look. */
export const ofPageLook: readonly Feature<PageLook>[] = [
  {
    name: 'mail.numbers',
    says: 'How many numbers there are, by their magnitude.',
    example: '2 × 19,90 + 4,50',
    of: (look) => magnitude(look.numbers),
  },
  {
    name: 'mail.letters',
    says: 'How long the mail is.',
    example: 'Sinu kood on 482913.',
    of: (look) => Math.log2(1 + look.letters) / 8,
  },
  {
    name: 'mail.brief',
    says: 'The mail is short.',
    example: 'Sinu kood on 482913.',
    of: (look) => flag(look.letters < 350),
  },
  {
    name: 'mail.sums',
    says: 'Lines with sums of money.',
    example: 'Kokku: 20,00 €',
    of: (look) => magnitude(look.sums),
  },
  {
    name: 'mail.rows',
    says: 'Lines that are a label with its value.',
    example: 'Kuupäev: 24.11.2026',
    of: (look) => magnitude(look.rows),
  },
  {
    name: 'mail.cells',
    says: 'Lines with several cells.',
    example: 'Särk\\t1\\t20,00',
    of: (look) => magnitude(look.cells),
  },
];
