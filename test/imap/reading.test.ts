import { afterEach, describe, expect, it } from '@jest/globals';
import { closeFixtures, startFixture } from './fixture.js';

afterEach(closeFixtures);

const MAIL = [
  'From: Ann <ann@sender.test>',
  'To: in@restante.test',
  'Subject: Two parts',
  'Date: Thu, 26 Nov 2026 09:00:00 +0000',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain',
  '',
  'Your code is 123456',
  '--b',
  'Content-Type: application/octet-stream',
  'Content-Transfer-Encoding: base64',
  '',
  'AAECAwQ=',
  '--b--',
  '',
].join('\r\n');

async function withMail(...mails: string[]) {
  const fixture = await startFixture();
  for (const mail of mails) fixture.inbox.inbox.add(mail, { internalDate: new Date(0) });
  return { fixture, client: await fixture.selected() };
}

describe('FETCH', () => {
  it.each([
    ['UID', '* 1 FETCH (UID 1)'],
    ['(FLAGS MODSEQ)', '* OK [HIGHESTMODSEQ 2] The highest\r\n* 1 FETCH (FLAGS () MODSEQ (2))'],
    [
      'FAST',
      `* 1 FETCH (FLAGS () INTERNALDATE " 1-Jan-1970 00:00:00 +0000" RFC822.SIZE ${MAIL.length})`,
    ],
    ['BODY[1]', '* 1 FETCH (BODY[1] {19}\r\nYour code is 123456)'],
    ['body.peek[1]<5.4>', '* 1 FETCH (BODY[1]<5> {4}\r\ncode)'],
    ['BODY[1]<100.4>', '* 1 FETCH (BODY[1]<100> {0}\r\n)'],
    ['BODY[9]', '* 1 FETCH (BODY[9] NIL)'],
    [
      'BODY[HEADER.FIELDS (subject "TO")]',
      '* 1 FETCH (BODY[HEADER.FIELDS (subject TO)] {44}\r\nTo: in@restante.test\r\nSubject: Two parts\r\n\r\n)',
    ],
    [
      'BODY[2.MIME]',
      '* 1 FETCH (BODY[2.MIME] {77}\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n\r\n)',
    ],
    [
      '(BINARY.SIZE[2] BINARY[2]<1.3>)',
      '* 1 FETCH (BINARY.SIZE[2] 5 BINARY[2]<1> ~{3}\r\n\u0001\u0002\u0003)',
    ],
    ['BODY[]', `* 1 FETCH (BODY[] {${MAIL.length}}\r\n${MAIL})`],
    ['RFC822', `* 1 FETCH (RFC822 {${MAIL.length}}\r\n${MAIL})`],
    ['EMAILID', '* 1 FETCH (EMAILID (eml_INBOX_1))'],
    ['PREVIEW (LAZY)', '* 1 FETCH (PREVIEW NIL)'],
  ])('%s', async (items, expected) => {
    const { client } = await withMail(MAIL);
    const lines = await client.command(`FETCH 1 ${items}`);
    expect(lines.join('\r\n')).toBe(`${expected}\r\nOK FETCH completed`);
  });

  it('answers with UIDs where UIDs are asked for', async () => {
    const { client } = await withMail(MAIL, MAIL);
    expect(await client.command('UID FETCH 2:* FLAGS')).toEqual([
      '* 2 FETCH (UID 2 FLAGS ())',
      'OK UID FETCH completed',
    ]);
  });

  it('gives what changed since a MODSEQ', async () => {
    const { client, fixture } = await withMail(MAIL, MAIL);
    fixture.inbox.inbox.mark(1, true);
    expect(await client.command('UID FETCH 1:* FLAGS (CHANGEDSINCE 3)')).toEqual([
      '* 1 FETCH (UID 1 FLAGS (\\Seen))',
      '* OK [HIGHESTMODSEQ 4] The highest',
      '* 1 FETCH (UID 1 MODSEQ (4) FLAGS (\\Seen))',
      'OK UID FETCH completed',
    ]);
  });

  it('sends the others where one is gone, and says so', async () => {
    const { client, fixture } = await withMail(MAIL, MAIL, MAIL);
    fixture.inbox.inbox.remove(2);
    expect(await client.command('FETCH 1:3 RFC822.SIZE')).toEqual([
      `* 1 FETCH (RFC822.SIZE ${MAIL.length})`,
      `* 3 FETCH (RFC822.SIZE ${MAIL.length})`,
      'NO [EXPUNGEISSUED] Some of these messages are gone',
    ]);
    expect(await client.command('UID FETCH 1:3 RFC822.SIZE')).toEqual([
      `* 1 FETCH (UID 1 RFC822.SIZE ${MAIL.length})`,
      `* 3 FETCH (UID 3 RFC822.SIZE ${MAIL.length})`,
      '* 2 EXPUNGE',
      'OK UID FETCH completed',
    ]);
  });
});

describe('SEARCH', () => {
  it.each([
    ['ALL', '* SEARCH 1 2'],
    ['UNSEEN', '* SEARCH 1 2'],
    ['SEEN', '* SEARCH'],
    ['(UID 1:5) NOT 1', '* SEARCH 2'],
    ['OR SUBJECT parts FROM nobody', '* SEARCH 1'],
    ['CHARSET UTF-8 TEXT "code is"', '* SEARCH 1'],
    ['HEADER Subject ""', '* SEARCH 1 2'],
    ['9,2', '* SEARCH 2'],
    ['RETURN () ALL', '* ESEARCH (TAG "t3") ALL 1:2'],
    ['RETURN (MIN MAX COUNT) ALL', '* ESEARCH (TAG "t3") MIN 1 MAX 2 COUNT 2'],
    ['RETURN (COUNT ALL) SEEN', '* ESEARCH (TAG "t3") COUNT 0'],
    ['KEYWORD $Junk', '* SEARCH'],
    ['UNKEYWORD $Junk BEFORE 2-Jan-1970 LARGER 20', '* SEARCH 1'],
  ])('%s', async (search, expected) => {
    const { client } = await withMail(MAIL, 'Subject: x\r\n\r\ny');
    expect(await client.command(`SEARCH ${search}`)).toEqual([expected, 'OK SEARCH completed']);
  });

  it('says how far it is where MODSEQ is asked for', async () => {
    const { client } = await withMail(MAIL, MAIL);
    expect(await client.command('SEARCH MODSEQ 3')).toEqual([
      '* OK [HIGHESTMODSEQ 3] The highest',
      '* SEARCH 2 (MODSEQ 3)',
      'OK SEARCH completed',
    ]);
  });

  it('keeps what was found under $', async () => {
    const { client } = await withMail(MAIL, MAIL, MAIL);
    await client.command('SEARCH RETURN (SAVE) 2:3');
    expect(await client.command('UID SEARCH RETURN (ALL) $')).toEqual([
      '* ESEARCH (TAG "t4") UID ALL 2:3',
      'OK UID SEARCH completed',
    ]);
    expect(await client.command('FETCH $ UID')).toEqual([
      '* 2 FETCH (UID 2)',
      '* 3 FETCH (UID 3)',
      'OK FETCH completed',
    ]);
  });

  it('refuses charsets that it cannot read, and too many keys', async () => {
    const { client } = await withMail(MAIL);
    expect(await client.answer('SEARCH CHARSET KOI8-R ALL')).toMatch(/^NO \[BADCHARSET \(UTF-8/);
    expect(await client.answer(`SEARCH ${'ALL '.repeat(1000)}ALL`)).toMatch(/^NO \[LIMIT\] /);
  });
});
