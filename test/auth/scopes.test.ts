import { describe, expect, it } from '@jest/globals';
import { anonymous } from '../../src/auth/authenticate.js';
import type { Caller } from '../../src/auth/caller.js';
import { KEY_SCOPES, toKeyScope } from '../../src/auth/scopes.js';
import { authorize } from '../../src/operations/authorize.js';

describe('scopes', () => {
  it.each(KEY_SCOPES)('%s stands for itself', (scope) => {
    expect(toKeyScope(scope)).toBe(scope);
  });

  it.each([
    ['inbox:read', 'inboxes:read'],
    ['inbox:write', 'inboxes:write'],
    ['email:read', 'emails:read'],
    ['email:send', 'emails:send'],
    ['domain:manage', 'domains:manage'],
  ])('the OAuth name %s stands for %s', (name, scope) => {
    expect(toKeyScope(name)).toBe(scope);
  });

  it.each(['', 'emails', 'emails:*', 'constructor', '__proto__', 'EMAILS:READ'])(
    '%j stands for nothing',
    (name) => {
      expect(toKeyScope(name)).toBeNull();
    },
  );
});

describe('authorize', () => {
  const keyWith = (scopes: Caller['scopes']): Caller => ({
    ...anonymous('192.0.2.1'),
    orgId: 'org_a',
    principal: { kind: 'key', id: 'key_a' },
    scopes,
  });

  it.each([
    ['anyone', 'public', anonymous('192.0.2.1')],
    ['any key', 'any-key', keyWith(['ai:manage'])],
    ['a key with the scope', 'emails:read', keyWith(['ai:manage', 'emails:read'])],
    ['a key without scopes', 'emails:read', keyWith(null)],
  ] as const)('lets %s run what is for %s', (_case, access, caller) => {
    expect(() => authorize(caller, { access })).not.toThrow();
  });

  it.each([
    ['nobody', 'any-key', anonymous('192.0.2.1'), 401],
    ['nobody', 'emails:read', anonymous('192.0.2.1'), 401],
    ['a key of another scope', 'emails:read', keyWith(['emails:write']), 403],
  ] as const)('does not let %s run what is for %s', (_case, access, caller, status) => {
    expect(() => authorize(caller, { access })).toThrow(expect.objectContaining({ status }));
  });
});
