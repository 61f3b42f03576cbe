import type { PageLook } from '../text/page-look.js';
import { features, magnitude } from './feature.js';

/** By how its texts look. */
export const ofPageLook = features<PageLook>({
  // How many numbers there are, by their magnitude. `2 × 19,90 + 4,50`
  'mail.numbers': (look) => magnitude(look.numbers),
  // How long the mail is. `Sinu kood on 482913.`
  'mail.letters': (look) => Math.log2(1 + look.letters) / 8,
  // The mail is short. `Sinu kood on 482913.`
  'mail.brief': (look) => look.letters < 350,
  // Lines with sums of money. `Kokku: 20,00 €`
  'mail.sums': (look) => magnitude(look.sums),
  // Lines that are a label with its value. `Kuupäev: 24.11.2026`
  'mail.rows': (look) => magnitude(look.rows),
  // Lines with several cells. `Särk\t1\t20,00`
  'mail.cells': (look) => magnitude(look.cells),
});
