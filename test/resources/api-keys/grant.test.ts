import { describe, expect, it } from '@jest/globals';
import { checkGrant, type Grant } from '../../../src/resources/api-keys/grant.js';

const ALL: Grant = { scopes: null, allowedInboxIds: null, allowedNamespaces: null };
const scoped = (...scopes: NonNullable<Grant['scopes']>): Grant => ({ ...ALL, scopes });
const bound = (...allowedInboxIds: string[]): Grant => ({ ...ALL, allowedInboxIds });

describe('checkGrant', () => {
  it.each([
    ['an unlimited key makes an unlimited one', ALL, ALL],
    ['an unlimited key makes a scoped one', ALL, scoped('ai:manage')],
    ['a scoped key makes its equal', scoped('ai:manage'), scoped('ai:manage')],
    ['a scoped key makes a lesser one', scoped('ai:manage', 'vault:use'), scoped('vault:use')],
    ['a bound key makes a lesser one', bound('inb_1', 'inb_2'), bound('inb_2')],
  ])('%s', (_case, caller, grant) => {
    expect(() => checkGrant(caller, grant)).not.toThrow();
  });

  it.each([
    ['a scoped key makes an unlimited one', scoped('ai:manage'), ALL, /needs scopes too/],
    ['a scoped key gives what it lacks', scoped('ai:manage'), scoped('vault:use'), /vault:use/],
    ['a key with no scopes at all gives one', scoped(), scoped('vault:use'), /vault:use/],
    ['a bound key makes an unbound one', bound('inb_1'), ALL, /needs allowed_inbox_ids too/],
    ['a bound key reaches further', bound('inb_1'), bound('inb_1', 'inb_2'), /other inboxes/],
  ])('refuses that %s', (_case, caller, grant, message) => {
    expect(() => checkGrant(caller, grant)).toThrow(
      expect.objectContaining({ status: 403, message: expect.stringMatching(message) }),
    );
  });
});
