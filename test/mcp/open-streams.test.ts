import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { OpenStreams } from '../../src/mcp/open-streams.js';
import { SESSIONS_PER_OWNER } from '../../src/resources/tool-sessions/service.js';

const MOST = 2 * SESSIONS_PER_OWNER;

const streams = () =>
  new OpenStreams({
    listener: { on: () => undefined, onReconnect: () => undefined },
    sessions: { touch: async () => undefined },
  });

describe('open streams', () => {
  it('count for the key behind a grant, whoever opened them', () => {
    const open = streams();
    const add = (ownerId: string, keyId: string) => {
      const response = new EventEmitter() as ServerResponse;
      open.add(response, { ownerId, keyId, session: null });
      return response;
    };
    const made = Array.from({ length: MOST }, (_, n) => add(n % 2 ? 'grt_1' : 'grt_2', 'key_1'));

    for (const owner of ['key_1', 'grt_1', 'grt_3'])
      expect(() => add(owner, 'key_1')).toThrow(`At most ${MOST} streams`);
    add('key_2', 'key_2');
    made[0]!.emit('close');
    add('key_1', 'key_1');

    expect(open.size).toBe(MOST + 1);
  });
});
