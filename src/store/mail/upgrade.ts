import type { Queries } from '../../db/queries.js';
import { shownOfColumns, type ShownColumns } from './columns.js';
import { makeShown, SHOWN_VERSION, type MadeShown } from '../shown.js';

/** A stored message as it is, with the columns that its JSON was in before there was any. */
type OlderRow = ShownColumns & MadeShown & { readonly id: string };

// What mails of one message say is the same in all of their rows.
const OLDER = `
SELECT DISTINCT ON (s.id) s.id, s.shown_version, s.shown, s.shown_links, s.references_ids,
  s.otp_candidates, s.links, e.message_id, e.from_address, e.from_name, e.to_addresses, e.cc_addresses,
  e.subject, e.language, e.category, e.category_confidence, e.summary, e.otp_codes,
  e.verification_links, e.magic_links, e.backup_codes, e.code_expiry, e.hidden_content, e.is_spam,
  e.spam_score, e.attachment_count, e.in_reply_to
FROM stored_messages s JOIN emails e ON e.stored_message_id = s.id
WHERE s.id = ANY ($1::bigint[])`;

/** The JSON of stored messages, made anew where it is of a version before; by their ids. */
export async function upgradedShown(
  database: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MadeShown>> {
  const rows = await database.query<OlderRow>(OLDER, [ids]);
  return new Map(rows.map((row) => [row.id, upgraded(row)]));
}

// It may have been upgraded since it was found: then the columns are empty.
const upgraded = (row: OlderRow): MadeShown =>
  row.shown_version === SHOWN_VERSION ? row : makeShown(shownOfColumns(row));

/** What a part of an upgrade did. */
export interface Upgraded {
  /** Whether nothing is left. */
  readonly done: boolean;
  readonly messages: number;
}

const FIND = `
SELECT id FROM stored_messages WHERE shown_version < ${SHOWN_VERSION} ORDER BY id LIMIT $1`;

// A mail that is read only now writes its JSON itself. One without mails is about to be removed.
const UPGRADE = `
UPDATE stored_messages s
SET shown_version = ${SHOWN_VERSION}, shown = made.shown, shown_links = made.shown_links,
  otp_candidates = '[]', links = '[]'
FROM jsonb_to_recordset($1::jsonb) AS made(id bigint, shown text, shown_links text)
WHERE s.id = made.id AND s.shown_version < ${SHOWN_VERSION}`;

/** What brings stored mail up to date. */
export interface MailUpgrades {
  /** Upgrades up to `limit` stored messages for good. Safe to run twice. */
  upgradeChunk(limit: number): Promise<Upgraded>;
}

/** Makes it. */
export const createMailUpgrades = (database: Queries): MailUpgrades => ({
  async upgradeChunk(limit) {
    const found = await database.query<{ id: string }>(FIND, [limit]);
    const ids = found.map(({ id }) => id);
    const made = await upgradedShown(database, ids);
    await database.query(UPGRADE, [JSON.stringify(ids.map((id) => ({ id, ...made.get(id) })))]);
    return { done: found.length < limit, messages: found.length };
  },
});
