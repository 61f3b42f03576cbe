import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../support/mail-api.js';
import {
  call,
  headersOf,
  initialize,
  post,
  startToolApi,
  type Sender,
  type ToolApi,
} from './fixture.js';
import { openStream } from './open-stream.js';
import { settled, startCall, textOf } from './running-call.js';

let one: ToolApi;
let two: ToolApi;
let sender: Sender & { readonly session: string };

beforeAll(async () => {
  one = await startToolApi({ seekEvery: 60_000 });
  two = await startToolApi({ beside: one, seekEvery: 60_000 });
});
beforeEach(async () => {
  const { key } = await one.api.createOrg();
  sender = await initialize({ url: one.url, key });
});
afterAll(async () => {
  await two.close();
  await one.close();
});

const onTwo = () => ({ ...sender, url: two.url });
const start = (name: string, text: string) => startCall(one, sender, { id: 5, name, text });
const resuming = (id: string) => ({ ...onTwo(), headers: { 'Last-Event-ID': id } });
const kept = () => one.api.database.query<{ id: string }>('SELECT id FROM tool_answers', []);

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
    const { stream, call: running } = await start('wait', text);

    expect((await post(by(), cancel(5))).status).toBe(202);
    await until(() => stream.isOver());

    expect(running.signal.aborted).toBe(true);
    expect(stream.messages()).toEqual([]);
    expect(await settled(one, text)).toBe(false);
    await until(async () => (await kept()).some(({ id }) => stream.id()!.startsWith(id)));
    expect((await openStream(resuming(stream.id()!))).status).toBe(204);
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
    const { stream, call: running } = await start('work', 'mine');

    await post(foreign, cancel(5));
    await post(sender, cancel('5'));
    running.end('done');
    await until(() => stream.isOver());

    expect(running.signal.aborted).toBe(false);
    expect(stream.messages().map(textOf)).toEqual(['done']);
  });
});
