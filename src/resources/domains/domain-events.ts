import type { Queries } from '../../db/queries.js';
import { recordEvents } from '../../store/events/record.js';
import type { NoticeCause } from './care.js';
import type { DomainEntity } from './entities.js';
import { dkimRecord, RECORD_KEYS, recordsOf, type MailZone } from './records.js';
import { withKeys, type KeyedDomain } from './store.js';

const KINDS = {
  verified: 'domain.verified',
  failing: 'domain.failing',
  degraded: 'domain.degraded',
  failed: 'domain.failed',
  recovered: 'domain.recovered',
  'dkim-next': 'domain.dkim_next',
  'dkim-rotated': 'domain.dkim_rotated',
  'sending-stopped': 'domain.sending_stopped',
} as const;

/** What events tell of a domain. */
export type DomainNews = NoticeCause | 'dkim-rotated' | 'sending-stopped';

/** Tells of a domain, in the transaction of what happened to it. */
export async function recordDomainEvent(
  queries: Queries,
  news: DomainNews,
  domain: DomainEntity,
  zone: MailZone,
): Promise<void> {
  const [keyed] = await withKeys(queries, [domain]);
  const { id, status, reason, failingSince } = domain;
  const event = {
    kind: KINDS[news],
    orgId: domain.orgId,
    inboxId: null,
    resourceId: id,
    data: {
      domain_id: id,
      domain: domain.domain,
      status,
      reason,
      failing_since: failingSince,
      records: [...wrongRecords(keyed!, zone), ...nextRecord(keyed!, zone)],
    },
  };
  await recordEvents(queries, [event]);
}

/** Records that are not right, and what they are to be; of several hosts those that are missing. */
function wrongRecords({ domain, keys }: KeyedDomain, zone: MailZone) {
  const wanted = recordsOf({ ...domain, dkim: keys.signing }, zone);
  return RECORD_KEYS.flatMap((record) => {
    const { status, found = [], suggestion } = domain.results[record] ?? {};
    if (!status || status === 'ok') return [];
    return [wanted[record]].flat().map(({ type, name, value }) => ({
      ...{ record, type, name, status },
      value: suggestion ?? value,
      found: [...found],
    }));
  });
}

/** The record of the key that is to sign next, until it is seen. */
function nextRecord({ domain, keys: { next } }: KeyedDomain, zone: MailZone) {
  const { status = 'missing', found = [] } = domain.results.dkim_next ?? {};
  if (!next || status === 'ok') return [];
  const { type, name, value } = dkimRecord(next, domain.domain, zone);
  const seen = { status: status ?? ('missing' as const), found: [...found] };
  return [{ record: 'dkim_next', type, name, value, ...seen }];
}
