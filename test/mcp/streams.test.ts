import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../support/mail-api.js';
import {
  call,
  headersOf,
  initialize,
  post,
  read,
  startToolApi,
  type Sender,
  type ToolApi,
} from './fixture.js';
import { openStream } from './open-stream.js';

let one: ToolApi;
let two: ToolApi;
/** Takes a call for lost that nobody has spoken of for a moment: others would wait for as long as a test lasts. */
let hasty: ToolApi;
let sender: Sender & { readonly session: string };

beforeAll(async () => {
  const patient = { heartbeatEvery: 50, seekEvery: 60_000 };
  one = await startToolApi(patient);
  two = await startToolApi({ beside: one, ...patient });
  hasty = await startToolApi({ beside: one, seekEvery: 50 });
});
beforeEach(async () => {
  const { key } = await one.api.createOrg();
  sender = await initialize({ url: one.url, key });
});
afterAll(async () => {
  await hasty.close();
  await two.close();
  await one.close();
});

const onTwo = () => ({ ...sender, url: two.url });
const resuming = (id: string | undefined, at = two) => ({
  ...sender,
  url: at.url,
  headers: { 'Last-Event-ID': id! },
});
const kept = () => one.api.database.query<{ id: string }>('SELECT id FROM tool_answers', []);
async function sealedOf(eventId: string): Promise<Buffer | undefined> {
  const [row] = await one.api.database.query<{ sealed_answer: Buffer }>(
    `SELECT sealed_answer FROM tool_answers WHERE $1 LIKE id || '.%'`,
    [eventId],
  );
  return row?.sealed_answer;
}
const lost = (id: number | string) => ({
  jsonrpc: '2.0',
  id,
  result: {
    isError: true,
    content: [{ type: 'text', text: expect.stringContaining('not known') }],
  },
});
const textOf = (answer: unknown) =>
  (answer as { result: { content: { text: string }[] } }).result.content[0]!.text;

/** Whether the answer of a call was written, once that is known: what a program sees comes before. */
async function settledOf(text: string): Promise<boolean> {
  const found = () => one.toolbox.settled.find(([given]) => given === text);
  await until(() => found() !== undefined);
  return found()![1];
}

/** A call that runs, and the stream of its answer. */
async function start(name: string, text: string, id = 1) {
  const stream = await openStream(sender, call(id, name, text));
  await until(() => one.toolbox.running.has(text) && stream.id() !== undefined);
  return { stream, call: one.toolbox.running.get(text)! };
}

describe('the stream of an answer', () => {
  it('begins with an id, is kept alive by comments, and ends with the answer', async () => {
    const { stream, call: running } = await start('work', 'slow');
    await until(() => stream.text().split(': still here').length > 2);
    running.end('done');
    await until(() => stream.isOver());

    expect(stream.text()).toMatch(/^id: mca_\w+\.[\w-]+\ndata: \n\n/);
    expect(stream.messages().map(textOf)).toEqual(['done']);
    expect(await settledOf('slow')).toBe(true);
  });

  it('tells of progress where a program asks for it', async () => {
    const asked = call(1, 'work', 'asked');
    const stream = await openStream(sender, {
      ...asked,
      params: { ...asked.params, _meta: { progressToken: 'p' } },
    });
    await until(() => one.toolbox.running.has('asked'));
    one.toolbox.running.get('asked')!.progress('still waiting');
    await until(() => stream.messages().length === 1);
    one.toolbox.running.get('asked')!.end('done');
    await until(() => stream.isOver());

    const params = { progressToken: 'p', progress: 1, message: 'still waiting' };
    expect(stream.messages()[0]).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params,
    });
    expect(textOf(stream.messages()[1])).toBe('done');
  });

  it('holds the answers of a batch, in the version that had them', async () => {
    const version = '2025-03-26';
    const old = await initialize(sender, version);
    const headers = { 'MCP-Protocol-Version': version };
    const { messages } = await post({ ...old, headers }, [
      call(1, 'echo', 'a'),
      call(2, 'echo', 'b'),
      call(3, 'nothing'),
    ]);

    const byId = new Map(messages.map((message: { id: number }) => [message.id, message]));
    expect(byId.size).toBe(3);
    expect(byId.get(3)).toMatchObject({ error: { code: -32602 } });
  });
});

/** An API that hears of nothing until its connection is there again. */
async function startDeaf() {
  const back: (() => void)[] = [];
  const listener = { on: () => undefined, onReconnect: (handle: () => void) => back.push(handle) };
  const deaf = await startToolApi({ beside: one, listener });
  return { deaf, reconnect: () => back.forEach((handle) => handle()) };
}

/** A look that takes longer than a call was running when it was cancelled leaves that to the next one. */
function hearAgain(reconnect: () => void, stream: { isOver(): boolean }) {
  reconnect();
  return stream.isOver();
}

describe('a call that is cancelled', () => {
  const cancel = (requestId: number | string) => ({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId },
  });

  it.each([
    ['the process that runs it', () => sender],
    ['another process', onTwo],
  ])('by %s ends without an answer', async (where, by) => {
    const text = `cancelled by ${where}`;
    const { stream, call: running } = await start('wait', text, 5);

    expect((await post(by(), cancel(5))).status).toBe(202);
    await until(() => stream.isOver());

    expect(running.signal.aborted).toBe(true);
    expect(stream.messages()).toEqual([]);
    expect(await settledOf(text)).toBe(false);
    await until(async () => (await kept()).some(({ id }) => stream.id()!.startsWith(id)));
    expect((await openStream(resuming(stream.id()))).status).toBe(204);
  });

  it.each([
    ['it alone', async (id: number) => void (await post(onTwo(), cancel(id)))],
    ['its session', () => fetch(two.url, { method: 'DELETE', headers: headersOf(sender) })],
  ])('(%s) ends where nobody was told of it', async (_what, end) => {
    const { deaf, reconnect } = await startDeaf();
    const stream = await openStream({ ...sender, url: deaf.url }, call(5, 'work', 'unheard'));
    await until(() => deaf.toolbox.running.has('unheard'));
    const { signal, end: done } = deaf.toolbox.running.get('unheard')!;

    await end(5);
    await until(() => hearAgain(reconnect, stream));

    expect([signal.aborted, stream.messages()]).toEqual([true, []]);
    done('too late');
    await deaf.close();
  });

  it('does not end another that gets its id afterwards', async () => {
    const { deaf, reconnect } = await startDeaf();
    const at = { ...sender, url: deaf.url };
    await post(onTwo(), cancel(5));
    const stream = await openStream(at, call(5, 'work', 'later'));
    await until(() => deaf.toolbox.running.has('later'));
    const other = await openStream(at, call(6, 'work', 'cancelled later'));
    await until(() => deaf.toolbox.running.has('cancelled later'));
    await post(onTwo(), cancel(6));

    await until(() => hearAgain(reconnect, other));
    deaf.toolbox.running.get('later')!.end('done');
    await until(() => stream.isOver());

    expect(stream.messages().map(textOf)).toEqual(['done']);
    deaf.toolbox.running.get('cancelled later')!.end('too late');
    await deaf.close();
  });

  it('is no call of another session with the same id', async () => {
    const { key } = await one.api.createOrg();
    const foreign = await initialize({ url: one.url, key });
    const { stream, call: running } = await start('work', 'mine', 5);

    await post(foreign, cancel(5));
    await post(sender, cancel('5'));
    running.end('done');
    await until(() => stream.isOver());

    expect(running.signal.aborted).toBe(false);
    expect(stream.messages().map(textOf)).toEqual(['done']);
  });
});

describe('a connection that is lost', () => {
  it('ends a wait, and its answer is told to whoever resumes it', async () => {
    const { stream, call: running } = await start('wait', 'lost wait');
    stream.cut();
    await until(() => running.signal.aborted);
    const again = await openStream(resuming(stream.id()));
    await until(() => again.isOver());

    expect(again.messages().map(textOf)).toEqual(['ended']);
    expect(await settledOf('lost wait')).toBe(false);
  });

  it('ends no other call; whoever resumes it, on any process, waits for its answer', async () => {
    const { stream, call: running } = await start('work', 'lost work');
    stream.cut();
    await until(() => stream.isOver());
    const again = await openStream(resuming(stream.id()));
    expect(running.signal.aborted).toBe(false);
    running.end('done after all');
    await until(() => again.isOver());

    expect(again.messages().map(textOf)).toEqual(['done after all']);
    await until(async () => (await kept()).every(({ id }) => !stream.id()!.startsWith(id)));
  });

  it('says that an answer is lost which no process has or makes', async () => {
    const id = Buffer.from('"a"').toString('base64url');

    const { messages } = await read(
      await fetch(hasty.url, {
        headers: headersOf(resuming(`mca_00000000000000000000.${id}`, hasty)),
      }),
    );

    expect(messages).toEqual([lost('a')]);
  });

  it('leaves nothing to others, nor anything that could be read', async () => {
    const { key } = await one.api.createOrg();
    const foreign = await initialize({ url: hasty.url, key });
    const { stream, call: running } = await start('work', 'secret');
    stream.cut();
    await until(() => stream.isOver());
    const theirs = await openStream({ ...foreign, headers: { 'Last-Event-ID': stream.id()! } });
    running.end('a secret');
    await until(() => theirs.isOver());
    let sealed: Buffer | undefined;
    await until(async () => (sealed = await sealedOf(stream.id()!)) !== undefined);

    expect(theirs.messages()).toEqual([lost(1)]);
    expect(sealed!.toString('latin1')).not.toContain('a secret');
  });
});

describe('the stream on which a program listens', () => {
  it('is open at once, and kept alive', async () => {
    const stream = await openStream(sender);
    await until(() => stream.text().split(': still here').length > 2);
    stream.cut();

    expect(stream.status).toBe(200);
    expect(stream.messages()).toEqual([]);
  });

  it('says that the tools are others than the session was told of', async () => {
    await post(sender, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const same = await openStream(onTwo());
    const changed = await openStream({ ...onTwo(), url: `${two.url}?toolsets=short` });
    await until(() => changed.messages().length > 0);
    same.cut();
    changed.cut();

    expect(same.messages()).toEqual([]);
    expect(changed.messages()).toEqual([
      { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
    ]);
  });

  it('ends with its session, wherever that is ended', async () => {
    const stream = await openStream(sender);
    const { stream: answer, call: running } = await start('work', 'of the session');

    const { status } = await fetch(two.url, { method: 'DELETE', headers: headersOf(sender) });
    await until(() => stream.isOver() && answer.isOver());

    expect([status, running.signal.aborted]).toEqual([204, true]);
    expect((await post(sender, call(1, 'echo'))).status).toBe(404);
  });

  it('ends with its key', async () => {
    const stream = await openStream(sender);
    const keys = await one.api.database.query<{ id: string }>('SELECT id FROM api_keys', []);
    for (const { id } of keys)
      await one.api.database.query(`SELECT pg_notify('key_revoked', $1)`, [id]);

    await until(() => stream.isOver());
  });

  it('must be asked for as one', async () => {
    const answer = await fetch(sender.url, {
      headers: { ...headersOf(sender), Accept: 'text/html' },
    });

    expect(answer.status).toBe(406);
  });
});
