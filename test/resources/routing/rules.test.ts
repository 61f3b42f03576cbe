import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  decide,
  explain,
  readRule,
  type RoutableMail,
  type StoredRule,
} from '../../../src/resources/routing/rules.js';
import { countWork } from '../../mail/work.js';

let made = 0;
const rule = (parts: Partial<StoredRule & { enabled: boolean }> = {}) =>
  readRule({
    id: `rule_${made++}`,
    name: 'A rule',
    category: null,
    fromPattern: null,
    subjectPattern: null,
    targetAgentId: null,
    targetInboxId: null,
    enabled: true,
    ...parts,
  });

const MAIL: RoutableMail = {
  inbox_id: 'inb_own',
  category: 'transactional',
  from_address: 'Billing@Shop.example',
  from_name: 'The Shop',
  subject: 'Your invoice 42',
};
const LONG = { ...MAIL, from_name: 'a'.repeat(60_000), subject: 'a'.repeat(2_000) };
const agentOf = (parts: Partial<StoredRule>, mail = MAIL) =>
  decide([rule({ targetAgentId: 'x', ...parts })], mail).agent !== null;

describe('a rule', () => {
  it('without conditions matches every mail', () => {
    expect(agentOf({})).toBe(true);
  });

  it('matches the address or the display name of the sender', () => {
    expect(agentOf({ fromPattern: '*@shop.example' })).toBe(true);
    expect(agentOf({ fromPattern: 'the shop' })).toBe(true);
    expect(agentOf({ fromPattern: 'The Shop*@shop.example' })).toBe(false);
    expect(agentOf({ fromPattern: 'null' }, { ...MAIL, from_name: null })).toBe(false);
  });

  it('matches when all its conditions hold', () => {
    const all = {
      category: 'transactional' as const,
      fromPattern: '*@shop.example',
      subjectPattern: '*INVOICE*',
    };
    expect(agentOf(all)).toBe(true);
    expect(agentOf({ ...all, category: 'spam' })).toBe(false);
    expect(agentOf({ ...all, fromPattern: '*@shop.test' })).toBe(false);
    expect(agentOf({ ...all, subjectPattern: 'invoice*' })).toBe(false);
  });
});

describe('rules', () => {
  it('are asked in order, the first one that matches decides its kind of target', () => {
    const rules = [
      rule({ subjectPattern: 'other', targetAgentId: 'a', targetInboxId: 'inb_a' }),
      rule({ targetAgentId: 'b' }),
      rule({ targetAgentId: 'c', targetInboxId: 'inb_c' }),
      rule({ targetInboxId: 'inb_d' }),
    ];
    expect(decide(rules, MAIL)).toEqual({ agent: rules[1], inbox: rules[2] });
    expect(explain(rules, MAIL)).toMatchObject([
      { matched: false, reason: 'subject_pattern does not match the subject' },
      { matched: true, reason: null, wouldAssign: 'b', wouldCopy: null },
      {
        matched: true,
        reason: 'an earlier rule decided this target: target_agent_id',
        wouldAssign: null,
        wouldCopy: 'inb_c',
      },
      {
        matched: true,
        reason: 'an earlier rule decided this target: target_inbox_id',
        wouldAssign: null,
        wouldCopy: null,
      },
    ]);
  });

  it('say why they do nothing', () => {
    const rules = [
      rule({ enabled: false, targetAgentId: 'a' }),
      rule({ category: 'spam', targetAgentId: 'a' }),
      rule({ fromPattern: '*@x.test', targetAgentId: 'a' }),
      rule({ targetInboxId: 'inb_own' }),
    ];
    expect(explain(rules, MAIL).map(({ reason }) => reason)).toEqual([
      'the rule is not enabled',
      'category is transactional, not spam',
      'from_pattern matches neither the address nor the display name of the sender',
      'the email is in the target inbox already',
    ]);
    expect(explain(rules, MAIL).every(({ wouldCopy }) => wouldCopy === null)).toBe(true);
  });

  it('are explained as they decide', () => {
    const pattern = fc.option(fc.constantFrom('*', '*shop*', 'the*', 'x'), { nil: null });
    const any = fc.record({
      category: fc.option(fc.constantFrom('transactional' as const, 'spam' as const), {
        nil: null,
      }),
      fromPattern: pattern,
      subjectPattern: fc.option(fc.constantFrom('*', 'Your*', 'x'), { nil: null }),
      targetAgentId: fc.option(fc.constantFrom('a', 'b'), { nil: null }),
      targetInboxId: fc.option(fc.constantFrom('inb_own', 'inb_c'), { nil: null }),
      enabled: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(any), (given) => {
        const rules = given.map(rule);
        const { agent, inbox } = decide(
          rules.filter(({ enabled }) => enabled),
          MAIL,
        );
        const verdicts = explain(rules, MAIL);
        const assigned = verdicts.flatMap(({ wouldAssign }) => wouldAssign ?? []);
        const copied = verdicts.flatMap(({ wouldCopy }) => wouldCopy ?? []);
        expect(assigned).toEqual(agent ? [agent.targetAgentId] : []);
        const target = inbox?.targetInboxId;
        expect(copied).toEqual(target && target !== 'inb_own' ? [target] : []);
      }),
    );
  });

  it.each([
    ['usual', MAIL, (i: number) => `*invoice ${i + 100}*`],
    ['hostile', LONG, (i: number) => `*${'a'.repeat(190)}${i}*`],
    ['many parts in', LONG, (i: number) => `${'*a'.repeat(95)}*b${i}*`],
  ])('by the thousand go once over a mail each, with %s patterns', async (_case, mail, pattern) => {
    const rules = Array.from({ length: 1_000 }, (_, i) =>
      rule({ subjectPattern: pattern(i), targetAgentId: 'a', targetInboxId: 'inb_a' }),
    );
    const work = await countWork(async () => decide(rules, mail));
    // Each over the subject, and a step for each of its parts; what is compared is made once for all.
    const once = mail.subject.length + (mail.from_name?.length ?? 0);
    expect(work).toBeGreaterThan(rules.length);
    expect(work).toBeLessThan(rules.length * (mail.subject.length + 100) + 2 * once);
  });
});
