import type { Database } from '../../db/database.js';
import { Conditions } from '../../db/conditions.js';
import { containing, IN_LIVE_INBOX, RECEIVED } from '../../store/listed.js';
import type { AskedMail, WeighedWord } from './passages.js';

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

type Word = WeighedWord & { readonly isFrequent: boolean };
type FoundMail = Omit<AskedMail, 'fit'>;

// Mails that are read, mails that are ranked, and characters of each.
const MAX_READ = 40;
const MAX_RANKED = 3_000;
const MAX_CHARACTERS = 48 * 1024;
/** Of scripts without blanks the newest are read: no index knows their words. */
const MAX_SCANNED = 1_500;
// Reciprocal rank fusion: how much a place counts.
const RANK = 60;

/** Mails that may answer, the fittest first: found by rare words, ranked by all of them, and by names and subjects. */
export async function findEmails(
  database: Pick<Database, 'query'>,
  part: AskedPart,
  words: readonly Word[],
): Promise<AskedMail[]> {
  const spaced = words.filter(({ isPair }) => !isPair);
  const pairs = words.filter(({ isPair }) => isPair);
  const lists = await Promise.all([
    spaced.length > 0 ? byText(database, part, spaced) : [],
    spaced.length > 0 ? byNames(database, part, finding(spaced)) : [],
    pairs.length > 0 ? byPairs(database, part, pairs) : [],
  ]);
  return fused(lists);
}

/** Those that find: the rare ones, or where there is none the least frequent two. */
function finding(words: readonly Word[]): readonly Word[] {
  const rare = words.filter(({ isFrequent }) => !isFrequent);
  return rare.length > 0 ? rare : [...words].sort((a, b) => b.weight - a.weight).slice(0, 2);
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

/** SQL: those of `ranked` that come first, with what they say. */
const read = (ranked: string, limit = MAX_READ) => `
SELECT ${ROW} FROM (
  SELECT * FROM (${ranked}) r ORDER BY rank DESC, received_at DESC LIMIT ${limit}) r
JOIN emails e ON e.id = r.id ${IN_LIVE_INBOX} JOIN stored_messages s ON s.id = e.stored_message_id
ORDER BY r.rank DESC, r.received_at DESC`;

const lexeme = ({ stem }: Word) => `'${stem}':*`;

async function byText(
  database: Pick<Database, 'query'>,
  part: AskedPart,
  words: readonly Word[],
): Promise<FoundMail[]> {
  const where = conditionsOf(part).add(
    `e.search @@ to_tsquery('simple', ?)`,
    finding(words).map(lexeme).join(' | '),
  );
  const first = where.values.length;
  const rank = words
    .map(
      (_, index) =>
        `(e.search @@ $${first + 2 * index + 1}::tsquery)::int * $${first + 2 * index + 2}::float8`,
    )
    .join(' + ');
  const ranked = `SELECT e.id, e.received_at, ${rank} AS rank FROM emails e WHERE ${where.text} LIMIT ${MAX_RANKED}`;
  const values = words.flatMap((word) => [lexeme(word), word.weight]);
  return database.query<FoundMail>(read(ranked), [...where.values, ...values]);
}

/** Senders and subjects that have a word, or one that is written almost alike. */
async function byNames(
  database: Pick<Database, 'query'>,
  part: AskedPart,
  words: readonly Word[],
): Promise<FoundMail[]> {
  const stems = words
    .filter(({ stem }) => stem.length >= 4)
    .slice(0, 3)
    .map(({ stem }) => stem);
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

const UNSPACED = `'ja', 'zh-Hans', 'zh-Hant', 'th', 'lo', 'km', 'my'`;

async function byPairs(
  database: Pick<Database, 'query'>,
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
