import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import pg from 'pg';
import { recordEvents } from '../../src/store/events/record.js';
import type { Queries } from '../../src/db/queries.js';
import { spreadOf, type Spread } from '../statistics.js';
import { serve } from './serve.js';

/** Streams to be opened, each on a connection of its own. */
export interface StreamsJob {
  readonly rest: string;
  readonly apiKeys: readonly string[];
  /** Sessions of tools that listen, one for each key; without them events are listened to. */
  readonly sessions?: readonly string[];
}

/** Events of an organization that all open streams follow. */
export interface TellJob {
  readonly databaseUrl: string;
  readonly orgId: string;
  readonly events: number;
  readonly perSecond: number;
}

/** Milliseconds from sending the statement that records an event. */
export interface TellOutcome {
  /** Until a bare LISTEN of the same database heard of it. */
  readonly heard: Spread;
  /** Until each of the streams had it. */
  readonly told: Spread;
  /** Until the last of the streams had it. */
  readonly last: Spread;
}

/** What the generator can be asked. */
export type StreamsCommands = typeof commands;

// Connections that are being made at once: a listener's queue has an end.
const AT_ONCE = 100;
const TOLD_WITHIN = 20_000;

interface Stream {
  readonly socket: Socket;
  /** Numbers of the events in the order they came, and when. */
  readonly seen: number[];
  readonly at: number[];
  rest: string;
}

let streams: Stream[] = [];

const commands = {
  /** Opens the streams; resolves when each has said that it is open. */
  async open({ rest, apiKeys, sessions }: StreamsJob): Promise<void> {
    const { hostname, port } = new URL(rest);
    const queue = apiKeys.map((key, n) => headOf(key, sessions?.[n]));
    const openSome = async () => {
      for (let head = queue.pop(); head; head = queue.pop())
        streams.push(await openStream({ hostname, port: Number(port) }, head));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, openSome));
  },

  /** Records events and waits until all streams have them. @throws Error on a missing or repeated one. */
  async tell({ databaseUrl, orgId, events, perSecond }: TellJob): Promise<TellOutcome> {
    for (const stream of streams) stream.seen.length = stream.at.length = 0;
    const [client, listener] = [new pg.Client(databaseUrl), new pg.Client(databaseUrl)];
    await Promise.all([client.connect(), listener.connect()]);
    const heard: number[] = [];
    listener.on('notification', () => heard.push(performance.now()));
    await listener.query('LISTEN event_recorded');
    const sent: number[] = [];
    for (let number = 0; number < events; number++) {
      const pause = new Promise((resolve) => setTimeout(resolve, 1_000 / perSecond));
      sent.push(performance.now());
      await record(client, orgId, number);
      await pause;
    }
    await untilTold(events);
    await Promise.all([client.end(), listener.end()]);
    const after = (times: readonly number[]) => times.map((time, n) => time - sent[n]!);
    const latest = sent.map((_, n) => Math.max(...streams.map(({ at }) => at[n]!)));
    return {
      heard: spreadOf(after(heard)),
      told: spreadOf(streams.flatMap(({ at }) => after(at))),
      last: spreadOf(after(latest)),
    };
  },

  async close(): Promise<void> {
    for (const { socket } of streams) socket.destroy();
    streams = [];
  },
};

const headOf = (key: string, session: string | undefined): string =>
  session === undefined
    ? `GET /v1/events HTTP/1.1\r\nHost: bench\r\nX-API-Key: ${key}\r\n\r\n`
    : `GET /mcp HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\n` +
      `Accept: text/event-stream\r\nMcp-Session-Id: ${session}\r\n\r\n`;

async function openStream(
  { hostname, port }: { hostname: string; port: number },
  head: string,
): Promise<Stream> {
  const socket = connect({ host: hostname, port });
  socket.on('error', () => socket.destroy());
  await once(socket, 'connect');
  const stream: Stream = { socket, seen: [], at: [], rest: '' };
  socket.write(head);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  if (!answer.includes('200 OK'))
    throw new Error(`A stream was answered ${answer.toString('latin1')}`);
  socket.on('data', (bytes) => read(stream, bytes.toString('latin1')));
  return stream;
}

function read(stream: Stream, text: string): void {
  const now = performance.now();
  const lines = (stream.rest + text).split('\n');
  stream.rest = lines.pop()!;
  for (const line of lines) {
    const number = /^data: .*"message":"(\d+)"/.exec(line)?.[1];
    if (number === undefined) continue;
    stream.seen.push(Number(number));
    stream.at.push(now);
  }
}

const record = (client: pg.Client, orgId: string, number: number) => {
  const queries: Queries = {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...values])).rows,
  };
  const data = { webhook_id: 'wh_bench', message: String(number) };
  return recordEvents(queries, [
    { kind: 'webhook.test', orgId, inboxId: null, resourceId: 'wh_bench', data },
  ]);
};

async function untilTold(events: number): Promise<void> {
  const end = performance.now() + TOLD_WITHIN;
  while (streams.some(({ seen }) => seen.length < events)) {
    if (performance.now() > end) throw new Error('A stream was not told of every event');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  if (streams.some(({ seen }) => seen.some((number, n) => number !== n)))
    throw new Error('A stream was told in another order, or twice');
}

serve(commands);
