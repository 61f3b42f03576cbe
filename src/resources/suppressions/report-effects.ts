import type { DeliveryReport } from '../../mail/reports/bounce.js';
import type { ReportedRecipient } from '../../mail/reports/bounce-verdict.js';
import type { LedgerRecipient } from '../../store/mail/insert-outbound.js';
import { addressKey } from '../../store/mail/address-pattern.js';
import type { Trust } from './report-trust.js';

/** What is told of a recipient. */
interface RecipientReport {
  readonly address: string;
  readonly status: string | null;
  readonly diagnostic: string;
}

/** A recipient of the sent mail, and what a report says of it. */
interface Concerned {
  readonly recipient: LedgerRecipient;
  readonly reported: ReportedRecipient;
}

/** What follows from a report about a mail that was sent from here. */
export interface ReportEffects {
  /** Recipients of the mail that the report is about: those it names and the mail did not go to are left out. */
  readonly concerned: readonly (RecipientReport & Pick<ReportedRecipient, 'outcome'>)[];
  /** Recipients whose mail came back, and that was not known. */
  readonly bounced: RecipientReport[];
  readonly complained: RecipientReport[];
  readonly delivered: RecipientReport[];
  /** Recipients that are not to be written to any more. */
  readonly suppressed: readonly RecipientReport[];
  /** The recipients of the mail as the ledger is to hold them. */
  readonly recipients: readonly LedgerRecipient[];
  /** Whether nobody got it. */
  readonly allFailed: boolean;
}

/** What a report means for those recipients of the mail it is about of whom it is believed. */
export function effectsOf(
  recipients: readonly LedgerRecipient[],
  report: DeliveryReport,
  trust: Trust,
): ReportEffects {
  const concerned = concernedBy(recipients, report).filter(({ recipient }) =>
    trust(recipient.address),
  );
  const isComplaint = report.kind === 'complaint';
  const failed = isComplaint ? [] : having(concerned, 'failed');
  const bounced = failed.filter(({ recipient }) => recipient.status !== 'bounced');
  const ledger = withBounces(recipients, bounced);
  const final = failed.filter(({ reported }) => reported.permanent);
  return {
    concerned: concerned.map((one) => ({ ...told(one), outcome: one.reported.outcome })),
    bounced: bounced.map(told),
    complained: isComplaint ? concerned.map(told) : [],
    delivered: isComplaint ? [] : having(concerned, 'delivered').map(told),
    suppressed: (isComplaint ? concerned : final).map(told),
    recipients: ledger,
    allFailed: ledger.every(({ status }) => status === 'bounced' || status === 'failed'),
  };
}

const having = (concerned: readonly Concerned[], outcome: ReportedRecipient['outcome']) =>
  concerned.filter(({ reported }) => reported.outcome === outcome);

const told = ({ recipient, reported: { status, diagnostic } }: Concerned): RecipientReport => ({
  address: recipient.address,
  status,
  diagnostic,
});

/**
 * Only those the mail was handed over for: nothing can come back from the others. Mail to an inbox
 * of this service does not travel.
 */
const wasHandedOver = ({ local, status }: LedgerRecipient) =>
  !local && (status === 'sent' || status === 'unknown' || status === 'bounced');

function concernedBy(
  recipients: readonly LedgerRecipient[],
  { kind, recipients: named }: DeliveryReport,
): Concerned[] {
  const [only] = recipients;
  // Providers leave out who complained; of a mail to one address it is known.
  if (kind === 'complaint' && named.length === 0 && recipients.length === 1 && only)
    return wasHandedOver(only) ? [{ recipient: only, reported: unnamed(only) }] : [];
  const byKey = new Map<string, ReportedRecipient>();
  // The address that was written to counts more than the one it was forwarded to.
  for (const reported of named) addMissing(byKey, reported.originalAddress, reported);
  for (const reported of named) addMissing(byKey, reported.address, reported);
  return recipients.filter(wasHandedOver).flatMap((recipient) => {
    const reported = byKey.get(addressKey(recipient.address));
    return reported ? [{ recipient, reported }] : [];
  });
}

function addMissing(
  byKey: Map<string, ReportedRecipient>,
  address: string | null,
  reported: ReportedRecipient,
): void {
  if (address === null) return;
  const key = addressKey(address);
  if (!byKey.has(key)) byKey.set(key, reported);
}

const unnamed = ({ address }: LedgerRecipient): ReportedRecipient => ({
  address,
  originalAddress: null,
  outcome: 'failed',
  status: null,
  permanent: true,
  diagnostic: '',
});

function withBounces(
  recipients: readonly LedgerRecipient[],
  bounced: readonly Concerned[],
): LedgerRecipient[] {
  const responses = new Map(
    bounced.map(({ recipient, reported }) => [recipient.address, reported.diagnostic]),
  );
  return recipients.map((recipient) => {
    const response = responses.get(recipient.address);
    return response === undefined
      ? recipient
      : { ...recipient, status: 'bounced' as const, response: response || null };
  });
}
