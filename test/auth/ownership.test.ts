import { describe, expect, it } from '@jest/globals';
import { requireOwned, requireInbox, requireOwnedOfInbox } from '../../src/auth/ownership.js';

const caller = { orgId: 'org_a', allowedInboxIds: null };
const bound = { orgId: 'org_a', allowedInboxIds: ['inb_1'] };
const row = (orgId: string, inboxId: string) => ({ id: inboxId, inboxId, orgId });

describe('ownership', () => {
  it.each([
    ['nothing', null, 404, 'Inbox not found'],
    ['undefined', undefined, 404, 'Inbox not found'],
    ["another organization's", row('org_b', 'inb_1'), 403, 'Inbox belongs to another organization'],
  ])('of %s is refused', (_case, found, status, message) => {
    expect(() => requireOwned('org_a', found, 'Inbox')).toThrow(
      expect.objectContaining({ status, message }),
    );
  });

  it.each([
    ['an unbound key', caller, 'inb_2'],
    ['a key bound to it', bound, 'inb_1'],
  ])('lets %s have an inbox and what is in it', (_case, access, inboxId) => {
    const found = row('org_a', inboxId);
    expect(requireInbox(access, found)).toBe(found);
    expect(requireOwnedOfInbox(access, found, 'Email')).toBe(found);
  });

  it.each([
    () => requireInbox(bound, row('org_a', 'inb_2')),
    () => requireOwnedOfInbox(bound, row('org_a', 'inb_2'), 'Email'),
  ])('keeps a bound key from other inboxes', (check) => {
    expect(check).toThrow(expect.objectContaining({ status: 403 }));
  });

  it("does not tell a bound key whether another organization's inbox is on its list", () => {
    expect(() => requireInbox(bound, row('org_b', 'inb_1'))).toThrow(
      'belongs to another organization',
    );
  });
});
