import { queueRuns } from '../outbox.js';
import { combine, type SqlPart } from '../statement.js';

/** What a model said of a mail. */
export interface Description {
  readonly summary?: string;
  readonly category?: string;
}

// What has a code or a link to sign in by is shown to no model for this: its summary says what it is for.
const MAY_BE_DESCRIBED = `e.status = 'received' AND e.direction = 'inbound' AND e.parse_status = 'complete'
  AND NOT e.is_spam AND e.routed_from IS NULL
  AND e.category NOT IN ('verification', 'calendar', 'bounce', 'auto_reply', 'spam')
  AND e.otp_codes = '{}' AND e.backup_codes = '{}' AND e.magic_links = '{}' AND e.verification_links = '{}'`;

/** A part of a statement that has a model asked about the mails of an array, where their organization wants that. */
export const queueDescriptions = (emailIds: string): SqlPart =>
  combine([
    `undescribed AS (
  INSERT INTO undescribed_emails (email_id, org_id)
  SELECT e.id, e.org_id FROM emails e JOIN ai_configs c ON c.org_id = e.org_id
  WHERE e.id = ANY (${emailIds}) AND c.provider <> 'none' AND c.features && '{summary,category}'
    AND ${MAY_BE_DESCRIBED}
  ON CONFLICT DO NOTHING RETURNING org_id
)`,
    queueRuns(
      { workflow: 'describeEmails' },
      { signal: 'mailToDescribe', again: true, as: 'describing' },
      'SELECT DISTINCT org_id, org_id FROM undescribed',
    ),
  ]);
