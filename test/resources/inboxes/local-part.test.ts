import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  isLocalPart,
  localPartCandidates,
  slug,
} from '../../../src/resources/inboxes/local-part.js';
import { isReserved } from '../../../src/resources/inboxes/reserved-local-parts.js';

describe('the local part of an address', () => {
  it.each(['a', '7', 'a.b', 'a-b_c.d', 'a'.repeat(64), '1-2'])('may be %s', (text) => {
    expect(isLocalPart(text)).toBe(true);
  });

  it.each([
    '',
    '.a',
    'a.',
    '-a',
    'a-',
    'a..b',
    'a+b',
    'A',
    'a b',
    'ä',
    'a@b',
    'a\n',
    'a'.repeat(65),
  ])('may not be %j', (text) => {
    expect(isLocalPart(text)).toBe(false);
  });
});

describe('the slug of a name', () => {
  it.each([
    ['alice', 'alice'],
    ['Shopping Bot', 'shopping-bot'],
    ['Zoë Ångström', 'zoe-angstrom'],
    ['first.last_2', 'first.last_2'],
    ['a...b', 'a.b'],
    ['  (test)  ', 'test'],
    ['support+tag@x.test', 'support-tag-x.test'],
    ['日本', ''],
    ['...', ''],
    ['x'.repeat(200), 'x'.repeat(59)],
  ])('of %j is %j', (name, expected) => {
    expect(slug(name)).toBe(expected);
  });

  it('is empty or a local part, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const text = slug(name);
        expect(text === '' || isLocalPart(text)).toBe(true);
      }),
    );
  });
});

describe('candidates for an address', () => {
  it('are the slug of the name, then the slug with four random characters', () => {
    const [first, ...others] = localPartCandidates('Shopping Bot');
    expect(first).toBe('shopping-bot');
    expect(new Set(others).size).toBe(others.length);
    for (const other of others) expect(other).toMatch(/^shopping-bot-[2-9a-z]{4}$/);
  });

  it.each([[undefined], ['日本']])('are words with four random characters for %j', (name) => {
    for (const candidate of localPartCandidates(name))
      expect(candidate).toMatch(/^([bdfgklmnprstvz][aeiou]){3}-[2-9a-z]{4}$/);
  });

  it('all are local parts, however long the name', () => {
    for (const candidate of localPartCandidates('x'.repeat(200)))
      expect(isLocalPart(candidate)).toBe(true);
  });
});

describe('reserved local parts', () => {
  it.each([
    'postmaster',
    'abuse',
    'hostmaster',
    'webmaster',
    'admin',
    'administrator',
    'root',
    'security',
    'ssl',
    'mailer-daemon',
    'noreply',
    'no-reply',
    'no_reply',
    'do.not.reply',
  ])('%s is reserved', (localPart) => {
    expect(isReserved(localPart)).toBe(true);
  });

  it.each(['alice', 'support', 'administration', 'rooted', 'abuse-team'])(
    '%s is not',
    (localPart) => {
      expect(isReserved(localPart)).toBe(false);
    },
  );
});
