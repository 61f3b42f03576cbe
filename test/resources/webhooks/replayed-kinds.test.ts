import { describe, expect, it } from '@jest/globals';
import { EVENT_KINDS } from '../../../src/store/events/kinds.js';
import { replayedKinds } from '../../../src/resources/webhooks/replay.js';

describe('replayedKinds', () => {
  it.each([
    [['email.received'], ['email.received']],
    [['email.*'], EVENT_KINDS.filter((kind) => kind.startsWith('email.'))],
    [
      ['wait.expired', 'inbox.created'],
      ['inbox.created', 'wait.expired'],
    ],
    [['webhook.*'], ['webhook.disabled']],
    [['webhook.test'], []],
    [['*'], EVENT_KINDS.filter((kind) => kind !== 'webhook.test')],
  ])('of %j are %j', (patterns, kinds) => {
    expect(replayedKinds(patterns)).toEqual(kinds);
  });
});
