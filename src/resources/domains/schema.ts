import { z } from 'zod';
import { domainToUnicode } from 'node:url';
import { QUOTAS, LIMITS } from '../../operations/limits.js';
import { label, page, paging, timestamp, untrusted, whole } from '../../operations/shapes.js';
import { toWire, type FromWire } from '../../operations/wire.js';
import { parseStrictAddress } from '../../mail/mime/strict-address.js';
import type { DomainEntity, RecordResult } from './entities.js';
import {
  dkimRecord,
  keyText,
  RECORD_KEYS,
  recordsOf,
  type DomainRecord,
  type MailZone,
} from './records.js';
import type { PublicKey } from './store.js';
import type { DomainChangeRow, DomainView } from './view.js';

/** Any string: what does not exist is 404, not 400. */
export const domainPath = z.object({ id: z.string() });

/** A domain that is added. */
export const newDomain = z.object({ domain: label(253) });

const format = z
  .enum(['object', 'array'])
  .default('object')
  .describe('How `dns_records` is shown: by the names of the records, or as one list.');

/** The page of a list of domains. */
export const domainQuery = z.object({ ...paging, format });

/** What a client reads, and how long it waits for a change. */
export const domainReading = domainPath.extend({
  timeout: whole(0, LIMITS.wait_seconds.max)
    .default(0)
    .describe('Seconds to wait until something about the domain changes.'),
  format,
});

const address = z
  .string()
  .max(320)
  .refine((text) => parseStrictAddress(text)?.name === null, 'must hold email addresses')
  .toLowerCase();

/** What of a domain can change. */
export const domainChange = domainPath.extend({
  catch_all_inbox_id: z
    .string()
    .nullish()
    .describe('An inbox of the domain that gets mail for unknown addresses; null: nobody does.'),
  notify: z
    .array(address)
    .max(QUOTAS.notified_of_domain)
    .optional()
    .describe('Who gets a mail when the domain begins to fail, fails or recovers.'),
  subdomains: z
    .enum(['own', 'any'])
    .optional()
    .describe('Whether other organizations may hold names below it.'),
  sending: z.literal('on').optional().describe('Lets mail leave again that was stopped.'),
});

/** Which changes of records are read. */
export const historyQuery = domainPath.extend(paging);

const recordStatus = z
  .enum(['ok', 'missing', 'mismatch', 'duplicate'])
  .nullable()
  .describe('null: resolvers have not agreed on it yet');

const record = z.object({
  type: z.enum(['TXT', 'MX', 'CNAME']),
  name: z.string(),
  value: z.string(),
  priority: z.number().int().optional(),
  status: recordStatus,
  // Whoever serves the zone wrote what is in it, and what is made of that.
  found: untrusted(z.array(z.string())),
  alternative: z
    .object({ type: z.literal('TXT'), value: z.string() })
    .optional()
    .describe('What may stand at the same name instead, for DNS hosts that take no alias there.'),
  suggestion: untrusted(
    z.string().optional().describe('What to publish in place of what is there.'),
  ),
  detail: untrusted(z.string().optional()),
  error: untrusted(z.string().optional().describe('Why the last look came to nothing.')),
  remembered_until: z
    .string()
    .optional()
    .describe('Until when resolvers may remember that there is nothing.'),
});

const recordObject = z.object({
  verification: record,
  mx: z.array(record),
  spf: record,
  dkim: record,
  dmarc: record,
});

const listedRecord = record.omit({ name: true }).extend({ host: z.string() });

const moreRecords = z.object({
  dkim_txt: record.describe('The key itself, for DNS hosts that take no alias there.'),
  dkim_next: record.optional().describe('The key that is to sign next.'),
  dkim_next_txt: record.optional().describe('That key itself, where no alias is taken.'),
});

const checks = z.object({
  verification: z.boolean(),
  mx: z.boolean(),
  spf: z.boolean(),
  dkim: z.boolean(),
  dmarc: z.boolean(),
});

const figures = z.object({
  reason: z.enum(['bounces', 'complaints']),
  mails: z.number().int(),
  count: z.number().int(),
  at: z.string(),
});

/** A domain. */
export const domain = z.object({
  id: z.string(),
  domain: z.string(),
  unicode: z.string(),
  status: z.enum(['PENDING', 'ACTIVE', 'DEGRADED', 'FAILED']),
  // It says what was found in the zone.
  reason: untrusted(z.string().nullable().describe('What is wrong, in a sentence.')),
  dns_records: z.union([recordObject, z.array(listedRecord)]),
  more_records: moreRecords,
  checks,
  conflicts: z.array(
    z.object({
      record: z.string(),
      host: untrusted(z.string()),
      suggestion: untrusted(z.string()),
    }),
  ),
  dkim: z.object({ selector: z.string(), key_visible: z.boolean().nullable() }),
  catch_all_inbox_id: z.string().nullable(),
  notify: z.array(z.string()),
  subdomains: z.enum(['own', 'any']),
  sending: z.enum(['on', 'stopped']),
  sending_stopped: figures.nullable(),
  checked_at: timestamp.nullable(),
  next_check_at: timestamp.nullable(),
  failing_since: timestamp.nullable(),
  verified_at: timestamp.nullable(),
  workflow_id: z.string(),
  created_at: timestamp,
});

/** Domains, newest first. */
export const domainPage = page(domain);

/** A zone file. */
export const zoneFileQuery = domainPath;

const testimony = z.object({
  resolver: z.string(),
  status: z.string().nullable(),
  found: untrusted(z.array(z.string())),
  error: untrusted(z.string().nullable()),
});

/** Changes of records, newest first. */
export const historyPage = page(
  z.object({
    record: z.string(),
    was: z.string().nullable(),
    status: z.string(),
    answers: z.array(testimony),
    at: timestamp,
  }),
);

const NOTHING_KNOWN: RecordResult = { status: null, found: [] };

/** What is told of a domain as a whole is left out by the schema. */
const presentRecord = (
  wanted: DomainRecord,
  result: RecordResult = NOTHING_KNOWN,
): z.input<typeof record> => ({ ...wanted, ...result, found: [...result.found] });

/** What stands in place of the alias of a key. */
const keyItself = ({ publicKey }: PublicKey) =>
  ({ type: 'TXT', value: keyText(publicKey) }) as const;

function presentRecords({ domain: row, keys, zone }: DomainView): z.input<typeof recordObject> {
  const { results } = row;
  const wanted = recordsOf({ ...row, dkim: keys.signing }, zone);
  return {
    verification: presentRecord(wanted.verification, results.verification),
    mx: wanted.mx.map((one) => presentRecord(one, results.mx)),
    spf: presentRecord(wanted.spf, results.spf),
    dkim: { ...presentRecord(wanted.dkim, results.dkim), alternative: keyItself(keys.signing) },
    dmarc: presentRecord(wanted.dmarc, results.dmarc),
  };
}

function presentMore({ domain: row, keys, zone }: DomainView): z.input<typeof moreRecords> {
  const { dkim, dkim_next } = row.results;
  const alias = (key: PublicKey) => dkimRecord(key, row.domain, zone);
  const text = (key: PublicKey): DomainRecord => ({ ...alias(key), ...keyItself(key) });
  return {
    dkim_txt: presentRecord(text(keys.signing), dkim),
    ...(keys.next && {
      dkim_next: {
        ...presentRecord(alias(keys.next), dkim_next),
        alternative: keyItself(keys.next),
      },
      dkim_next_txt: presentRecord(text(keys.next), dkim_next),
    }),
  };
}

/** A host that takes the mail of the domain though it is not ours. */
function conflictsOf({ results }: DomainEntity, zone: MailZone, suggestion: string) {
  const hosts = (results.mx?.found ?? []).map((found) => found.split(' ')[1] ?? found);
  return hosts
    .filter((host) => !zone.mxHosts.includes(host))
    .map((host) => ({ record: 'mx', host, suggestion }));
}

/** A domain as clients see it. */
export function presentDomain(
  view: DomainView,
  shape: z.output<typeof format> = 'object',
): z.input<typeof domain> {
  const { domain: row, keys, zone } = view;
  const records = presentRecords(view);
  return {
    ...toWire(row),
    unicode: domainToUnicode(row.domain),
    dns_records: shape === 'array' ? listed(records) : records,
    more_records: presentMore(view),
    checks: presentChecks(row),
    conflicts: conflictsOf(row, zone, view.proposedSubdomain),
    dkim: { selector: keys.signing.selector, key_visible: row.results.dkim?.key_visible ?? null },
    next_check_at: row.nextLookAt,
    workflow_id: view.workflowId,
  };
}

const listed = (records: z.input<typeof recordObject>) =>
  RECORD_KEYS.flatMap((key) => records[key]).map(({ name: host, ...rest }) => ({ host, ...rest }));

const presentChecks = ({ results }: DomainEntity): z.input<typeof checks> => {
  const isOk = (key: (typeof RECORD_KEYS)[number]) => results[key]?.status === 'ok';
  return {
    verification: isOk('verification'),
    mx: isOk('mx'),
    spf: isOk('spf'),
    dkim: isOk('dkim'),
    dmarc: isOk('dmarc'),
  };
};

/** A change of a record, as clients see it. */
export const presentChange = ({ record, was, status, answers, at }: DomainChangeRow) => ({
  record,
  was,
  status,
  at,
  answers: answers.map(({ resolver, verdict, error }) => ({
    resolver,
    status: verdict?.status ?? null,
    found: [...(verdict?.found ?? [])],
    error,
  })),
});

/** A change of a domain, as the service takes it; what is undefined stays. */
export type DomainChange = Partial<FromWire<Omit<z.output<typeof domainChange>, 'id'>>>;
