import { ANSWERING } from '../threads/automatic.js';
import type { Category } from '../analysis.js';
import type { MailHeaders } from '../mime/headers.js';
import {
  chancesOf,
  createChoiceScorer,
  readChoiceModel,
  type ChoiceScorer,
} from '../model/choice.js';
import { isBounceMail } from '../reports/bounce-mail.js';
import { caseNumberAt } from '../threads/case-number.js';
import {
  categoryCase,
  isToMany,
  TOPICS,
  type CategoryCase,
  type CategoryClues,
  type CategoryFeature,
} from './category-case.js';
import { ofContent } from './features-of-content.js';
import { ofSender } from './features-of-sender.js';
import { ofWords } from './features-of-words.js';

/** A category and how sure it is. */
export interface CategoryVerdict {
  readonly category: Category;
  /** 0–1. */
  readonly confidence: number;
}

/** All that is asked of a mail, in the order in which weights are fitted. */
export const CATEGORY_FEATURES: readonly CategoryFeature[] = [
  ...ofContent,
  ...ofSender,
  ...ofWords,
];

/** The one category of a mail: by its structure where that is clear, else by what it speaks of. */
export const categorize = (clues: CategoryClues, isSpam: boolean): CategoryVerdict =>
  isSpam ? sure('spam') : (byStructure(clues) ?? likeliestTopic(clues));

let loaded: ChoiceScorer<CategoryCase> | undefined;

/** Weighs categories as `npm run fit` has found out. */
export const categoryScorer = (): ChoiceScorer<CategoryCase> =>
  (loaded ??= createChoiceScorer(readChoiceModel('category'), TOPICS, CATEGORY_FEATURES));

function likeliestTopic(clues: CategoryClues): CategoryVerdict {
  const chances = chancesOf(categoryScorer().sums(categoryCase(clues)));
  const most = Math.max(...chances);
  return {
    category: TOPICS[chances.indexOf(most)]!,
    confidence: Math.min(SURELY, Math.round(100 * most) / 100),
  };
}

/** Nothing is more certain than what structure says. */
const SURELY = 0.99;

/** RFC 3464 and RFC 5965: what became of a mail, and that somebody complained of one. */
const REPORTS_ON_SENT_MAIL = new Set(['delivery-status', 'feedback-report']);

/** What is certain before anything is weighed. */
export function byStructure(clues: CategoryClues): CategoryVerdict | null {
  const { structure, headers, envelope } = clues;
  const { from, subject } = envelope;
  if (REPORTS_ON_SENT_MAIL.has(structure.report ?? '')) return sure('bounce');
  if (isBounceMail({ from, subject, headers })) return sure('bounce');
  if (structure.report === 'disposition-notification') return sure('auto_reply');
  if (isAutoReply(headers) || saysAway(clues)) return sure('auto_reply');
  if (structure.calendarMethod !== null && structure.calendarMethod !== 'PUBLISH')
    return sure('calendar');
  return null;
}

const sure = (category: Category): CategoryVerdict => ({ category, confidence: SURELY });

/** Behind the number of a case stands what it is about: "[#4471] No signal since Monday". */
function saysAway(clues: CategoryClues): boolean {
  if (isToMany(clues)) return false;
  const { text, hits } = clues.subject;
  const numbered = caseNumberAt(text);
  const isFirst = (start: number) => numbered < 0 || start < numbered;
  return hits.some(({ start, term }) => term.kind === 'away' && isFirst(start));
}

/** RFC 3834, and what came before it. */
function isAutoReply(headers: MailHeaders): boolean {
  if (headers.first('auto-submitted').toLowerCase().startsWith('auto-replied')) return true;
  if (/^auto_?reply/i.test(headers.first('precedence'))) return true;
  return ANSWERING.some((name) => headers.has(name));
}
