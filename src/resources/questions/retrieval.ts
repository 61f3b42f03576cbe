import type { Queries } from '../../db/queries.js';
import { Conditions } from '../../db/conditions.js';
import { containing, IN_LIVE_INBOX, RECEIVED } from '../../store/listed.js';
import type { WordFrequency } from './frequencies.js';
import type { AskedMail, WeighedWord } from './passages.js';
import { isFormOf, plainOf, termsOf } from './query-terms.js';

/** What of the mail is asked. */
export interface AskedPart {
  readonly orgId: string;
  /** Null: every inbox of the organization. */
  readonly inboxIds: readonly string[] | null;
  readonly filters: AskFilters;
}

/** What narrows a question. */
export interface AskFilters {
  readonly from?: string | undefined;
  readonly subject?: string | undefined;
  readonly category?: string | undefined;
  /** ISO 8601. */
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

type Word = WeighedWord & WordFrequency;
type FoundMail = Omit<AskedMail, 'fit'>;
/** Found by words, and which of them it has. */
type WordedMail = FoundMail & { readonly has: readonly boolean[] };

// Mails that are read, mails that are ranked, and characters of each.
const MAX_READ = 40;
const MAX_RANKED = 3_000;
const MAX_CHARACTERS = 48 * 1024;
/** Of scripts without blanks the newest are read: no index knows their words. */
const MAX_SCANNED = 1_500;
// Reciprocal rank fusion: how much a place counts.
const RANK = 60;
// Words that find mail, by two; and the share of the question that one makes up which finds alone.
const LEAST_FINDERS = 3;
const MOST_FINDERS = 6;
const MOST = 0.6;
// Words that are looked for in names, and letters of each.
const MAX_LIKE = 3;
const MIN_LIKE = 4;

/** Mails that may answer, the fittest first: found by words that tell much, ranked by all of them, and by names and subjects. */
export async function findEmails(
  database: Queries,
  part: AskedPart,
  words: readonly Word[],
): Promise<AskedMail[]> {
  const spaced = words.filter(({ isPair }) => !isPair);
  const pairs = words.filter(({ isPair }) => isPair);
  const [byWords, byPair] = await Promise.all([
    spaced.length > 0 ? byText(database, part, spaced) : [],
    pairs.length > 0 ? byPairs(database, part, pairs) : [],
  ]);
  const unseen = spaced.filter((_, index) => !byWords.some(({ has }) => has[index]));
  const alike = await byLikeNames(database, part, unseen);
  return fused([byWords, named(byWords, spaced), alike, byPair]);
}

/** Those of which sender or subject has a word, the most telling ones first. */
function named(mails: readonly FoundMail[], words: readonly Word[]): readonly FoundMail[] {
  const weighed = mails.map((mail) => {
    const terms = termsOf(plainOf(`${mail.subject} ${mail.sender}`));
    const isIn = (word: Word) => terms.some((term) => isFormOf(term, word));
    return { mail, weight: words.filter(isIn).reduce((sum, { weight }) => sum + weight, 0) };
  });
  return weighed
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ mail }) => mail);
}

/**
 * A tsquery: two of the words that tell most, or one that is most of the question. Mail with less would not answer,
 * and a single word is in too much of it.
 */
function finding(words: readonly Word[]): string {
  const heaviest = [...words].sort((one, other) => other.weight - one.weight);
  const rare = heaviest.filter(({ isFrequent }) => !isFrequent).length;
  const finders = heaviest.slice(0, Math.min(Math.max(rare, LEAST_FINDERS), MOST_FINDERS));
  const all = words.reduce((sum, { weight }) => sum + weight, 0);
  const alone = finders.filter(({ weight }) => weight >= MOST * all);
  const together = finders.flatMap((one, index) =>
    finders.slice(index + 1).map((other) => `${lexeme(one)} & ${lexeme(other)}`),
  );
  return [...alone.map(lexeme), ...together].join(' | ');
}

function conditionsOf({ orgId, inboxIds, filters }: AskedPart): Conditions {
  const { from, subject, category, after, before } = filters;
  const where = new Conditions().add('e.org_id = ?', orgId);
  if (inboxIds) where.add('e.inbox_id = ANY (?)', inboxIds);
  if (from !== undefined) where.add('e.sender ILIKE ?', containing(from));
  if (subject !== undefined) where.add('e.subject ILIKE ?', containing(subject));
  if (category !== undefined) where.add('e.category = ?', category);
  if (after !== undefined) where.add('e.received_at >= ?', after);
  if (before !== undefined) where.add('e.received_at < ?', before);
  // Held mail is in its mailbox, and not to be told of.
  return where.add(RECEIVED).add(`e.status = 'received'`);
}

const ROW = `e.id, e.thread_id, e.inbox_id, e.subject, e.sender, e.from_address, e.received_at,
  left(s.text_body, ${MAX_CHARACTERS}) AS text_body, left(s.stripped_text, ${MAX_CHARACTERS}) AS own_text`;

/** SQL: those of `ranked` that come first, with what they say, and `more`. */
const read = (ranked: string, more = '') => `
SELECT ${ROW}${more} FROM (
  SELECT * FROM (${ranked}) r ORDER BY rank DESC, received_at DESC LIMIT ${MAX_READ}) r
JOIN emails e ON e.id = r.id ${IN_LIVE_INBOX} JOIN stored_messages s ON s.id = e.stored_message_id
ORDER BY r.rank DESC, r.received_at DESC`;

const lexeme = ({ stem }: Word) => `'${stem}':*`;

async function byText(
  database: Queries,
  part: AskedPart,
  words: readonly Word[],
): Promise<WordedMail[]> {
  const where = conditionsOf(part).add('e.search @@ ?::tsquery', finding(words));
  const first = where.values.length;
  const has = words.map((_, index) => `e.search @@ $${first + 2 * index + 1}::tsquery`);
  const rank = has
    .map((it, index) => `(${it})::int * $${first + 2 * index + 2}::float8`)
    .join(' + ');
  const ranked = `SELECT e.id, e.received_at, ${rank} AS rank FROM emails e WHERE ${where.text} LIMIT ${MAX_RANKED}`;
  const values = words.flatMap((word) => [lexeme(word), word.weight]);
  const text = read(ranked, `, ARRAY[${has.join(', ')}] AS has`);
  return database.query<WordedMail>(text, [...where.values, ...values]);
}

/** Senders and subjects that have a word which is written almost alike, of words that no mail has; numbers are whole. */
async function byLikeNames(
  database: Queries,
  part: AskedPart,
  words: readonly Word[],
): Promise<FoundMail[]> {
  const maybe = words.filter(
    ({ stem, isCounted }) => !isCounted && stem.length >= MIN_LIKE && !/\p{N}/u.test(stem),
  );
  const stems = await unknown(database, part, maybe.slice(0, MAX_LIKE));
  if (stems.length === 0) return [];
  const where = conditionsOf(part).add(
    `(${stems.map(() => '(? <% e.subject OR ? <% e.sender)').join(' OR ')})`,
    ...stems.flatMap((stem) => [stem, stem]),
  );
  const parameter = (index: number) => `$${where.values.length - 2 * (stems.length - index) + 1}`;
  const likeness = stems.map(
    (_, index) => `greatest(word_similarity(${parameter(index)}, e.subject),
      word_similarity(${parameter(index)}, e.sender))`,
  );
  const ranked = `SELECT e.id, e.received_at, ${likeness.join(' + ')} AS rank FROM emails e
    WHERE ${where.text} LIMIT ${MAX_RANKED}`;
  return database.query<FoundMail>(read(ranked), where.values);
}

/** The stems of those words that no mail has; that are in few, as nobody counted them. */
async function unknown(
  database: Queries,
  part: AskedPart,
  words: readonly Word[],
): Promise<string[]> {
  if (words.length === 0) return [];
  const where = conditionsOf(part).add('e.search @@ w.lexeme::tsquery');
  const first = where.values.length;
  const rows = await database.query<{ stem: string }>(
    `SELECT w.stem FROM unnest($${first + 1}::text[], $${first + 2}::text[]) AS w (stem, lexeme)
     CROSS JOIN LATERAL (SELECT count(*) AS mails FROM emails e WHERE ${where.text}) AS found
     WHERE found.mails = 0`,
    [...where.values, words.map(({ stem }) => stem), words.map(lexeme)],
  );
  return rows.map(({ stem }) => stem);
}

const UNSPACED = `'ja', 'zh-Hans', 'zh-Hant', 'th', 'lo', 'km', 'my'`;

async function byPairs(
  database: Queries,
  part: AskedPart,
  pairs: readonly Word[],
): Promise<FoundMail[]> {
  const where = conditionsOf(part).add(`e.language IN (${UNSPACED})`);
  const first = where.values.length;
  const rank = pairs
    .map((_, index) => `(strpos(told, $${first + index + 1}) > 0)::int`)
    .join(' + ');
  const newest = `SELECT e.id, e.received_at, lower(concat_ws(' ', e.subject, e.sender,
      left(s.text_body, 4000))) AS told
    FROM (SELECT e.* FROM emails e WHERE ${where.text} ORDER BY e.received_at DESC LIMIT ${MAX_SCANNED}) e
    JOIN stored_messages s ON s.id = e.stored_message_id`;
  const ranked = `SELECT id, received_at, rank FROM (SELECT n.*, ${rank} AS rank FROM (${newest}) n) n WHERE rank > 0`;
  return database.query<FoundMail>(read(ranked), [
    ...where.values,
    ...pairs.map(({ stem }) => stem),
  ]);
}

/** One list of several: what stands high in many of them comes first. */
function fused(lists: readonly (readonly FoundMail[])[]): AskedMail[] {
  const fits = new Map<string, { readonly mail: FoundMail; readonly fit: number }>();
  for (const found of lists)
    for (const [place, mail] of found.entries()) {
      const fit = (fits.get(mail.id)?.fit ?? 0) + RANK / (RANK + place);
      fits.set(mail.id, { mail, fit });
    }
  const best = [...fits.values()].sort((one, other) => other.fit - one.fit).slice(0, MAX_READ);
  const highest = best[0]?.fit ?? 1;
  return best.map(({ mail, fit }) => ({ ...mail, fit: fit / highest }));
}
