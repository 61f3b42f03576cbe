import { flag } from '../model/feature.js';
import type { Feature } from '../model/model.js';
import type { MailSigns } from './code-mail.js';

// What a mail tells of any candidate in it, for a code or for a link.

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
