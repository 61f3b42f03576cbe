import { features } from '../model/feature.js';
import type { MailSigns } from './code-mail.js';

// What a mail tells of any candidate in it, for a code or for a link.

/** By its header and its parts. */
export const ofMailSigns = features<MailSigns>({
  // It was sent to a list. `List-Unsubscribe: <…>`
  'mail.bulk': (signs) => signs.isBulk,
  // Somebody wrote it who shows his own name. `From: Mari Tamm <mari.tamm@a.example>`
  'mail.person': (signs) => signs.isPersonal,
  // It answers another mail. `In-Reply-To: <…>`
  'mail.thread': (signs) => signs.isAnswer,
});
