import { see } from '../gated/driving.js';
import { receive } from '../gated/receiving.js';
import type { Problem, Story } from '../gated/story.js';
import { becomes, begin, checkCount, checkHappened, checkTold, makeInbox } from './acts.js';
import type { Step } from './gates.js';
import { LOCKER, LOCKER_SCHEMA } from './model.js';
import type { Scene } from './scene.js';

const TEXT = `${LOCKER} It is in the hall. When do you come? Please bring the key.`;

interface ReadMail {
  readonly id: string;
  readonly thread_id: string;
}

/** A mail about a locker. */
async function receiveMail(scene: Scene): Promise<ReadMail> {
  const { address: to } = await makeInbox(scene);
  const mail = { from: 'ann@example.org', to, subject: 'Locker', text: TEXT };
  const id = await receive(scene, mail);
  const { thread_id } = await see<ReadMail>(scene.client, `/v1/emails/${id}`);
  return { id, thread_id };
}

/** What is done at once with a mail. */
interface Reading {
  readonly type: string;
  /** Steps of the story. */
  readonly steps: readonly Step[];
  input(mail: ReadMail): object;
  /** Steps of the task. */
  readonly does: readonly string[];
  /** What its output has in it, as JSON. */
  readonly says: string;
  readonly check?: (scene: Scene, mail: ReadMail, problem: Problem) => Promise<void>;
}

const reading = ({ type, steps, input, does, says, check }: Reading): Story<Scene, Step> => ({
  name: type,
  steps,
  async tell(scene, attack, problem) {
    const mail = await receiveMail(scene);
    const attacked = await attack();
    const { id } = await begin(scene, { type, input: input(mail) });
    const { output } = await becomes(scene, id, 'COMPLETED');
    await attacked();
    if (!JSON.stringify(output).includes(says))
      problem(`${id}: ${JSON.stringify(output)} does not say ${says}`);
    await checkHappened(scene, id, ['created', ...does, 'completed'], problem);
    await checkTold(scene, id, 'completed', problem);
    await check?.(scene, mail, problem);
  },
});

/** Tasks that read mail. */
export const READING = [
  reading({
    type: 'extract',
    steps: ['findings are read', 'a schema is filled', 'extract ends'],
    input: ({ id: email_id }) => ({ email_id, schema: LOCKER_SCHEMA }),
    does: ['readFindings', 'fillSchema'],
    says: '"number":"8841"',
  }),
  reading({
    type: 'summarize_thread',
    steps: ['sentences are picked', 'summarize_thread ends'],
    input: ({ thread_id }) => ({ thread_id, sentences: 1 }),
    does: ['pickSentences'],
    says: '"text":"',
  }),
  reading({
    type: 'draft_reply',
    steps: ['a draft is stored', 'a draft is written', 'draft_reply ends'],
    input: ({ id: email_id }) => ({ email_id }),
    does: ['writeDraft'],
    says: '"written_by_model":true',
    check: (scene, { id }, problem) =>
      checkCount(
        scene,
        {
          what: `drafts that answer ${id}`,
          expected: 1,
          query: ['SELECT FROM drafts WHERE replies_to = $1', id],
        },
        problem,
      ),
  }),
];
