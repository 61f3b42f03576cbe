import type { PageLook } from '../text/page-look.js';
import { magnitude, questions } from './feature.js';

/** By how its texts look. */
export const ofPageLook = questions<PageLook>({
  'mail.numbers': [
    'How many numbers there are, by their magnitude.',
    '2 × 19,90 + 4,50',
    (look) => magnitude(look.numbers),
  ],
  'mail.letters': [
    'How long the mail is.',
    'Sinu kood on 482913.',
    (look) => Math.log2(1 + look.letters) / 8,
  ],
  'mail.brief': ['The mail is short.', 'Sinu kood on 482913.', (look) => look.letters < 350],
  'mail.sums': ['Lines with sums of money.', 'Kokku: 20,00 €', (look) => magnitude(look.sums)],
  'mail.rows': [
    'Lines that are a label with its value.',
    'Kuupäev: 24.11.2026',
    (look) => magnitude(look.rows),
  ],
  'mail.cells': ['Lines with several cells.', 'Särk\\t1\\t20,00', (look) => magnitude(look.cells)],
});
