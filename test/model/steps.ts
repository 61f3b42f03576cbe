import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { Asking, Definite } from './asking.js';
import type { ExpectedEmail, ExpectedInbox, SentMail, Tenant } from './tenant.js';
import { listAll, verifyMail } from './verify.js';
import type { World } from './world.js';

/** Something a tenant does; it holds each answer against what is expected. False where there was nothing to do it to. */
type Step = (world: World, tenant: Tenant, other: Tenant) => Promise<boolean>;

const done = true;
const MAX_RECIPIENTS = 3;
// Milliseconds.
const ASK_AGAIN = 50;

/** An answer's path and status, so that a failure says what was asked. */
async function expectStatus(
  ask: Asking,
  [method, path, body]: readonly [string, string, unknown?],
  ...allowed: readonly number[]
): Promise<Definite> {
  const answer = await ask(method, path, body);
  const isAllowed =
    allowed.includes(answer.status) ||
    // The attempt before it had its effect, and its answer was lost.
    (method === 'DELETE' && answer.wasRepeated && answer.status === 404);
  if (!isAllowed)
    expect({ method, path, status: answer.status, body: answer.body }).toEqual({ status: allowed });
  return answer;
}

const pickInbox = ({ random }: World, { inboxes }: Tenant): ExpectedInbox | undefined =>
  random.pick([...inboxes.values()]);

function pickEmail(
  { random }: World,
  { inboxes }: Tenant,
): { inbox: ExpectedInbox; email: ExpectedEmail } | undefined {
  const all = [...inboxes.values()].flatMap((inbox) =>
    inbox.emails.map((email) => ({ inbox, email })),
  );
  return random.pick(all);
}

const createInbox: Step = async (world, { ask, inboxes }) => {
  const displayName = world.random.chance(0.5) ? `Name ${world.nextCode()}` : null;
  const given = displayName === null ? {} : { display_name: displayName };
  const { body } = await expectStatus(ask, ['POST', '/v1/inboxes', given], 201);
  const { id, address } = body as { id: string; address: string };
  inboxes.set(id, { id, address, displayName, status: 'ACTIVE', emails: [] });
  return done;
};

const renameInbox: Step = async (world, tenant) => {
  const inbox = pickInbox(world, tenant);
  if (!inbox) return false;
  inbox.displayName = `Name ${world.nextCode()}`;
  const change = { display_name: inbox.displayName };
  await expectStatus(tenant.ask, ['PATCH', `/v1/inboxes/${inbox.id}`, change], 200);
  return done;
};

const pauseOrResume: Step = async (world, tenant) => {
  const inbox = pickInbox(world, tenant);
  if (!inbox) return false;
  inbox.status = inbox.status === 'ACTIVE' ? 'PAUSED' : 'ACTIVE';
  const change = { status: inbox.status };
  await expectStatus(tenant.ask, ['PATCH', `/v1/inboxes/${inbox.id}`, change], 200);
  return done;
};

const deleteInbox: Step = async (world, tenant) => {
  const inbox = pickInbox(world, tenant);
  if (!inbox) return false;
  await removeInbox(tenant, inbox);
  return done;
};

/** Deletes an inbox, and with it what belongs to it. */
export async function removeInbox(tenant: Tenant, { id, emails }: ExpectedInbox): Promise<void> {
  await expectStatus(tenant.ask, ['DELETE', `/v1/inboxes/${id}`], 204);
  tenant.inboxes.delete(id);
  tenant.gone.push(`/v1/inboxes/${id}`, ...emails.map((email) => `/v1/emails/${email.id}`));
  for (const draft of tenant.drafts.values())
    if (draft.inboxId === id) tenant.drafts.delete(draft.id);
  for (const key of tenant.keys.values()) if (key.inboxId === id) tenant.keys.delete(key.id);
}

/** Mail to inboxes of both tenants at once. */
const postInboundMail: Step = async (world) => {
  const { random, tenants, mails } = world;
  const all = tenants.flatMap(({ ask, inboxes }) =>
    [...inboxes.values()].map((inbox) => ({ ask, inbox })),
  );
  const owners = random.sample(all, 1 + random.below(MAX_RECIPIENTS));
  const inboxes = owners.map(({ inbox }) => inbox);
  if (inboxes.length === 0) return false;
  const code = world.nextCode();
  const mail = {
    messageId: `<${code}@northwind.example>`,
    code,
    to: inboxes.map((i) => i.address),
  };
  const ids = await postInbound(world, mail);
  for (const [index, { ask }] of owners.entries()) await parsed(ask, ids[index]!);
  const sent: SentMail = { ...mail, ids };
  mails.push(sent);
  inboxes.forEach((inbox, index) =>
    inbox.emails.push({ id: ids[index]!, mail: sent, isRead: false }),
  );
  return done;
};

/** Resolves once a mail was looked through: on a busy machine that may be after it was accepted. */
async function parsed(ask: Asking, id: string): Promise<void> {
  const { body } = await expectStatus(ask, ['GET', `/v1/emails/${id}`], 200);
  if ((body as { parse_status: string }).parse_status !== 'pending') return;
  await sleep(ASK_AGAIN);
  return parsed(ask, id);
}

async function postInbound(
  { postInbound: ask }: World,
  { messageId, code, to }: Omit<SentMail, 'ids'>,
): Promise<string[]> {
  const mail = {
    from: 'no-reply@northwind.example',
    to,
    subject: 'Confirm your address',
    text: `Welcome!\n\nYour verification code is ${code}\n`,
    headers: { 'Message-ID': messageId },
  };
  const { body } = await expectStatus(ask, ['POST', '/v1/inbound', mail], 202);
  return (body as { ids: string[] }).ids;
}

/** The same mail again is the mail that is there. */
const postInboundAgain: Step = async (world) => {
  const { random, tenants, mails } = world;
  const there = new Set(
    tenants.flatMap(({ inboxes }) =>
      [...inboxes.values()].flatMap((i) => i.emails.map((e) => e.id)),
    ),
  );
  const mail = random.pick(mails.filter(({ ids }) => ids.every((id) => there.has(id))));
  if (!mail) return false;
  expect(await postInbound(world, mail)).toEqual(mail.ids);
  return done;
};

const readMail: Step = async (world, tenant) => {
  const { inbox, email } = pickEmail(world, tenant) ?? {};
  if (!inbox || !email) return false;
  const { body } = await expectStatus(tenant.ask, ['GET', `/v1/emails/${email.id}`], 200);
  expect(body).toMatchObject({
    id: email.id,
    inbox_id: inbox.id,
    is_read: email.isRead,
    message_id: email.mail.messageId,
    otp_codes: [email.mail.code],
  });
  return done;
};

const markRead: Step = async (world, tenant) => {
  const { email } = pickEmail(world, tenant) ?? {};
  if (!email) return false;
  email.isRead = world.random.chance(0.7);
  const change = { is_read: email.isRead };
  await expectStatus(tenant.ask, ['PATCH', `/v1/emails/${email.id}`, change], 200);
  return done;
};

const deleteMail: Step = async (world, tenant) => {
  const { inbox, email } = pickEmail(world, tenant) ?? {};
  if (!inbox || !email) return false;
  await expectStatus(tenant.ask, ['DELETE', `/v1/emails/${email.id}`], 200);
  inbox.emails = inbox.emails.filter(({ id }) => id !== email.id);
  tenant.gone.push(`/v1/emails/${email.id}`);
  return done;
};

const listMail: Step = async (world, tenant) => {
  const inbox = pickInbox(world, tenant);
  if (!inbox) return false;
  await verifyMail(tenant.ask, inbox);
  return done;
};

const readCode: Step = async (world, tenant) => {
  const inbox = pickInbox(world, tenant);
  if (!inbox) return false;
  const path = `/v1/inboxes/${inbox.id}/otp?timeout=1&since=2020-01-01T00:00:00Z`;
  if (inbox.status === 'PAUSED') {
    await expectStatus(tenant.ask, ['GET', path], 503);
    return done;
  }
  // Mail that came while the inbox was paused is announced by a run: it may be the newest, or not yet.
  const codes = inbox.emails.map(({ mail }) => mail.code);
  const { status, body } = await expectStatus(tenant.ask, ['GET', path], 200, 204);
  if (status === 200) expect(codes).toContain((body as { code: string }).code);
  return done;
};

/** Search finds a code in one's own mail, and nothing in the other's. */
const searchMail: Step = async (world, tenant, other) => {
  const own = pickEmail(world, tenant)?.email;
  const theirs = pickEmail(world, other)?.email;
  for (const email of [own, theirs]) {
    if (!email) continue;
    const holders = [...tenant.inboxes.values()].flatMap(({ emails }) =>
      emails.filter(({ mail }) => mail === email.mail).map(({ id }) => id),
    );
    const found = await listAll(tenant.ask, `/v1/emails?q=${email.mail.code}`, 2);
    expect(found.map(({ id }) => id).sort()).toEqual(holders.sort());
  }
  return Boolean(own ?? theirs);
};

const createDraft: Step = async (world, tenant) => {
  const inbox = pickInbox(world, tenant);
  if (!inbox) return false;
  const subject = `Draft ${world.nextCode()}`;
  const draft = { inbox_id: inbox.id, subject, text: 'Hello' };
  const { body } = await expectStatus(tenant.ask, ['POST', '/v1/drafts', draft], 201);
  const { id } = body as { id: string };
  tenant.drafts.set(id, { id, inboxId: inbox.id, subject });
  return done;
};

const changeDraft: Step = async (world, tenant) => {
  const draft = world.random.pick([...tenant.drafts.values()]);
  if (!draft) return false;
  draft.subject = `Draft ${world.nextCode()}`;
  const change = { subject: draft.subject };
  await expectStatus(tenant.ask, ['PATCH', `/v1/drafts/${draft.id}`, change], 200);
  return done;
};

const deleteDraft: Step = async (world, tenant) => {
  const draft = world.random.pick([...tenant.drafts.values()]);
  if (!draft) return false;
  await expectStatus(tenant.ask, ['DELETE', `/v1/drafts/${draft.id}`], 200);
  tenant.drafts.delete(draft.id);
  tenant.gone.push(`/v1/drafts/${draft.id}`);
  return done;
};

const bindKey: Step = async (world, tenant) => {
  const inbox = pickInbox(world, tenant);
  if (!inbox) return false;
  const path = `/v1/inboxes/${inbox.id}/api-keys`;
  const { body } = await expectStatus(tenant.ask, ['POST', path, { name: 'bound' }], 201);
  const { id, api_key: key } = body as { id: string; api_key: string };
  tenant.keys.set(id, { id, inboxId: inbox.id, ask: world.askWith(key) });
  return done;
};

/** A bound key reaches its inbox and nothing beside it. */
const useBoundKey: Step = async (world, tenant) => {
  const key = world.random.pick([...tenant.keys.values()]);
  if (!key) return false;
  const listed = await listAll(key.ask, '/v1/inboxes', 10);
  expect(listed.map(({ id }) => id)).toEqual([key.inboxId]);
  const beside = [...tenant.inboxes.values()].find(({ id }) => id !== key.inboxId);
  if (beside) await expectStatus(key.ask, ['GET', `/v1/inboxes/${beside.id}`], 403);
  const [email] = beside?.emails ?? [];
  if (email) await expectStatus(key.ask, ['GET', `/v1/emails/${email.id}`], 403);
  return done;
};

const revokeKey: Step = async (world, tenant) => {
  const key = world.random.pick([...tenant.keys.values()]);
  if (!key) return false;
  await expectStatus(tenant.ask, ['DELETE', `/v1/orgs/me/api-keys/${key.id}`], 200);
  tenant.keys.delete(key.id);
  await expectStatus(key.ask, ['GET', `/v1/inboxes/${key.inboxId}`], 401);
  return done;
};

/** Whatever the other has is refused, and stays as it is: what is expected of it does not change. */
const trespass: Step = async (world, { ask }, other) => {
  const inbox = pickInbox(world, other);
  const email = pickEmail(world, other)?.email;
  const draft = world.random.pick([...other.drafts.values()]);
  const attempts: readonly (readonly [string, string, unknown?])[] = [
    ...(inbox
      ? ([
          ['GET', `/v1/inboxes/${inbox.id}`],
          ['PATCH', `/v1/inboxes/${inbox.id}`, { display_name: 'mine' }],
          ['DELETE', `/v1/inboxes/${inbox.id}`],
          ['GET', `/v1/inboxes/${inbox.id}/emails`],
          ['GET', `/v1/inboxes/${inbox.id}/otp?timeout=1`],
          ['POST', `/v1/inboxes/${inbox.id}/api-keys`, { name: 'mine' }],
          ['POST', '/v1/drafts', { inbox_id: inbox.id, subject: 'mine' }],
          ['GET', `/v1/emails?inbox_id=${inbox.id}`],
        ] as const)
      : []),
    ...(email
      ? ([
          ['GET', `/v1/emails/${email.id}`],
          ['GET', `/v1/emails/${email.id}/raw`],
          ['PATCH', `/v1/emails/${email.id}`, { is_read: true }],
          ['DELETE', `/v1/emails/${email.id}`],
        ] as const)
      : []),
    ...(draft ? ([['DELETE', `/v1/drafts/${draft.id}`]] as const) : []),
  ];
  for (const attempt of attempts) await expectStatus(ask, attempt, 403);
  return attempts.length > 0;
};

/** The steps; what stands there twice happens twice as often. */
export const STEPS: readonly (readonly [string, Step])[] = Object.entries({
  createInbox,
  renameInbox,
  pauseOrResume,
  deleteInbox,
  postInboundMail,
  postInboundMore: postInboundMail,
  postInboundMost: postInboundMail,
  postInboundAgain,
  readMail,
  markRead,
  deleteMail,
  listMail,
  readCode,
  searchMail,
  createDraft,
  changeDraft,
  deleteDraft,
  bindKey,
  useBoundKey,
  revokeKey,
  trespass,
});
