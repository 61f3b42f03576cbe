import type { Database } from '../../db/database.js';
import type { SenderAuth } from '../../sender/auth.js';
import { LONGEST_ATTEMPT } from '../../store/mail/open-sends.js';

/** A mail that carries a report, where it arrived. */
export interface ReportMail {
  readonly id: string;
  readonly org_id: string;
  readonly inbox_id: string;
  /** The mail server that handed it over; null when that is not known. */
  readonly remote_ip: string | null;
  /** Null until somebody looked. */
  readonly auth: SenderAuth | null;
}

interface FoundRow {
  readonly email_id: string;
  readonly message_id: string | null;
  readonly provider_message_id: string | null;
  /** Whether somebody is handing it over at this moment. */
  readonly under_way: boolean;
  /** Who carried it; null while nobody did. */
  readonly provider: string | null;
  /** Servers its organization sends through. */
  readonly hosts: readonly string[];
}

/** The mail a report is about. */
export type ReportedMail = Omit<FoundRow, 'message_id' | 'provider_message_id'>;

/**
 * The mail that the same inbox sent and that one of `messageIds` names, the first of them that names
 * one; some providers put an id of their own in place of the Message-ID. Null when there is none.
 */
export async function findOriginal(
  database: Database,
  { org_id: orgId, inbox_id: inboxId }: Pick<ReportMail, 'org_id' | 'inbox_id'>,
  messageIds: readonly string[],
): Promise<ReportedMail | null> {
  if (messageIds.length === 0) return null;
  const places = new Map<string, number>();
  for (const [place, id] of messageIds.entries())
    for (const spelling of spellingsOf(id)) if (!places.has(spelling)) places.set(spelling, place);
  const rows = await database.query<FoundRow>(FIND, [
    orgId,
    inboxId,
    messageIds,
    [...places.keys()],
  ]);
  const placeOf = ({ message_id: own, provider_message_id: given }: FoundRow) =>
    Math.min(places.get(own ?? '') ?? Infinity, places.get(given ?? '') ?? Infinity);
  return rows.sort((a, b) => placeOf(a) - placeOf(b))[0] ?? null;
}

/** Providers tell the id with angle brackets, without, or what stands before the @ alone. */
function spellingsOf(id: string): string[] {
  const bare = id.replace(/^<|>$/g, '');
  const at = bare.indexOf('@');
  return at > 0 ? [id, bare, bare.slice(0, at)] : [id, bare];
}

// What is still to be sent cannot have come back. Ids are said beside the join, for generic plans.
const FIND = `
WITH named AS MATERIALIZED (
  SELECT e.id FROM emails e
  WHERE e.inbox_id = $2 AND e.org_id = $1 AND e.direction = 'outbound'
    AND hashtextextended(e.message_id, 0) =
      ANY (ARRAY(SELECT hashtextextended(id, 0) FROM unnest($3::text[]) AS id))
    AND e.message_id = ANY ($3::text[])
  UNION
  SELECT s.email_id FROM sends s
  WHERE s.org_id = $1 AND s.inbox_id = $2
    AND hashtextextended(s.provider_message_id, 0) =
      ANY (ARRAY(SELECT hashtextextended(id, 0) FROM unnest($4::text[]) AS id))
    AND s.provider_message_id = ANY ($4::text[])
)
SELECT s.email_id, e.message_id, s.provider_message_id, s.provider,
  ARRAY(SELECT c.host FROM smtp_configs c WHERE c.org_id = $1 AND c.host IS NOT NULL) AS hosts,
  EXISTS (
    SELECT FROM send_attempts a
    WHERE a.email_id = s.email_id AND a.number = s.attempt_count + 1 AND a.outcome IS NULL
      AND a.started_at > now() - interval '${LONGEST_ATTEMPT}'
  ) AS under_way
FROM sends s JOIN emails e ON e.id = s.email_id
WHERE s.email_id = ANY (ARRAY(SELECT id FROM named)) AND e.id = ANY (ARRAY(SELECT id FROM named))
  AND s.status NOT IN ('awaiting_approval', 'queued', 'cancelled')`;
