import { eventsLagSeconds } from '../live/events/blocking-transaction.js';
import type { Metrics } from '../metrics.js';
import { readHold } from '../restores/hold.js';
import { deliveryLagSeconds } from '../temporal/dispatch/delivery-claim.js';
import { outboxLagSeconds } from '../temporal/outbox-lag.js';
import type { Certificates } from './certificates.js';
import type { Foundation } from './foundation.js';
import type { ProcessServices } from './services.js';

/** Adds how long the certificate is good, where one is served. */
export function addCertificateGauge(metrics: Metrics, { smtp, imap }: Certificates): void {
  const served = imap ?? smtp;
  if (!served) return;
  metrics.gauge(
    'restante_certificate_days_left',
    'Days until the TLS certificate is over.',
    () => served.daysLeft,
  );
}

/** Adds what is measured when somebody reads `/metrics`. `open` is null in a process without services. */
export function addGauges(
  metrics: Metrics,
  { databases: { front }, budget }: Foundation,
  open: ProcessServices['open'] | null,
): void {
  const gauges: readonly [name: string, help: string, read: () => number | Promise<number>][] = [
    ['open_waits', 'Long polls that are open.', () => open?.waits.size ?? 0],
    ['open_streams', 'Streams of events that are open.', () => open?.streams.size ?? 0],
    [
      'attached_waits',
      'Requests that are attached to durable waits.',
      () => open?.attachedWaits.size ?? 0,
    ],
    [
      'held_bytes',
      'Bytes of messages and request bodies that this process holds.',
      () => budget.held,
    ],
    [
      'outbox_lag_seconds',
      'Age of the oldest outbox row that is due.',
      () => outboxLagSeconds(front),
    ],
    [
      'delivery_lag_seconds',
      'Age of the oldest delivery to a webhook that no run has taken.',
      () => deliveryLagSeconds(front),
    ],
    [
      'events_lag_seconds',
      'How long the oldest event waits that streams and ordered webhooks cannot be told of yet.',
      () => eventsLagSeconds(front),
    ],
    [
      'outgoing_held',
      'Whether outgoing mail is held until an operator resumes it: 1 or 0.',
      async () => ((await readHold(front)) ? 1 : 0),
    ],
  ];
  for (const [name, help, read] of gauges) metrics.gauge(`restante_${name}`, help, read);
}
