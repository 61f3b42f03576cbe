import { goesWith, olderThan, otherwise, type Table } from './tables.js';

// Milliseconds since 1970, written by the rate limiter.
const WINDOW_IS_OVER = 'expire < extract(epoch FROM now()) * 1000';

/** Tables that belong to no resource. */
export const OTHER_TABLES: readonly Table[] = [
  {
    table: 'outbox',
    ids: ['run'],
    holds: 'what is to be told to Temporal',
    columns: {
      org_id: goesWith('orgs'),
      resource_id: goesWith('emails'),
      email_ids: otherwise('ids alone, which go a day after they are settled'),
    },
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
