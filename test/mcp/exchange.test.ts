import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { AppError } from '../../src/errors.js';
import { HttpExchange } from '../../src/mcp/exchange.js';

const exchangeOf = () =>
  new HttpExchange({
    res: new ServerResponse(new IncomingMessage(new Socket())),
    requests: [{ jsonrpc: '2.0', id: 1, method: 'tools/call' }],
    ...{ mayStream: true, streamId: 'mca_1', bytesOf: (message) => JSON.stringify(message) },
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
