import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createRestClient, type RestClient } from '../e2e/rest-client.js';
import type { Fleet } from './fleet.js';
import type { Ledger } from './ledger.js';
import type { Mail } from './mails.js';
import type { Inbox } from './waiters.js';

/** What was found at the end. */
export interface Findings {
  readonly copies: number;
  readonly lost: number;
  readonly repeated: number;
  readonly wrong: number;
  readonly stuck: number;
}

interface Listed {
  readonly id: string;
  readonly message_id: string;
  readonly otp_codes: readonly string[];
  readonly parse_status: string;
  readonly has_attachments: boolean;
}

interface Page {
  readonly data: readonly Listed[];
  readonly cursor: string | null;
}

// Operations, durability 5: seconds after which work that is not finished counts as stuck.
const SETTLED_WITHIN = 60;
const READERS = 8;
const LOOK_EVERY = 100;

// Mail that a killed process was reading is read by another one after a while.
const OPEN = `
SELECT (SELECT count(*) FROM outbox WHERE settled_at IS NULL)::int
  + (SELECT count(*) FROM emails WHERE parse_status = 'pending')::int AS open`;

/** Waits until all work is done; answers how many outbox rows and pending mails are stuck. */
export async function settle({ databaseUrl }: Fleet): Promise<number> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    for (const end = Date.now() + SETTLED_WITHIN * 1_000; ; await sleep(LOOK_EVERY)) {
      const { rows } = await client.query<{ open: number }>(OPEN);
      if (rows[0]!.open === 0 || Date.now() > end) return rows[0]!.open;
    }
  } finally {
    await client.end();
  }
}

/** Reads every inbox as a client would and holds it against what was accepted. */
export async function audit(
  fleet: Fleet,
  ledger: Ledger,
  inboxes: readonly Inbox[],
): Promise<Omit<Findings, 'stuck'>> {
  const client = createRestClient(fleet.rest[0]!, fleet.apiKey);
  const found = { copies: 0, lost: 0, repeated: 0, wrong: 0 };
  for (const inbox of inboxes) {
    const expected = ledger.accepted.filter(({ recipients }) => recipients.includes(inbox.address));
    const listed = await list(client, inbox.id);
    found.copies += expected.length;
    const here: { readonly email: Listed; readonly mail: Mail }[] = [];
    for (const mail of expected) {
      const emails = listed.get(mail.messageId) ?? [];
      if (emails.length === 0) found.lost += problem(ledger, `${mail.messageId} is lost`);
      if (emails.length > 1) found.repeated += problem(ledger, `${mail.messageId} is repeated`);
      here.push(...emails.map((email) => ({ email, mail })));
    }
    await inParallel(here, async ({ email, mail }) => {
      for (const text of await faults(client, email, { mail, address: inbox.address }))
        found.wrong += problem(ledger, `${mail.messageId} (${email.id}): ${text}`);
    });
  }
  return found;
}

function problem(ledger: Ledger, text: string): 1 {
  ledger.problem(text);
  return 1;
}

/** The emails of an inbox by their Message-ID. */
async function list(client: RestClient, inboxId: string): Promise<Map<string, Listed[]>> {
  const all = new Map<string, Listed[]>();
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const page: Page = await client.read(`/v1/inboxes/${inboxId}/emails?limit=100${query}`);
    for (const email of page.data)
      all.set(email.message_id, [...(all.get(email.message_id) ?? []), email]);
    cursor = page.cursor;
  }
  return all;
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const reader = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: READERS }, reader));
}

/** What is wrong with an email. */
async function faults(
  client: RestClient,
  email: Listed,
  { mail, address }: { mail: Mail; address: string },
): Promise<string[]> {
  const [raw, timeline, attachments] = await Promise.all([
    client.download(`/v1/emails/${email.id}/raw`),
    client.read<{ data: Step[] }>(`/v1/emails/${email.id}/timeline`),
    email.has_attachments ? downloadAttachments(client, email.id) : [],
  ]);
  const last = timeline.data.at(-1);
  const checks: readonly (readonly [string, boolean])[] = [
    ['its code is wrong', email.otp_codes[0] === mail.code],
    [`its parse is ${email.parse_status}`, email.parse_status === 'complete'],
    [`it was not processed: ${JSON.stringify(last)}`, isProcessed(last)],
    ['its bytes differ', mail.raw === null || isCopyOf(raw, mail.raw, address)],
    ['its attachment differs', sameFiles(attachments, mail.attachment)],
  ];
  return checks.filter(([, good]) => !good).map(([text]) => text);
}

interface Step {
  readonly step: string;
  readonly at: string | null;
  readonly outcome: string;
}

const isProcessed = (step: Step | undefined) =>
  step?.step === 'processed' && step.at !== null && step.outcome === 'ok';

const TRACE = /^Return-Path: <[^>]*>\r\nDelivered-To: (\S+)\r\nReceived: .*(?:\r\n\t.*)*\r\n$/;

/** Whether `raw` is what was sent behind the trace headers of this copy, and nothing else. */
function isCopyOf(raw: Buffer, sent: Buffer, address: string): boolean {
  const [, deliveredTo] = TRACE.exec(raw.subarray(0, -sent.length).toString('latin1')) ?? [];
  return deliveredTo === address && raw.subarray(-sent.length).equals(sent);
}

async function downloadAttachments(client: RestClient, emailId: string): Promise<Buffer[]> {
  const email = await client.read<{ attachments: { id: string }[] }>(`/v1/emails/${emailId}`);
  return Promise.all(
    email.attachments.map(({ id }) => client.download(`/v1/emails/${emailId}/attachments/${id}`)),
  );
}

const sameFiles = (found: readonly Buffer[], sent: Buffer | null) =>
  sent === null ? found.length === 0 : found.length === 1 && found[0]!.equals(sent);
