import { simpleParser } from 'mailparser';
import type { Inbox } from '../../e2e/mail.js';
import { drive, make, nothing } from '../gated/driving.js';
import type { Attack, Problem, Story } from '../gated/story.js';
import type { Step } from './gates.js';
import type { Scene } from './scene.js';

/** A mail, or several of a bulk send, that wait for somebody. */
interface Waiting {
  readonly inbox: Inbox;
  /** Of the mail, or of the bulk send. */
  readonly id: string;
  readonly approvalId: string;
  readonly recipients: readonly string[];
  readonly approver: string;
}

interface Asked {
  readonly id: string;
  readonly status: string;
  readonly approval_id: string;
}

/** What becomes of it. */
type Ended = 'sent' | 'cancelled';

/** A new inbox whose mail is counted by the day, and all waits for one approver. */
async function makeInbox(scene: Scene): Promise<{ inbox: Inbox; approver: string }> {
  const inbox = await make<Inbox>(scene.client, '/v1/inboxes', {});
  const approver = `${inbox.id}@approvers.example`;
  await set(scene, 'PATCH', `/v1/inboxes/${inbox.id}`, { daily_send_limit: 100 });
  const policy = { sends: 'always', approvers: [approver] };
  await set(scene, 'PUT', `/v1/approval-policy?inbox_id=${inbox.id}`, policy);
  return { inbox, approver };
}

/** Sets something until it is so. */
async function set({ client }: Scene, method: string, path: string, body: object): Promise<void> {
  let status = 0;
  await drive(
    async () => {
      ({ status } = await client.call(method, path, { body }));
    },
    async () => status === 200,
    `${method} ${path}`,
  );
}

async function sendOne(scene: Scene): Promise<Waiting> {
  const { inbox, approver } = await makeInbox(scene);
  const to = `${inbox.id}@elsewhere.example`;
  const message = { to, subject: 'Offer', text: 'Would you like it?' };
  const asked = await make<Asked>(scene.client, `/v1/inboxes/${inbox.id}/send`, message);
  return { inbox, id: asked.id, approvalId: asked.approval_id, recipients: [to], approver };
}

const IN_BULK = 5;

async function sendBulk(scene: Scene): Promise<Waiting> {
  const { inbox, approver } = await makeInbox(scene);
  const recipients = Array.from(
    { length: IN_BULK },
    (_, n) => `${n}.${inbox.id}@elsewhere.example`,
  );
  const messages = recipients.map((to) => ({ to, subject: 'Offer', text: 'Would you like it?' }));
  const { id } = await make<Asked>(scene.client, '/v1/send/bulk', { inbox_id: inbox.id, messages });
  let approvalId = '';
  await drive(
    async () => {
      const { data } = await scene.client.read<{ data: { id: string; resource_id: string }[] }>(
        `/v1/approvals?status=PENDING&inbox_id=${inbox.id}`,
      );
      approvalId = data.find(({ resource_id }) => resource_id === id)?.id ?? '';
    },
    async () => approvalId !== '',
    'an approval of a bulk send',
  );
  return { inbox, id, approvalId, recipients, approver };
}

/** Decides until that is done; where the process died that did it, it is 409 then. */
const decide = async ({ client }: Scene, path: string): Promise<void> => {
  let status = 0;
  await drive(
    async () => {
      ({ status } = await client.call('POST', path, { body: {} }));
    },
    async () => status === 200 || status === 409,
    `POST ${path}`,
  );
};
const approve = (scene: Scene, { approvalId }: Waiting) =>
  decide(scene, `/v1/approvals/${approvalId}/approve`);

// Milliseconds until the mail to an approver is given up: one that was being handed over in a kill may be lost.
const TOLD_WITHIN = 60_000;

/** Decides by the link in the mail to the approver; by key where that mail got lost in a kill. */
async function approveByLink(scene: Scene, waiting: Waiting): Promise<void> {
  const until = Date.now() + TOLD_WITHIN;
  const isTold = async () => scene.mailTo(waiting.approver).length > 0 || Date.now() > until;
  await drive(nothing, isTold, 'a mail to an approver');
  const [notice] = scene.mailTo(waiting.approver);
  if (!notice) return approve(scene, waiting);
  const { text } = await simpleParser(notice.data);
  const link = /https?:\S+/.exec(text!)![0];
  let status = 0;
  await drive(
    async () => {
      const body = new URLSearchParams({ decision: 'approve' });
      ({ status } = await fetch(link, { method: 'POST', body }));
    },
    async () => status === 200 || status === 409,
    'a decision by link',
  );
}

/** Nobody decides, and the time is up. */
const letExpire = async ({ database }: Scene, { approvalId }: Waiting): Promise<void> => {
  await database.query(
    `UPDATE approvals SET expires_at = now() - interval '1 second' WHERE id = $1`,
    [approvalId],
  );
};

const OPEN = ['awaiting_approval', 'queued', 'sending'];

async function statusesOf({ database }: Scene, { inbox }: Waiting): Promise<readonly string[]> {
  const { rows } = await database.query<{ status: string }>(
    `SELECT s.status FROM sends s WHERE s.inbox_id = $1`,
    [inbox.id],
  );
  return rows.map(({ status }) => status);
}

/** What was decided is what became of all its mails, each of which left once or not at all. */
async function check(
  scene: Scene,
  waiting: Waiting,
  ended: Ended,
  problem: Problem,
): Promise<void> {
  const { approvalId, recipients, approver } = waiting;
  const statuses = await statusesOf(scene, waiting);
  const allowed = ended === 'sent' ? ['sent', 'unknown'] : [ended];
  if (statuses.length !== recipients.length)
    problem(`${approvalId}: ${statuses.length} mails in place of ${recipients.length}`);
  for (const status of statuses)
    if (!allowed.includes(status)) problem(`${approvalId}: a mail is ${status}`);
  const left = recipients.map((to) => scene.mailTo(to).length);
  const least = statuses.filter((status) => status === 'sent').length;
  const sum = left.reduce((all, one) => all + one, 0);
  if (Math.max(...left) > 1 || sum < least || (ended === 'cancelled' && sum > 0))
    problem(`${approvalId}: ${sum} mails left, ${least} are said to be sent`);
  if (scene.mailTo(approver).length > 1) problem(`${approvalId}: its approver was told twice`);
  await checkTold(scene, waiting, problem);
  await checkQuota(scene, waiting, ended, problem);
}

async function checkTold({ database }: Scene, { approvalId }: Waiting, problem: Problem) {
  for (const kind of ['approval.requested', 'approval.decided']) {
    const { rowCount } = await database.query(
      'SELECT FROM events WHERE resource_id = $1 AND kind = $2',
      [approvalId, kind],
    );
    if (rowCount !== 1) problem(`${approvalId}: ${kind} was told ${rowCount} times`);
  }
}

/** What was cancelled counts no more. */
async function checkQuota(
  { database }: Scene,
  { inbox, approvalId, recipients }: Waiting,
  ended: Ended,
  problem: Problem,
): Promise<void> {
  const { rows } = await database.query<{ used: number }>(
    'SELECT coalesce(sum(used), 0)::int AS used FROM daily_sends WHERE inbox_id = $1',
    [inbox.id],
  );
  const expected = ended === 'sent' ? recipients.length : 0;
  if (rows[0]!.used !== expected)
    problem(`${approvalId}: the day counts ${rows[0]!.used} mails in place of ${expected}`);
}

interface Deciding {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly send?: (scene: Scene) => Promise<Waiting>;
  readonly decide: (scene: Scene, waiting: Waiting) => Promise<void>;
  readonly ended: Ended;
}

const deciding = ({
  send = sendOne,
  decide: decideAbout,
  ended,
  ...of
}: Deciding): Story<Scene, Step> => ({
  ...of,
  async tell(scene: Scene, attack: Attack, problem: Problem) {
    const attacked = await attack();
    const waiting = await send(scene);
    const before = await statusesOf(scene, waiting);
    if (before.some((status) => status !== 'awaiting_approval'))
      problem(`${waiting.approvalId}: before the decision a mail is ${before.join()}`);
    await decideAbout(scene, waiting);
    const isOver = async () =>
      (await statusesOf(scene, waiting)).every((status) => !OPEN.includes(status));
    await drive(nothing, isOver, `the end of ${waiting.id}`);
    await attacked();
    await check(scene, waiting, ended, problem);
  },
});

/** Mail that waits, and what may become of it. */
export const STORIES = [
  deciding({
    name: 'a mail that is approved',
    steps: [
      'somebody is asked about a mail',
      'it is approved',
      'an attempt at it begins',
      'its outcome is written',
    ],
    decide: approve,
    ended: 'sent',
  }),
  deciding({
    name: 'a mail that is approved by link',
    steps: ['its approvers are told', 'it is approved by link'],
    decide: approveByLink,
    ended: 'sent',
  }),
  deciding({
    name: 'a mail that is rejected',
    steps: ['it is rejected'],
    decide: (scene, { approvalId }) => decide(scene, `/v1/approvals/${approvalId}/reject`),
    ended: 'cancelled',
  }),
  deciding({
    name: 'a mail that nobody decides about',
    steps: ['nobody decides in time'],
    decide: letExpire,
    ended: 'cancelled',
  }),
  deciding({
    name: 'a mail that is cancelled',
    steps: ['it is cancelled'],
    decide: (scene, { id }) => decide(scene, `/v1/emails/${id}/cancel`),
    ended: 'cancelled',
  }),
  deciding({
    name: 'a bulk send that is approved',
    steps: ['somebody is asked about a bulk send', 'a bulk send is approved'],
    send: sendBulk,
    decide: approve,
    ended: 'sent',
  }),
];
