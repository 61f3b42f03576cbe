import type { Inbox } from '../../e2e/mail.js';
import { drive, make, nothing } from '../gated/driving.js';
import { receive } from '../gated/receiving.js';
import type { Problem, Story } from '../gated/story.js';
import {
  act,
  becomes,
  begin,
  checkCount,
  checkHappened,
  checkTold,
  makeInbox,
  receiveCode,
} from './acts.js';
import type { Step } from './gates.js';
import type { Scene } from './scene.js';

const waitIn = ({ id }: Inbox, input: object = {}) => ({
  ...{ type: 'wait_for_email', inbox_id: id },
  input: { kind: 'otp', ...input },
});

const checkWaits = (scene: Scene, id: string, status: string, problem: Problem) =>
  checkCount(
    scene,
    {
      what: `waits of ${id} that are ${status}`,
      expected: 1,
      query: ['SELECT FROM durable_waits WHERE task_id = $1 AND status = $2', id, status],
    },
    problem,
  );

const isUndone = ({ database }: Scene, id: string) =>
  drive(
    nothing,
    async () => {
      const { rowCount } = await database.query(
        `SELECT FROM task_steps WHERE task_id = $1 AND status = 'UNDONE'`,
        [id],
      );
      return rowCount === 1;
    },
    `the undoing of ${id}`,
  );

/** A mail is awaited, and comes. */
const waitingForMail: Story<Scene, Step> = {
  name: 'waiting for mail',
  steps: [
    'a wait for mail is opened',
    'a mail is awaited',
    'a mail is collected',
    'wait_for_email ends',
  ],
  async tell(scene, attack, problem) {
    const inbox = await makeInbox(scene);
    const attacked = await attack();
    const { id } = await begin(scene, waitIn(inbox));
    await becomes(scene, id, 'WAITING_EMAIL');
    const mail = await receiveCode(scene, inbox);
    const { output } = await becomes(scene, id, 'COMPLETED');
    await attacked();
    if (output?.['code'] !== mail.code || output['email_id'] !== mail.id)
      problem(`${id}: ${JSON.stringify(output)} in place of the code ${mail.code}`);
    const happened = ['created', 'startWaiting', 'step_waiting', 'collectMail', 'completed'];
    await checkHappened(scene, id, happened, problem);
    await checkTold(scene, id, 'completed', problem);
    await checkWaits(scene, id, 'matched', problem);
  },
};

/** A mail is awaited no longer. */
const cancelling: Story<Scene, Step> = {
  name: 'cancelling',
  steps: ['a task is cancelled', 'a step is undone'],
  async tell(scene, attack, problem) {
    const inbox = await makeInbox(scene);
    const { id } = await begin(scene, waitIn(inbox));
    await becomes(scene, id, 'WAITING_EMAIL');
    const attacked = await attack();
    await act(scene, `/v1/tasks/${id}/cancel`);
    await becomes(scene, id, 'CANCELLED');
    await isUndone(scene, id);
    await attacked();
    const happened = ['created', 'startWaiting', 'step_waiting', 'cancelled', 'step_undone'];
    await checkHappened(scene, id, happened, problem);
    await checkTold(scene, id, 'failed', problem);
    await checkWaits(scene, id, 'cancelled', problem);
  },
};

/** Nothing comes in time; then it is tried again. */
const tryingAgain: Story<Scene, Step> = {
  name: 'trying again',
  steps: ['a task expires', 'a task is tried again'],
  async tell(scene, attack, problem) {
    const inbox = await makeInbox(scene);
    const { id } = await begin(scene, waitIn(inbox));
    await becomes(scene, id, 'WAITING_EMAIL');
    const attacked = await attack();
    // Its run sleeps until the time that it was given: it is found to be overdue by who looks for lost runs.
    await scene.database.query(
      `UPDATE tasks SET expires_at = now() - interval '1 minute' WHERE id = $1`,
      [id],
    );
    await becomes(scene, id, 'EXPIRED');
    await isUndone(scene, id);
    await act(scene, `/v1/tasks/${id}/retry`);
    await becomes(scene, id, 'WAITING_EMAIL');
    await receiveCode(scene, inbox);
    await becomes(scene, id, 'COMPLETED');
    await attacked();
    const happened = [
      ...['created', 'startWaiting', 'step_waiting', 'expired', 'step_undone', 'retried'],
      ...['startWaiting', 'step_waiting', 'collectMail', 'completed'],
    ];
    await checkHappened(scene, id, happened, problem);
    await checkWaits(scene, id, 'matched', problem);
  },
};

interface SentMail {
  readonly id: string;
  readonly message_id: string;
}

/** A sent mail is followed up on until a person replies. */
const followingUp: Story<Scene, Step> = {
  name: 'following up',
  steps: ['a wait for a reply is opened', 'a reply is collected', 'follow_up ends'],
  async tell(scene, attack, problem) {
    const inbox = await makeInbox(scene);
    const kim = `${inbox.id}@elsewhere.example`;
    const message = { to: kim, subject: 'Offer', text: 'Would you like it?' };
    const sent = await make<SentMail>(scene.client, `/v1/inboxes/${inbox.id}/send`, message);
    const attacked = await attack();
    const input = { email_id: sent.id, text: 'And?', after_seconds: 1, times: 1 };
    const { id } = await begin(scene, { type: 'follow_up', input });
    await becomes(scene, id, 'WAITING_EMAIL');
    await drive(nothing, async () => reminded(scene, kim) > 0, 'a follow-up');
    const emailId = await receive(scene, {
      ...{ from: kim, to: inbox.address, subject: 'Re: Offer', text: 'Yes.' },
      headers: { 'In-Reply-To': sent.message_id },
    });
    const { output } = await becomes(scene, id, 'COMPLETED');
    await attacked();
    if (output?.['email_id'] !== emailId || output['follow_ups_sent'] !== 1)
      problem(`${id}: ${JSON.stringify(output)} in place of the reply ${emailId}`);
    const happened = ['created', 'startWaiting', 'step_waiting', 'collectReply', 'completed'];
    await checkHappened(scene, id, happened, problem);
    await checkTold(scene, id, 'completed', problem);
    await checkWaits(scene, id, 'matched', problem);
    if (reminded(scene, kim) !== 1)
      problem(`${id}: ${reminded(scene, kim)} follow-ups left in place of 1`);
  },
};

const reminded = (scene: Scene, to: string) =>
  scene.mailTo(to).filter(({ data }) => data.includes('And?')).length;

/** Tasks that wait for mail. */
export const WAITING = [waitingForMail, cancelling, tryingAgain, followingUp];
