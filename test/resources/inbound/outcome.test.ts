import { describe, expect, it } from '@jest/globals';
import { outcomeOf, type FinishedEmails } from '../../../src/resources/inbound/outcome.js';

const mail = (change: Partial<FinishedEmails['mails'][number]> = {}) => ({
  thread_id: 'thr_1',
  category: 'other',
  parse_status: 'complete',
  auth: { verdict: 'pass' } as const,
  ...change,
});
const event = (kind: 'email.received' | 'thread.created') => ({ kind });
const finished = (change: Partial<FinishedEmails> = {}): FinishedEmails => ({
  mails: [mail()],
  events: [event('email.received')],
  deliveries: 0,
  routes: [],
  ...change,
});

describe('what came of mails', () => {
  it('is told of one with its thread, and only what there is', () => {
    expect(outcomeOf(finished(), 1)).toEqual({
      mails: 1,
      verdicts: { pass: 1 },
      categories: { other: 1 },
      events: { 'email.received': 1 },
      thread: 'thr_1',
    });
  });

  it('is counted of several', () => {
    const mails = [mail(), mail({ auth: null, parse_status: 'failed' })];
    const events = [event('email.received'), event('email.received'), event('thread.created')];
    const routes = [
      { agentRuleId: 'rul_1', inboxRuleId: 'rul_2' },
      { agentRuleId: 'rul_1', inboxRuleId: null },
    ];
    expect(outcomeOf({ mails, events, deliveries: 4, routes }, 5, 1)).toEqual({
      mails: 5,
      unread: 1,
      unreadable: 1,
      withheld: 2,
      verdicts: { pass: 1, 'none yet': 1 },
      categories: { other: 2 },
      events: { 'email.received': 2, 'thread.created': 1 },
      deliveries: 4,
      rules: { rul_1: 2, rul_2: 1 },
    });
  });
});
