import type { Story } from '../gated/story.js';
import { act, becomes, begin, checkCount, checkHappened, checkTold, makeInbox } from './acts.js';
import { AGENT_DOMAIN, type Step } from './gates.js';
import { goalOf } from './model.js';
import type { Scene } from './scene.js';

/** A model calls a tool that sends, a person allows just this call. */
const agent: Story<Scene, Step> = {
  name: 'an agent',
  steps: [
    'a turn is stored',
    'a call is asked about',
    'a call is allowed',
    'a call is under way',
    'a call is made',
    'the last turn is stored',
    'agent ends',
  ],
  async tell(scene, attack, problem) {
    const { id: inbox_id } = await makeInbox(scene);
    const to = `${inbox_id}@${AGENT_DOMAIN}`;
    const goal = goalOf('send_email', { inbox_id, to, subject: 'Hi', text: 'Hi' });
    const attacked = await attack();
    const { id } = await begin(scene, { type: 'agent', input: { goal, tools: ['send_email'] } });
    const { approval_id } = await becomes(scene, id, 'WAITING_APPROVAL');
    if (scene.mailTo(to).length > 0) problem(`${id}: its mail left before it was allowed`);
    await act(scene, `/v1/approvals/${approval_id}/approve`);
    await becomes(scene, id, 'COMPLETED');
    await attacked();
    const happened = [
      ...['created', 'takeTurn:1', 'approval_requested', 'approved'],
      ...['useTool:1.1', 'takeTurn:2', 'completed'],
    ];
    await checkHappened(scene, id, happened, problem);
    await checkTold(scene, id, 'completed', problem);
    const sends = 'SELECT FROM sends WHERE inbox_id = $1';
    await checkCount(
      scene,
      { what: `mails of ${id}`, expected: 1, query: [sends, inbox_id] },
      problem,
    );
    const { rows } = await scene.database.query<{ content: { result: string } }>(
      `SELECT content FROM task_steps WHERE task_id = $1 AND name = 'useTool:1.1'`,
      [id],
    );
    const { result } = rows[0]!.content;
    // What came of it may be unknown; that it was made must not be.
    if (result.startsWith('{"error"')) problem(`${id}: its model was told ${result}`);
    if (scene.mailTo(to).length > 1) problem(`${id}: its mail left more than once`);
  },
};

/** Tasks of models with tools. */
export const AGENTS = [agent];
