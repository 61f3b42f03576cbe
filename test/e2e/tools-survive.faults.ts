import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { initialize, post, type Posted, type Sender } from '../mcp/fixture.js';
import { ask, first } from '../mcp/task-program.js';
import { eventually } from './eventually.js';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { createInbox, newCode, sendCode, type Inbox } from './mail.js';
import type { RestClient } from './rest-client.js';

const WAITING = 25;
const SENDING = 25;
const TASKS = 6;
// Those that are over when their process is killed, and those that run.
const DONE = [0, 1, 2];
const LOST = [3, 4, 5];
const LASTS = 300_000;

type Session = Sender & { readonly session: string };

let installation: SharedInstallation;
let doomed: RunningService;
let other: RunningService;
let client: RestClient;

beforeAll(async () => {
  installation = await createSharedInstallation();
  const settings = { ROLES: 'api,smtp' };
  [doomed, other] = await Promise.all([
    installation.start({ settings }),
    installation.start({ settings }),
    installation.start({ role: 'worker' }),
  ]);
  client = await installation.client(other);
}, LASTS);
afterAll(() => installation.remove());

const call = (session: Session, name: string, args: object): Promise<Posted> =>
  post(session, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });

interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly text?: string }[];
  readonly structuredContent: Readonly<Record<string, unknown>>;
}

const resultOf = ({ messages }: Posted) => messages.at(-1).result as ToolResult;

/** Storage of a busy machine is too slow for one or the other, or for their sessions: asked again, as it says. */
const answered = (session: Session, name: string, args: object): Promise<ToolResult> =>
  eventually(async () => {
    const { error, result } = (await call(session, name, args)).messages.at(-1);
    const said: string | undefined = error?.message ?? result.content[0]?.text;
    if (said?.startsWith('Storage is unavailable')) return false;
    if (error) throw new Error(said);
    return result as ToolResult;
  });

/** One after the other: a process that has just started is slow. */
async function openSessions(count: number): Promise<Session[]> {
  const sessions: Session[] = [];
  while (sessions.length < count)
    sessions.push(await initialize({ url: `${doomed.rest}/mcp`, key: client.key }));
  return sessions;
}
const elsewhere = (session: Session): Session => ({ ...session, url: `${other.rest}/mcp` });

it(
  'sessions go on after a SIGKILL: no code is lost, nothing is sent twice',
  async () => {
    const sessions = await openSessions(WAITING + SENDING);
    const inboxes: Inbox[] = [];
    while (inboxes.length < sessions.length) inboxes.push(await createInbox(client));
    const from = inboxes.at(-1)!;
    const doing = sessions.map((session, n) =>
      n < WAITING
        ? { session, name: 'get_otp', args: { inbox_id: inboxes[n]!.id, idempotency_key: `w${n}` } }
        : {
            session,
            name: 'send_email',
            args: {
              ...{ inbox_id: from.id, to: inboxes[n - 1]!.address, idempotency_key: `s${n}` },
              ...{ subject: `Number ${n}`, text: 'Hello' },
            },
          },
    );
    const lost = doing.map(({ session, name, args }) =>
      call(session, name, args).then(resultOf, () => null),
    );
    // What storage is too slow for waits the second time.
    let refused = 0;
    for (const answer of lost.slice(0, WAITING)) void answer.then(() => (refused += 1));
    await eventually(async () => (await openWaits(doomed)) === WAITING - refused);
    expect(refused).toBeLessThan(WAITING);
    const codes = inboxes.slice(0, WAITING).map(() => newCode());
    const mails = codes.map((code, n) => sendCode(other, inboxes[n]!, code));
    await mails[0];
    doomed.kill('SIGKILL');
    await Promise.all([...lost, ...mails]);
    await forgetRunning();

    const again = await Promise.all(
      doing.map(({ session, name, args }) => answered(elsewhere(session), name, args)),
    );

    expect(again.filter(({ isError }) => isError)).toEqual([]);
    const handedOut = again.slice(0, WAITING).map(({ structuredContent: { code } }) => code);
    expect(handedOut).toEqual(codes);
    const { data } = await client.read<{ data: { subject: string }[] }>(
      `/v1/inboxes/${from.id}/emails?direction=outbound&limit=100`,
    );
    expect(data.map(({ subject }) => subject).sort()).toEqual(
      doing.slice(WAITING).map(({ args }) => (args as { subject: string }).subject),
    );
  },
  LASTS,
);

it(
  'tasks are known after a SIGKILL: what came of them, or that they are lost and can be called again',
  async () => {
    const doomedToo = await installation.start({ settings: { ROLES: 'api' } });
    const inboxes: Inbox[] = [];
    while (inboxes.length < TASKS) inboxes.push(await createInbox(client));
    const argsOf = (n: number) => ({ inbox_id: inboxes[n]!.id, idempotency_key: `t${n}` });
    const taskOf = async (n: number) => {
      const params = { name: 'get_otp', arguments: argsOf(n) };
      const from = { tools: { url: `${doomedToo.rest}/mcp` }, key: client.key };
      return first(await ask('tools/call', params, from)).result.taskId;
    };
    const tasks: string[] = [];
    while (tasks.length < TASKS) tasks.push(await taskOf(tasks.length));
    const found = (n: number) =>
      ask('tasks/get', { taskId: tasks[n]! }, elsewhereToo()).then(first);
    const codes = inboxes.map(() => newCode());
    for (const n of DONE) {
      await sendCode(other, inboxes[n]!, codes[n]!);
      await eventually(async () => (await found(n)).result.status === 'completed');
    }
    doomedToo.kill('SIGKILL');
    await doomedToo.ended;
    for (const n of LOST) await sendCode(other, inboxes[n]!, codes[n]!);
    await forgetRunning();

    for (const n of DONE)
      expect((await found(n)).result.result).toMatchObject({
        structuredContent: { code: codes[n] },
      });
    for (const n of LOST)
      expect((await found(n)).result).toMatchObject({
        ...{ status: 'failed', error: { message: expect.stringContaining('idempotency_key') } },
      });
    const session = await initialize({ url: `${other.rest}/mcp`, key: client.key });
    const again = async (args: object) => {
      const { isError, structuredContent } = await answered(session, 'get_otp', args);
      return isError ?? structuredContent['code'];
    };
    const handedOut = await Promise.all(tasks.map((_, n) => again(argsOf(n))));
    expect(handedOut).toEqual(codes);
    const more = inboxes.map(({ id }) => again({ inbox_id: id, timeout: 1 }));
    expect(await Promise.all(more)).toEqual(tasks.map(() => undefined));
  },
  LASTS,
);

const elsewhereToo = () => ({ tools: { url: `${other.rest}/mcp` }, key: client.key });

/** Nobody has to wait until what a process was doing counts as left behind. */
async function forgetRunning(): Promise<void> {
  const { database } = installation.database;
  await database.query(
    `UPDATE idempotent_answers SET running_until = now() - interval '1 second'
     WHERE running_until IS NOT NULL`,
    [],
  );
  await database.query(`UPDATE tool_tasks SET alive_at = now() - interval '46 seconds'`, []);
}

async function openWaits({ metrics }: RunningService): Promise<number> {
  const text = await (await fetch(metrics)).text();
  return Number(/^restante_open_waits (\d+)$/m.exec(text)?.[1]);
}
