import { readFileSync } from 'node:fs';
import { newId } from '../../../src/ids.js';
import { parser } from '../../support/parser.js';
import type { Recipient } from '../../../src/store/mail/delivery.js';
import { createSenderVerifier } from '../../../src/sender/verify.js';
import { createTestDatabase } from '../../support/database.js';
import { createZone } from '../../support/dns-zone.js';
import { makeInbox } from '../../support/inboxes.js';
import { testServices } from '../../support/services.js';

/** The mail that the fixtures report on, and who most of them say it did not reach. */
export const ORDER = '<order-1@restante.example>';
export const NOBODY = 'nobody@people.example';

export interface Sent {
  readonly status?: string;
  readonly provider?: string;
  readonly messageId?: string;
  readonly providerMessageId?: string;
}

interface SendRow {
  readonly status: string;
  readonly error: string | null;
  readonly completed: boolean;
  readonly recipients: readonly { address: string; status: string; response: string }[];
}

/** A recipient in the ledger that took its mail. */
export const sentTo = (address: string, more: object = {}) => ({
  address,
  local: false,
  status: 'sent',
  response: '250 Ok',
  ...more,
});

/** The bytes of a report. */
export const fixture = (name: string): string =>
  readFileSync(new URL(`../../fixtures/bounces/${name}.eml`, import.meta.url), 'utf8').replaceAll(
    '\n',
    '\r\n',
  );

/** How a report comes in. */
export interface Coming {
  readonly mailFrom?: string;
  /** The server that hands it over; `MX` unless given. */
  readonly peer?: string;
  /** What that calls itself: the domain that the report is from unless given. */
  readonly helo?: string;
}

/** The address of all mail servers that people and firms of the fixtures have. */
export const MX = '192.0.2.1';
/** The operator's server, by which mail leaves, and its address. */
export const RELAY = { host: 'out.restante.example', address: '192.0.2.10' };

/** Which domains say where their mail comes from. */
const SENDERS = [
  ...['people.example', 'mx.people.example', 'firm.example', 'mx.firm.example'],
  'provider.example',
  ...[RELAY.host, 'mx.new.example', 'evil.test', 'amazonses.com', 'mx.nowhere.example'],
];

const domainIn = (mail: string) => /^From:.*@([\w.-]+)/m.exec(mail)?.[1] ?? 'mx';

/** Mail that comes in and is finished, on a database of its own. */
export type Reports = Awaited<ReturnType<typeof startReports>>;

export async function startReports() {
  const test = await createTestDatabase();
  const { database, drop } = test;
  const dns = createZone();
  for (const domain of SENDERS) dns.publish(domain, `v=spf1 ip4:${MX} -all`);
  // Without the cache, which would remember that there was no answer.
  const verifier = createSenderVerifier({ ask: dns.ask, reachable: async () => true });
  const lookup = async (name: string) => (name === RELAY.host ? [RELAY.address] : []);
  const relay = { host: RELAY.host, lookup };
  const { requests, background } = testServices(test, {
    parser,
    verifier,
    relay,
  });
  const { processing, pending } = background;
  const busy = testServices(test, { parser: { parse: async () => null } }).requests.inbound;

  /** Accepts a mail. */
  async function arrive(
    mail: string,
    inbox: Recipient,
    coming: Coming = {},
    by = requests.inbound,
  ) {
    const { mailFrom = '', peer = MX, helo = domainIn(mail) } = coming;
    const source = { protocol: 'ESMTP', remoteAddress: peer, helo, id: 's' };
    const raw = Buffer.from(mail);
    const [id] = await by.accept({ mailFrom, recipients: [inbox], raw, source });
    return id!;
  }

  const run = { workflowId: 'processInbound:x', attempt: 1 };
  const process = (id: string) => processing.process([id], run);

  async function ledger(id: string): Promise<SendRow> {
    const [row] = await database.query<SendRow>(
      `SELECT status, error, completed_at IS NOT NULL AS completed, recipients
       FROM sends WHERE email_id = $1`,
      [id],
    );
    return row!;
  }

  return {
    database,
    drop,
    dns,
    arrive,
    process,
    retrySenders: () => processing.retrySenders('verifySenders:all'),
    finishPending: () => pending.finish(),
    processLate: (id: string) => processing.verifyLate([id], run),
    ledger,
    makeInbox: (options?: Parameters<typeof makeInbox>[1]) => makeInbox(database, options),

    /** Accepts mails that nobody has the time to read. */
    busy,

    /** A mail in the ledger, as it stands after it was handed over. */
    async send(
      inbox: Recipient,
      recipients: readonly object[],
      { status = 'sent', provider = 'SMTP', messageId = ORDER, providerMessageId }: Sent = {},
    ): Promise<string> {
      const id = newId('eml');
      await database.query(SEND, [
        id,
        inbox.orgId,
        inbox.inboxId,
        inbox.address,
        messageId,
        status,
        JSON.stringify(recipients),
        providerMessageId ?? null,
        provider,
      ]);
      return id;
    },

    /** Accepts a mail and finishes it. */
    async receive(mail: string, inbox: Recipient, coming?: Coming): Promise<string> {
      const id = await arrive(mail, inbox, coming);
      await process(id);
      return id;
    },

    async statuses(id: string): Promise<string> {
      return (await ledger(id)).recipients.map(({ status }) => status).join();
    },

    async suppressed(orgId: string): Promise<string[]> {
      const rows = await database.query<{ address: string; reason: string }>(
        'SELECT address, reason FROM suppressions WHERE org_id = $1 ORDER BY address',
        [orgId],
      );
      return rows.map(({ address, reason }) => `${address}: ${reason}`);
    },

    /** What was told of reports. */
    async events(orgId: string): Promise<unknown[]> {
      const rows = await database.query<{ body: string }>(
        `SELECT body FROM events WHERE org_id = $1
           AND kind IN ('email.bounced', 'email.delivered', 'suppression.added') ORDER BY seq`,
        [orgId],
      );
      return rows.map(({ body }) => (JSON.parse(body) as { data: unknown }).data);
    },

    reportsOf: (sendId: string) =>
      database.query('SELECT * FROM delivery_reports WHERE email_id = $1', [sendId]),
  };
}

const SEND = `
WITH counter AS (
  UPDATE inbox_counters SET next_uid = next_uid + 1 WHERE inbox_id = $3
  RETURNING next_uid - 1 AS uid
), message AS (
  INSERT INTO stored_messages (raw, trace) VALUES ('', '') RETURNING id
), email AS (
  INSERT INTO emails (id, org_id, inbox_id, uid, stored_message_id, thread_id, direction,
    status, parse_status, envelope_from, delivered_to, message_id, size, received_at, accepted_at)
  SELECT $1, $2, $3, counter.uid, message.id, 'thr_1', 'outbound', 'outbound', 'complete', $4, '',
    $5, 1, now(), now() FROM counter, message)
INSERT INTO sends (email_id, org_id, inbox_id, status, recipients, provider_message_id, provider)
VALUES ($1, $2, $3, $6, $7, $8, $9)`;
