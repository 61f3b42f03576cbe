import { flag, magnitude } from '../model/feature.js';
import type { Feature } from '../model/model.js';
import type { PageLook } from '../text/page-look.js';
import type { MailSigns } from './code-mail.js';

// What a mail tells of any candidate in it, for a code or for a link.

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

/** By its header and its parts. */
export const ofMailSigns: readonly Feature<MailSigns>[] = [
  {
    name: 'mail.bulk',
    says: 'It was sent to a list.',
    example: 'List-Unsubscribe: <…>',
    of: (signs) => flag(signs.isBulk),
  },
  {
    name: 'mail.person',
    says: 'Somebody wrote it who shows his own name.',
    example: 'From: Mari Tamm <mari.tamm@a.example>',
    of: (signs) => flag(signs.isPersonal),
  },
  {
    name: 'mail.thread',
    says: 'It answers another mail.',
    example: 'In-Reply-To: <…>',
    of: (signs) => flag(signs.isAnswer),
  },
  {
    name: 'mail.files',
    says: 'It has files.',
    example: 'arve.pdf',
    of: (signs) => flag(signs.hasFiles),
  },
];
