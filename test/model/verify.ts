import { expect } from '@jest/globals';
import type { Asking } from './asking.js';
import type { ExpectedEmail, ExpectedInbox, Tenant } from './tenant.js';

interface Row {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** Everything on the pages of a list. */
export async function listAll(ask: Asking, path: string, limit: number): Promise<Row[]> {
  const rows: Row[] = [];
  const join = path.includes('?') ? '&' : '?';
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const { status, body } = await ask('GET', `${path}${join}limit=${limit}${query}`);
    expect([path, status]).toEqual([path, 200]);
    const page = body as { data: Row[]; cursor: string | null };
    rows.push(...page.data);
    cursor = page.cursor;
  }
  return rows;
}

/** Reads all that a tenant has and holds it against what is expected. */
export async function verify(tenant: Tenant): Promise<void> {
  const { ask, inboxes, drafts, keys } = tenant;
  expect(byId(await listAll(ask, '/v1/inboxes', 10), shownInbox)).toEqual(
    sorted([...inboxes.values()].map(expectedInbox)),
  );
  expect(byId(await listAll(ask, '/v1/drafts', 10), shownDraft)).toEqual(
    sorted([...drafts.values()].map(({ id, subject }) => ({ id, subject }))),
  );
  for (const inbox of inboxes.values()) await verifyMail(ask, inbox);
  for (const { id, inboxId, ask: asKey } of keys.values())
    expect([id, (await asKey('GET', `/v1/inboxes/${inboxId}`)).status]).toEqual([id, 200]);
  for (const path of tenant.gone)
    expect([path, (await ask('GET', path)).status]).toEqual([path, 404]);
}

/** Lists newest first, as clients see it. */
export async function verifyMail(ask: Asking, { id, emails }: ExpectedInbox): Promise<void> {
  const rows = await listAll(ask, `/v1/inboxes/${id}/emails`, 10);
  expect(rows.map(shownEmail)).toEqual([...emails].reverse().map(expectedEmail));
}

const byId = <T extends { id: string }>(rows: readonly Row[], show: (row: Row) => T): T[] =>
  sorted(rows.map(show));

const sorted = <T extends { id: string }>(rows: T[]): T[] =>
  rows.sort((a, b) => (a.id < b.id ? -1 : 1));

const shownInbox = ({ id, address, display_name, status, email_count }: Row) => ({
  id,
  address,
  display_name,
  status,
  email_count,
});

const expectedInbox = ({ id, address, displayName, status, emails }: ExpectedInbox) => ({
  id,
  address,
  display_name: displayName,
  status,
  email_count: emails.length,
});

const shownDraft = ({ id, subject }: Row) => ({ id, subject });

/** A mail as a list shows it. */
const shownEmail = ({ id, is_read, otp_codes, message_id }: Row) => ({
  id,
  is_read,
  otp_codes,
  message_id,
});

/** A mail as a list has to show it. */
export const expectedEmail = ({ id, isRead, mail }: ExpectedEmail) => ({
  id,
  is_read: isRead,
  otp_codes: [mail.code],
  message_id: mail.messageId,
});
