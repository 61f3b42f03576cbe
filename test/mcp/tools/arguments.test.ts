import { describe, expect, it } from '@jest/globals';
import { readArguments } from '../../../src/mcp/tools/read-arguments.js';
import { ALL_TOOLS } from './tool-caller.js';

const read = (tool: string, given: unknown) => readArguments(ALL_TOOLS.find(tool)!.inputs, given);
const fieldsOf = (tool: string, given: unknown) => {
  const { defaults, fixed } = ALL_TOOLS.find(tool)!.inputs;
  const own = Object.entries(read(tool, given).fields).filter(
    ([field, value]) => defaults[field] !== value && !Object.hasOwn(fixed, field),
  );
  return Object.fromEntries(own);
};

describe('Arguments as they should be', () => {
  it.each([
    ['get_inbox', { inbox_id: 'inb_1' }, { id: 'inb_1' }],
    ['get_attachment', { email_id: 'e', attachment_id: 'a' }, { id: 'e', attachmentId: 'a' }],
    ['reply_to_email', { inbox_id: 'i', email_id: 'e' }, { id: 'i', email_id: 'e' }],
    ['send_bulk_email', { list_id: 'l' }, { contact_list_id: 'l' }],
    ['redeliver_webhook_delivery', { webhook_id: 'w', delivery_id: 'd' }, { id: 'w', whd: 'd' }],
    ['get_organization', {}, {}],
    ['get_organization', undefined, {}],
  ])('%s takes %j', (tool, given, fields) => {
    expect(fieldsOf(tool, given)).toEqual(fields);
    expect(read(tool, given).ignored).toEqual([]);
  });
});

describe('Arguments as programs and models write them', () => {
  const OBJECT = { from_pattern: '*@a.example' };
  it.each([
    // id, and any *_id for the only id that is missing
    ['get_inbox', { id: 'inb_1' }, { id: 'inb_1' }],
    ['get_inbox', { my_inbox_id: 'inb_1' }, { id: 'inb_1' }],
    ['read_email', { message_id: 'eml_1' }, { id: 'eml_1' }],
    ['read_email', { messageId: 'eml_1' }, { id: 'eml_1' }],
    ['reply_to_email', { inbox_id: 'i', id: 'e' }, { id: 'i', email_id: 'e' }],
    ['reply_to_email', { inbox_id: 'i', reply_to_email_id: 'e' }, { id: 'i', email_id: 'e' }],
    ['reply_to_email', { id: 'i', email_id: 'e' }, { id: 'i', email_id: 'e' }],
    ['get_attachment', { email_id: 'e', file_id: 'a' }, { id: 'e', attachmentId: 'a' }],
    ['list_threads', { id: 'inb_1' }, { inbox_id: 'inb_1' }],
    ['search_emails', { q: 'x', mailbox_id: 'inb_1' }, { q: 'x', inbox_id: 'inb_1' }],
    // camel case
    ['list_emails', { inboxId: 'i', includeSpam: true }, { id: 'i', include_spam: true }],
    ['list_emails', { 'inbox-id': 'i' }, { id: 'i' }],
    ['send_email', { replyTo: ['a'], sendAt: 't' }, { reply_to: ['a'], send_at: 't' }],
    [
      'send_email',
      { attachments: [{ contentType: 'text/plain', content: 'eA==' }] },
      { attachments: [{ content_type: 'text/plain', content: 'eA==' }] },
    ],
    // numbers and flags as text, and text as numbers
    ['list_emails', { inbox_id: 'i', limit: '5' }, { id: 'i', limit: 5 }],
    ['get_otp', { inbox_id: 'i', min_confidence: '0.7' }, { id: 'i', min_confidence: 0.7 }],
    ['list_emails', { inbox_id: 'i', unread: 'True' }, { id: 'i', unread: true }],
    ['list_emails', { inbox_id: 'i', unread: 'no' }, { id: 'i', unread: false }],
    ['list_emails', { inbox_id: 'i', unread: 1 }, { id: 'i', unread: true }],
    ['create_inbox', { name: 42 }, { name: '42' }],
    // one in place of a list
    ['send_email', { to: 'a@example.com' }, { to: ['a@example.com'] }],
    ['create_webhook', { events: 'email.received' }, { events: ['email.received'] }],
    [
      'add_contacts',
      { list_id: 'l', contacts: { address: 'a' } },
      { id: 'l', contacts: [{ address: 'a' }] },
    ],
    // JSON text
    ['send_email', { to: '["a@example.com"]' }, { to: ['a@example.com'] }],
    ['send_email', { to: '[a@example.com' }, { to: ['[a@example.com'] }],
    ['create_routing_rule', { conditions: JSON.stringify(OBJECT) }, { conditions: OBJECT }],
    [
      'create_routing_rule',
      { conditions: { fromPattern: 'a' } },
      { conditions: { from_pattern: 'a' } },
    ],
    ['send_email', { subject: '["a"]' }, { subject: '["a"]' }],
    ['get_inbox', '{"inbox_id": "inb_1"}', { id: 'inb_1' }],
    // null is absent
    ['update_inbox', { inbox_id: 'i', name: null, display_name: null }, { id: 'i' }],
    ['create_routing_rule', { conditions: { category: null } }, { conditions: {} }],
    ['get_organization', null, {}],
  ])('%s takes %j', (tool, given, fields) => {
    expect(fieldsOf(tool, given)).toEqual(fields);
    expect(read(tool, given).ignored).toEqual([]);
  });

  it('leaves names alone that are the caller’s own', () => {
    const metadata = { someKey: null, otherKey: 1 };
    expect(fieldsOf('update_inbox', { inbox_id: 'i', metadata })).toEqual({ id: 'i', metadata });
  });

  it.each([
    ['two ids are missing', 'get_attachment', { id: 'x' }],
    ['nobody knows which is meant', 'get_inbox', { first_id: 'a', second_id: 'b' }],
    ['an id is no resource', 'create_inbox', { org_id: 'org_1' }],
    ['any of two may be meant', 'create_routing_rule', { id: 'x' }],
  ])('guesses nothing where %s', (_case, tool, given) => {
    expect(fieldsOf(tool, given)).toEqual({});
    expect(read(tool, given).ignored).toEqual(Object.keys(given));
  });

  it('lets the right spelling win, and tells what means nothing', () => {
    const { fields, ignored } = read('get_inbox', { inboxId: 'a', inbox_id: 'b', 'what\nis': 1 });
    expect(fields).toEqual({ id: 'b' });
    expect(ignored).toEqual(['what_is']);
  });

  it('has defaults of its own, which can be told otherwise, and what cannot', () => {
    expect(read('get_otp', { inbox_id: 'i' }).fields).toMatchObject({ timeout: 50 });
    expect(read('get_otp', { inbox_id: 'i', timeout: 5 }).fields).toMatchObject({ timeout: 5 });
    const { fields } = read('get_otp', { inbox_id: 'i', timeout_status: 408, prefer: 'x' });
    expect(fields).toMatchObject({ timeout_status: 204, prefer: undefined });
  });

  it('empties what is named for it', () => {
    const given = { inbox_id: 'i', clear: ['expires_at', 'displayName'], display_name: 'Kim' };
    expect(read('update_inbox', given).fields).toEqual({
      id: 'i',
      expires_at: null,
      display_name: 'Kim',
    });
    expect(read('update_webhook', { webhook_id: 'w', clear: 'headers' }).fields).toEqual({
      id: 'w',
      headers: null,
    });
  });

  it('takes the idempotency key of what is created', () => {
    const given = { name: 'a', idempotency_key: 7 };
    expect(read('create_inbox', given)).toMatchObject({
      fields: { name: 'a' },
      idempotencyKey: '7',
    });
    expect(read('get_otp', { inbox_id: 'i', idempotencyKey: 'k' }).fields).toMatchObject({
      idempotency_key: 'k',
    });
  });
});

describe('Arguments that cannot be', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  it.each([
    ['get_inbox', ['inb_1'], 400, 'The arguments must be a JSON object'],
    ['get_inbox', 'inb_1', 400, 'The arguments must be a JSON object'],
    ['get_inbox', { inbox_id: '' }, 404, 'Resource not found'],
    ['get_inbox', { inbox_id: 'x'.repeat(256) }, 404, 'Resource not found'],
    ['get_inbox', { inbox_id: 'a\nb' }, 404, 'Resource not found'],
    ['send_email', { text: 'a\0' }, 400, /^text must not hold NUL/],
    ['send_email', { to: ['\ud800'] }, 400, /^to must not hold .*surrogates$/],
    ['create_inbox', { metadata: { 'a\0': 1 } }, 400, /^metadata must not hold NUL/],
    ['create_inbox', JSON.parse('{"metadata": {"__proto__": 1}}'), 400, /__proto__$/],
    ['update_inbox', { inbox_id: 'i', clear: [{ toString: 1 }] }, 400, /^clear must be of /],
    ['update_inbox', { inbox_id: 'i', clear: ['name'] }, 400, /^clear must be of display_name, /],
    ['create_inbox', { metadata: `{"a": ${deep(100)}}` }, 400, /nested deeper than 64$/],
    ['create_inbox', { metadata: `{"a": ${deep(100_000)}}` }, 400, /nested deeper than 64$/],
  ])('%s refuses %j', (tool, given: unknown, status, message) => {
    expect(() => read(tool, given)).toThrow(
      expect.objectContaining({ status, message: expect.stringMatching(message) }),
    );
  });
});
