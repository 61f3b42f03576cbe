import { settleRows, unsettledRuns } from '../../store/outbox.js';
import { run } from '../../store/run.js';

/** Timing of the looks, in seconds; left out but for tests. */
export interface VerifySendersInput {
  /** While the DNS is away: doubled from the first to the last. */
  readonly firstPause?: number;
  readonly lastPause?: number;
}

declare module '../../store/run.js' {
  interface RunInputs {
    /** The mails of a run: one, or a batch under load. */
    readonly processInbound: { readonly emailIds: readonly string[] };
    /** An inbox with mail that was held or quarantined. */
    readonly releaseMail: { readonly inboxId: string };
    readonly releaseQuarantined: undefined;
    readonly verifySenders: VerifySendersInput;
  }
}

// Seconds that verifySenders may sleep beyond what is due while the DNS is away.
const UNKNOWN_LAG_SECONDS = 5 * 60;

const PROCESS_INBOUND = { workflow: 'processInbound' } as const;

/** Finishes accepted mail. A run that got nowhere is not waited for for ever, although it is open. */
export const processInboundRun = run({
  ...PROCESS_INBOUND,
  input: (emailIds) => ({ emailIds }),
  inbox: '(SELECT inbox_id FROM emails WHERE emails.id = resource_id)',
  lost: [
    {
      suspects: unsettledRuns(PROCESS_INBOUND, {
        age: '$age',
        givenUpAfter: `interval '15 minutes'`,
        limit: '$limit',
      }),
      rows: settleRows('$ids'),
      each: 'SELECT org_id, unnest(ids) AS id FROM lost',
    },
  ],
});

/** Announces what was withheld in an inbox. */
export const releaseMailRun = run({
  workflow: 'releaseMail',
  input: ([inboxId]) => ({ inboxId: inboxId! }),
  signals: ['releaseRequested'],
  wakeBy: 'releaseRequested',
  lost: [
    {
      rows: `
SELECT i.id, i.org_id FROM inbox_counters c JOIN inboxes i ON i.id = c.inbox_id
WHERE c.withhold AND i.status = 'ACTIVE' AND i.deleted_at IS NULL AND i.created_at < now() - $age`,
    },
  ],
});

/** Queues releases. From the first minute of a month on: quotas are counted by month in UTC. */
export const releaseQuarantinedRun = run({
  workflow: 'releaseQuarantined',
  schedule: { calendars: [{ hour: '*', minute: 1 }], jitter: '1m' },
});

/** Verifies senders again that are unknown: one run for all of them. */
export const verifySendersRun = run({
  workflow: 'verifySenders',
  input: () => ({}),
  isForAll: true,
  signals: ['verificationRequested'],
  wakeBy: 'verificationRequested',
  lost: [
    {
      rows: `
SELECT 'all' AS id, 'all' AS org_id
WHERE EXISTS (SELECT FROM sender_checks WHERE retry_at < now() - $age)`,
      extraSeconds: UNKNOWN_LAG_SECONDS,
    },
  ],
});
