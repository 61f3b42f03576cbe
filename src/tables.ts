import { apiKeyTables } from './resources/api-keys/tables.js';
import { bulkTables } from './resources/bulk/tables.js';
import { contactListTables } from './resources/contact-lists/tables.js';
import { draftTables } from './resources/drafts/tables.js';
import { durableWaitTables } from './resources/durable-waits/tables.js';
import { emailTables } from './resources/emails/tables.js';
import { eventTables } from './resources/events/tables.js';
import { inboundTables } from './resources/inbound/tables.js';
import { inboxTables } from './resources/inboxes/tables.js';
import { listTables } from './resources/lists/tables.js';
import { orgTables } from './resources/orgs/tables.js';
import { routingTables } from './resources/routing/tables.js';
import { sendingTables } from './resources/sending/tables.js';
import { smtpConfigTables } from './resources/smtp-configs/tables.js';
import { suppressionTables } from './resources/suppressions/tables.js';
import { threadTables } from './resources/threads/tables.js';
import { toolSessionTables } from './resources/tool-sessions/tables.js';
import { waitTables } from './resources/waits/tables.js';
import { webhookTables } from './resources/webhooks/tables.js';
import { goesWith, olderThan, type Table } from './store/tables.js';

// Milliseconds since 1970, written by the rate limiter.
const WINDOW_IS_OVER = 'expire < extract(epoch FROM now()) * 1000';

/** Tables that belong to no resource. */
const otherTables: readonly Table[] = [
  {
    table: 'outbox',
    holds: 'what is to be told to Temporal',
    columns: { org_id: goesWith('orgs'), resource_id: goesWith('emails') },
    keptFor: { outdated: olderThan('settled_at', '1 day') },
  },
  {
    table: 'idempotent_answers',
    holds: 'kept answers of POSTs, sealed',
    columns: { org_id: goesWith('orgs') },
    keptFor: {
      outdated: olderThan('created_at', '24 hours'),
      bytes: 'coalesce(octet_length(sealed_answer), 0)',
    },
  },
  {
    table: 'rate_windows',
    holds: 'requests a minute; unlogged, as a crash may forget a minute',
    columns: {},
    keptFor: { outdated: WINDOW_IS_OVER },
  },
  {
    table: 'signup_windows',
    holds: 'sign-ups an hour; logged, as a restart must not',
    columns: {},
    keptFor: { outdated: WINDOW_IS_OVER },
  },
  {
    table: 'sts_policies',
    holds: 'what domains demand of those who send to them (MTA-STS), as long as they said',
    columns: {},
    keptFor: { outdated: 'valid_until < now()' },
  },
  {
    table: 'installation',
    holds: 'one row: where the database is, its mark, whether outgoing mail is held',
    columns: {},
  },
];

/** Every table: in this order their rows go, so what others depend on comes behind those. */
export const TABLES: readonly Table[] = [
  ...orgTables,
  ...apiKeyTables,
  ...inboxTables,
  ...listTables,
  ...emailTables,
  ...inboundTables,
  ...threadTables,
  ...waitTables,
  ...durableWaitTables,
  ...eventTables,
  ...webhookTables,
  ...sendingTables,
  ...bulkTables,
  ...draftTables,
  ...smtpConfigTables,
  ...contactListTables,
  ...suppressionTables,
  ...routingTables,
  ...toolSessionTables,
  ...otherTables,
];
