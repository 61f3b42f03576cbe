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
import { settled, startCall, textOf } from './running-call.js';

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
const start = (name: string, text: string) => startCall(one, sender, { id: 1, name, text });
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
describe('the stream of an answer', () => {
  it('begins with an id, is kept alive by comments, and ends with the answer', async () => {
    const { stream, call: running } = await start('work', 'slow');
    await until(() => stream.text().split(': still here').length > 2);
    running.end('done');
    await until(() => stream.isOver());

    expect(stream.text()).toMatch(/^id: mca_\w+\.[\w-]+\ndata: \n\n/);
    expect(stream.messages().map(textOf)).toEqual(['done']);
    expect(await settled(one, 'slow')).toBe(true);
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

describe('a connection that is lost', () => {
  it('ends a wait, and its answer is told to whoever resumes it', async () => {
    const { stream, call: running } = await start('wait', 'lost wait');
    stream.cut();
    await until(() => running.signal.aborted);
    const again = await openStream(resuming(stream.id()));
    await until(() => again.isOver());

    expect(again.messages().map(textOf)).toEqual(['ended']);
    expect(await settled(one, 'lost wait')).toBe(false);
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
  });

  it('can be lost again and again: whoever resumes it gets the answer each time', async () => {
    const { stream, call: running } = await start('work', 'lost twice');
    stream.cut();
    await until(() => stream.isOver());
    running.end('still there');
    for (const at of [one, two, hasty]) {
      const again = await openStream(resuming(stream.id(), at));
      await until(() => again.isOver());

      expect(again.messages().map(textOf)).toEqual(['still there']);
    }
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
