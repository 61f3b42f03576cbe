import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decide, type ReceiveRule } from '../../../src/store/mail/address-rules.js';

const rule =
  (kind: 'allow' | 'block', inboxId: string | null) =>
  (pattern: string): ReceiveRule => ({ kind, pattern, inbox_id: inboxId });
const allow = rule('allow', 'inb_1');
const block = rule('block', 'inb_1');
const orgAllow = rule('allow', null);
const orgBlock = rule('block', null);
const from = (headerFrom: string, envelopeFrom = headerFrom) => ({ headerFrom, envelopeFrom });

describe('receive lists', () => {
  it.each([
    ['no rules', [], from('a@x.test'), 'accepted'],
    ['a blocked address', [block('a@x.test')], from('a@x.test'), 'blocked'],
    ['another address of that domain', [block('a@x.test')], from('b@x.test'), 'accepted'],
    ['letter case', [block('a@x.test')], from('A@X.Test'), 'blocked'],
    ['a blocked domain', [block('x.test')], from('a@x.test'), 'blocked'],
    ['its subdomain', [block('x.test')], from('a@mail.eu.x.test'), 'blocked'],
    ['a domain that only ends like it', [block('x.test')], from('a@notx.test'), 'accepted'],
    ['the domain above a blocked one', [block('eu.x.test')], from('a@x.test'), 'accepted'],
    ['a top level domain', [block('test')], from('a@x.test'), 'blocked'],
    ['a final dot', [block('x.test')], from('a@x.test.'), 'blocked'],
    ['an international domain', [block('xn--mnchen-3ya.test')], from('a@münchen.test'), 'blocked'],
    ['a blocked envelope sender', [block('x.test')], from('a@y.test', 'b@x.test'), 'blocked'],
    ['a blocked From header', [block('x.test')], from('a@x.test', 'b@y.test'), 'blocked'],
    ['the null sender', [block('x.test')], from('a@y.test', ''), 'accepted'],
    ['an @ in the local part', [block('x.test')], from('"a@y.test"@x.test'), 'blocked'],
    ['an allowed sender', [allow('x.test')], from('a@x.test'), 'accepted'],
    ['everyone else', [allow('x.test')], from('a@y.test'), 'blocked'],
    ['an allowed From header alone', [allow('x.test')], from('a@x.test', 'b@y.test'), 'accepted'],
    ['an allowed envelope alone', [allow('x.test')], from('a@y.test', 'b@x.test'), 'blocked'],
    ['no From header', [allow('x.test')], from('', 'a@x.test'), 'blocked'],
    ['a From header without an @', [allow('x.test')], from('x.test'), 'blocked'],
    ['block and allow', [allow('x.test'), block('a@x.test')], from('a@x.test'), 'blocked'],
    [
      'allow in a blocked domain',
      [block('x.test'), allow('a@x.test')],
      from('a@x.test'),
      'blocked',
    ],
  ] as const)('%s', (_case, rules, senders, verdict) => {
    expect(decide(rules, senders)).toBe(verdict);
  });

  it.each([
    ['the organization blocks, the inbox says nothing', [orgBlock('x.test')], 'blocked'],
    [
      'the organization blocks, the inbox allows',
      [orgBlock('x.test'), allow('x.test')],
      'accepted',
    ],
    [
      'the organization blocks, the inbox blocks others',
      [orgBlock('x.test'), block('y.test')],
      'blocked',
    ],
    ['the organization allows, the inbox blocks', [orgAllow('x.test'), block('x.test')], 'blocked'],
    [
      'the organization allows, the inbox allows others',
      [orgAllow('x.test'), allow('y.test')],
      'blocked',
    ],
    [
      'the organization allows others, the inbox allows',
      [orgAllow('y.test'), allow('x.test')],
      'accepted',
    ],
    ['the organization allows others, the inbox says nothing', [orgAllow('y.test')], 'blocked'],
    ['both allow others', [orgAllow('y.test'), allow('z.test')], 'blocked'],
  ] as const)('where %s, mail is %s', (_case, rules, verdict) => {
    expect(decide(rules, from('a@x.test'))).toBe(verdict);
  });

  it('never throws, and blocks a covered domain whatever stands before it', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.stringMatching(/^[a-z]{1,20}(\.[a-z]{1,20}){0,8}$/),
        (text, sub) => {
          expect(decide([block('x.test')], from(`${text}@${sub}.x.test`))).toBe('blocked');
          expect(['accepted', 'blocked']).toContain(decide([block('x.test')], from(text)));
        },
      ),
    );
  });

  it('looks no further into an endless domain than domains can be long', () => {
    const endless = `a@${'a.'.repeat(500_000)}x.test`;
    expect(decide([block('x.test')], from(endless))).toBe('blocked');
  });
});
