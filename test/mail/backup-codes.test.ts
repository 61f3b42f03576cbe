import { describe, expect, it } from '@jest/globals';
import { findBackupCodes } from '../../src/mail/codes/backup-codes.js';
import { createPage } from '../../src/mail/text/page.js';

const codesOf = (text: string) => findBackupCodes(createPage({ source: 'text', text })).codes;

describe('findBackupCodes', () => {
  it.each([
    [
      'lines',
      'Your backup codes:\n\n1a2b3c4d\n5e6f7a8b\n9c0d1e2f',
      ['1a2b3c4d', '5e6f7a8b', '9c0d1e2f'],
    ],
    [
      'groups',
      'Recovery codes\n1a2b3-c4d5e\n5e6f7-a8b9c\n9c0d1-e2f3a',
      ['1a2b3-c4d5e', '5e6f7-a8b9c', '9c0d1-e2f3a'],
    ],
    [
      'numbered lines',
      'Backup codes\n1. 11223344\n2. 55667788\n3. 99001122',
      ['11223344', '55667788', '99001122'],
    ],
    [
      'bullets',
      'Backup codes\n- 11223344\n- 55667788\n- 99001122',
      ['11223344', '55667788', '99001122'],
    ],
    [
      'groups with blanks',
      'Backup codes\n1122 3344\n5566 7788\n9900 1122',
      ['11223344', '55667788', '99001122'],
    ],
    [
      'two columns',
      'Backup codes\n1122 3344\t5566 7788\n9900 1122\t1234 5678',
      ['11223344', '55667788', '99001122', '12345678'],
    ],
    [
      'one line',
      'Your backup codes: 11223344, 55667788, 99001122',
      ['11223344', '55667788', '99001122'],
    ],
    [
      'German',
      'Ihre Wiederherstellungscodes:\n11223344\n55667788\n99001122',
      ['11223344', '55667788', '99001122'],
    ],
    [
      'Japanese',
      'バックアップコード\n11223344\n55667788\n99001122',
      ['11223344', '55667788', '99001122'],
    ],
    [
      'a list whose announcement ends in a line of one word',
      'These are your recovery codes. Each works once. Keep them\nsafely.\n\n11223344\n55667788\n99001122',
      ['11223344', '55667788', '99001122'],
    ],
    [
      'a list in a line with the number of each entry',
      'Backup codes:\n(1) 4829-1377 (2) 7741-2913 (3) 0042-8813',
      ['4829-1377', '7741-2913', '0042-8813'],
    ],
    [
      'a list that is told to be one of codes first',
      'Ini kode pemulihan Anda.\n11223344\n55667788\n99001122',
      ['11223344', '55667788', '99001122'],
    ],
  ])('reads %s', (_form, text, codes) => {
    expect(codesOf(text)).toEqual(codes);
  });

  it('reads a list that the subject announces', () => {
    const page = createPage({ source: 'text', text: 'Hi!\n\n11223344\n55667788\n99001122' });

    expect(findBackupCodes(page).codes).toEqual([]);
    expect(findBackupCodes(page, true).codes).toEqual(['11223344', '55667788', '99001122']);
  });

  it.each([
    'Order numbers\n11223344\n55667788\n99001122',
    'Keep your backup codes safe.\nDear customer\nwith regards\nNorthwind',
    'You have 3 backup codes left.',
  ])('reads none in %j', (text) => {
    expect(codesOf(text)).toEqual([]);
  });
});
