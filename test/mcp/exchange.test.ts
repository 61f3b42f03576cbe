import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { AppError } from '../../src/errors.js';
import { HttpExchange, type ExchangeOptions } from '../../src/mcp/exchange.js';
import { Heartbeats } from '../../src/mcp/heartbeats.js';

const responseOf = () => new ServerResponse(new IncomingMessage(new Socket()));

const exchangeOf = (more: Partial<ExchangeOptions> = {}) =>
  new HttpExchange({
    ...{ res: responseOf(), requests: [{ jsonrpc: '2.0', id: 1, method: 'tools/call' }] },
    ...{ mayStream: true, streamId: 'mca_1', bytesOf: (message) => [JSON.stringify(message)] },
    ...more,
  });

/** How it is answered by the next turn of the event loop. */
const soon = (exchange: HttpExchange) => Promise.race([exchange.opened, nextTurn('not yet')]);

it('a call can be resumed as soon as it is carried out, however soon its answer comes', async () => {
  const exchange = exchangeOf();
  const before = await soon(exchange);
  exchange.carriesOut();
  await nextTurn();

  expect([before, await soon(exchange)]).toEqual(['not yet', 'stream']);
});

it('a call that is refused while it is begun is answered by a status', async () => {
  const exchange = exchangeOf();
  exchange.carriesOut();
  await Promise.resolve();
  exchange.refuse(new AppError(403, 'more rights are needed'));

  await expect(exchange.opened).rejects.toThrow('more rights are needed');
});

describe('A call that ends with its connection', () => {
  it('begins its stream with the answer', async () => {
    const exchange = exchangeOf({ endsWithConnection: true });
    exchange.carriesOut();
    await exchange.send({ jsonrpc: '2.0', id: 1, result: {} });

    expect(await soon(exchange)).toBe('stream');
  });

  it('begins it without one where that takes longer', async () => {
    const exchange = exchangeOf({ endsWithConnection: true });
    exchange.carriesOut();

    await expect(exchange.opened).resolves.toBe('stream');
  });

  it('is answered by a status where it is refused before', async () => {
    const exchange = exchangeOf({ endsWithConnection: true });
    exchange.carriesOut();
    exchange.refuse(new AppError(403, 'more rights are needed'));

    await expect(exchange.opened).rejects.toThrow('more rights are needed');
  });
});

it('a stream whose connection was lost before it began gets no comments, and is not held', async () => {
  const res = responseOf();
  const socket = new Socket();
  res.assignSocket(socket);
  const closed = once(res, 'close');
  socket.destroy();
  await closed;
  const heartbeats = new Heartbeats();
  heartbeats.add(res);
  heartbeats.close();

  expect(res.listenerCount('close')).toBe(0);
});
