import type { z } from 'zod';
import type { Conditions } from '../../db/conditions.js';
import { containing, LISTED } from '../../store/listed.js';
import type { emailQuery } from './schema.js';

/** What a list of emails is narrowed by, on every route. */
export type EmailFilter = Omit<
  z.output<typeof emailQuery>,
  'limit' | 'cursor' | 'max_chars' | 'view'
>;

/** Adds the conditions of `filter` on `emails e`. */
export function addFilter(conditions: Conditions, filter: EmailFilter): Conditions {
  conditions.add(LISTED);
  if (filter.direction !== 'all') conditions.add('e.direction = ?', filter.direction);
  if (!filter.include_spam) conditions.add('NOT e.is_spam');
  if (filter.from) conditions.add('e.sender ILIKE ?', containing(filter.from));
  if (filter.category) conditions.add('e.category = ?', filter.category);
  if (filter.since) conditions.add('e.received_at >= ?', filter.since);
  if (filter.unread) conditions.add('NOT e.is_read');
  return conditions;
}

// Beginnings shorter than this match too much to be found by an index.
const SHORTEST_BEGINNING = 3;
const MAX_WORDS = 16;

/**
 * A tsquery for mails that hold every word of `q`, or a word that begins with it.
 * Quotes and backslashes are blanks, so nothing of it is read as an operator.
 */
export function searchQuery(q: string): string {
  return q
    .replace(/['\\:&|!()<>*]/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .map((word) => (word.length < SHORTEST_BEGINNING ? `'${word}'` : `'${word}':*`))
    .join(' & ');
}
