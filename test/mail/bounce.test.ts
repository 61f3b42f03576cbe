import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { readReport } from '../../src/mail/reports/bounce.js';
import { countWork } from './work.js';

const FOLDER = new URL('../fixtures/bounces/', import.meta.url);
const ORDER = '<order-1@restante.example>';

const mailOf = (name: string) =>
  Buffer.from(readFileSync(new URL(`${name}.eml`, FOLDER), 'utf8').replaceAll('\n', '\r\n'));

type Fate = readonly [address: string, status: string | null, permanent: boolean];

const bounced = (...fates: Fate[]) => ({ kind: 'bounce', fates });
const gone = (address: string, status: string | null = '5.1.1') => bounced([address, status, true]);
const passing = (address: string, status: string | null) => bounced([address, status, false]);

const REPORTS = {
  // With a part for programs (RFC 3464).
  'postfix-unknown': gone('nobody@people.example'),
  'postfix-two': bounced(
    ['gone@people.example', '5.1.1', true],
    ['strict@firm.example', '5.7.1', false],
  ),
  'postfix-delayed': { kind: 'delayed', fates: [['slow@people.example', '4.4.1', false]] },
  'postfix-delivered': {
    kind: 'delivered',
    fates: [
      ['someone@people.example', '2.0.0', false],
      ['list@people.example', '2.0.0', false],
    ],
  },
  'sendmail-dsn': gone('nobody@people.example'),
  'exchange-online': gone('nobody@firm.example', '5.1.10'),
  'exchange-access-denied': gone('nobody@firm.example', '5.4.1'),
  'gmail-dsn': gone('nobody@gmail.example'),
  'exim-dsn': gone('nobody@people.example', '5.0.0'),
  'exim-dsn-full': passing('full@people.example', '5.0.0'),
  'mailbox-full': passing('full@people.example', '5.2.2'),
  policy: passing('someone@firm.example', '5.7.26'),
  expired: passing('slow@people.example', '4.4.7'),
  'global-status': gone('jürgen@münchen.example'),
  'sloppy-status': bounced(
    ['gone@old.example', '5.1.1', true],
    ['away@old.example', '5.0.0', true],
  ),
  forwarded: gone('old.name@new.example'),
  'outlook-com': gone('nobody@hotmail.example', '5.5.0'),
  'vague-status': bounced(
    ['nobody@people.example', '5.1.2', true],
    ['quoted@people.example', '5.0.0', false],
    ['long@people.example', '5.3.4', false],
  ),
  blacklisted: passing('someone@people.example', '5.7.1'),
  'full-as-unknown': passing('full@people.example', '5.1.1'),
  rejected: passing('someone@people.example', '5.0.0'),
  'mixed-fates': bounced(
    ['nobody@people.example', '5.1.1', true],
    ['someone@people.example', '2.1.5', false],
    ['slow@firm.example', '4.2.0', false],
  ),
  // In words.
  dragonfly: passing('someone@gone.example', null),
  'imail-full': passing('full@people.example', null),
  'delay-prose': { kind: 'delayed', fates: [['slow@firm.example', null, false]] },
  'qmail-locked': passing('locked@people.example', null),
  qmail: bounced(['nobody@people.example', '5.1.1', true], ['away@firm.example', '5.2.1', true]),
  'qmail-queue-too-long': passing('slow@firm.example', '4.4.1'),
  'exim-prose': gone('nobody@people.example', null),
  'exim-unrouteable': bounced(
    ['nobody@gone.example', null, true],
    ['full@people.example', null, false],
  ),
  'exim-warning': { kind: 'delayed', fates: [['slow@firm.example', '4.7.1', false]] },
  'exchange-2003': gone('nobody@firm.example'),
  'gmail-old': gone('nobody@people.example'),
  yahoo: gone('nobody@yahoo.example', null),
  'postfix-prose': bounced(
    ['nobody@people.example', '5.1.1', true],
    ['nodomain@gone.example', '5.4.4', true],
  ),
  'sendmail-old': gone('nobody@people.example', null),
  domino: gone('nobody@firm.example', null),
  mdaemon: gone('nobody@people.example'),
  'attached-original': gone('nobody@firm.example'),
  german: gone('niemand@web.example', null),
  'german-full': passing('voll@post.example', null),
  french: gone('personne@poste.example'),
  spanish: gone('nadie@correo.example'),
  italian: gone('nessuno@posta.example', null),
  portuguese: gone('ninguem@correio.example'),
  russian: gone('nikto@pochta.example', null),
  japanese: gone('dareka@keitai.example', null),
  'polish-html': gone('nikt@poczta.example'),
  // Complaints (RFC 5965).
  complaint: { kind: 'complaint', fates: [['annoyed@provider.example', null, true]] },
  'complaint-redacted': { kind: 'complaint', fates: [] },
} as const;

const OTHERS = ['not-spam', 'reply', 'read-receipt', 'delivered-prose'];

describe('readReport', () => {
  it.each(Object.entries(REPORTS))('reads %s', (name, { kind, fates }) => {
    const report = readReport(mailOf(name));
    const read = report?.recipients.map(({ address, status, permanent }) => [
      address,
      status,
      permanent,
    ]);
    expect({ kind: report?.kind, fates: read }).toEqual({ kind, fates });
    expect(report?.originalMessageIds[0]).toBe(ORDER);
  });

  it('names a rewritten mail by the id that came back', () => {
    const report = readReport(mailOf('ses'));
    expect(report?.originalMessageIds).toEqual([
      '<0100018f2c3d4e5f-6a7b8c9d-0e1f-4a2b-8c3d-4e5f6a7b8c9d-000000@email.amazonses.example>',
    ]);
    expect(report?.recipients).toMatchObject([{ address: 'nobody@people.example' }]);
  });

  it('tells the fates of recipients apart', () => {
    const report = readReport(mailOf('mixed-fates'));
    expect(report?.recipients.map(({ outcome }) => outcome)).toEqual([
      'failed',
      'delivered',
      'delayed',
    ]);
  });

  it('keeps what the other server said on one line, and the address it was written to', () => {
    const unknown = readReport(mailOf('postfix-unknown'));
    expect(unknown?.recipients[0]).toMatchObject({
      originalAddress: 'nobody@people.example',
      diagnostic:
        '550 5.1.1 <nobody@people.example>: Recipient address rejected: User unknown in virtual mailbox table',
    });
    const forwarded = readReport(mailOf('forwarded'));
    expect(forwarded?.recipients[0]?.originalAddress).toBe('alias@people.example');
  });

  it('takes the last of the references for the mail that it answers', () => {
    const report = readReport(mailOf('postfix-prose'));
    expect(report?.originalMessageIds).toEqual([ORDER, '<first-0@restante.example>']);
  });

  it.each(OTHERS)('reads no report in %s', (name) => {
    expect(readReport(mailOf(name))).toBeNull();
  });

  it('is tried with every mail there is', () => {
    const names = readdirSync(FOLDER).map((file) => file.replace('.eml', ''));
    expect([...Object.keys(REPORTS), ...OTHERS, 'ses'].sort()).toEqual(names.sort());
  });
});

const status = (fields: string) =>
  Buffer.from(
    `Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n` +
      `--b\r\nContent-Type: message/delivery-status\r\n\r\n${fields}\r\n--b--\r\n`,
  );
const prose = (text: string) => Buffer.from(`From: mailer-daemon@x.test\r\n\r\n${text}`);

describe('a hostile report', () => {
  const LENGTH = 400_000;
  const fill = (piece: string) => piece.repeat(Math.ceil(LENGTH / piece.length));

  it.each([
    ['a million recipients', status(fill('Final-Recipient: rfc822; a@b.test\nStatus: 5.1.1\n\n'))],
    ['recipients without an empty line', status(fill('Final-Recipient: rfc822; a@b.test\n'))],
    ['one endless field', status(`Final-Recipient: rfc822; a@b.test${fill('\n a')}`)],
    ['one endless address', status(`Final-Recipient: rfc822; ${fill('a@')}`)],
    ['only blanks', status(fill(' \t'))],
    [
      'fields of many names',
      status(Array.from({ length: 40_000 }, (_, i) => `X-${i}: 1`).join('\n')),
    ],
    ['escapes', status(`Final-Recipient: utf-8; ${fill('\\x{110000}')}@b.test\nStatus: 5.0.0`)],
    ['at signs', prose(fill('@'))],
    ['addresses', prose(fill('a@b.test '))],
    ['addresses a line', prose(fill('a@b.test\n'))],
    ['addresses and codes', prose(fill('a@b.test 550 5.1.1 user unknown\n'))],
    [
      'different addresses, then codes',
      prose(
        `${Array.from({ length: 20_000 }, (_, i) => `a${i}@b.test`).join('\n')}\n${fill('550\n')}`,
      ),
    ],
    ['numbers', prose(fill('5.1.'))],
    ['digits', prose(fill('5'))],
    ['dashes', prose(fill('-'))],
    ['quotes', prose(fill('> '))],
    ['ids', prose(`a@b.test 550\nReceived: x\n${fill('Message-ID: <')}`)],
  ])('of %s is read within time', (_what, raw) => {
    const report = readReport(raw);
    expect(report?.recipients.length ?? 0).toBeLessThanOrEqual(200);
  });

  it.each([
    ...['a@b.test ', 'a@b.test\n', '550 ', '5.1.1 a@b.test\n', '<a@b.test>: user unknown\n', '@'],
    ...['> ', '---', 'Message-ID: <a', 'a.', ';', '5.'],
  ])('of %j costs twice as much when it is twice as long', async (piece) => {
    const work = (bytes: number, make: (text: string) => Buffer) => {
      const raw = make(piece.repeat(Math.ceil(bytes / piece.length)));
      return countWork(() => readReport(raw));
    };
    const SIZE = 12 * 1024;
    for (const make of [prose, status, (text: string) => status(`Final-Recipient: ${text}`)]) {
      await work(1024, make);
      const [once, twice, four] = [
        await work(SIZE, make),
        await work(2 * SIZE, make),
        await work(4 * SIZE, make),
      ];
      expect(twice / once).toBeLessThanOrEqual(2.2);
      expect(four / twice).toBeLessThanOrEqual(2.2);
      expect(four / (4 * SIZE)).toBeLessThan(400);
    }
  });

  it('of any text is read', () => {
    const piece = fc.constantFrom(
      ...['a@b.test', '<a@b.test>:', '550', '5.1.1', '\n', '\r\n\r\n', ' ', ':', ';', 'rfc822'],
      ...[
        'Final-Recipient:',
        'Action: failed',
        'Status:',
        'Message-ID: <a@b>',
        '\0',
        '\ud800',
        '--b',
      ],
    );
    const text = fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 });
    fc.assert(
      fc.property(text, fc.boolean(), (pieces, isStatus) => {
        const body = pieces.join('');
        const report = readReport(isStatus ? status(body) : prose(body));
        for (const { address, diagnostic } of report?.recipients ?? []) {
          expect(address).toMatch(/@/);
          expect(diagnostic).not.toMatch(/[\0\r\n]/);
        }
      }),
    );
  });

  it('of ten megabytes is read to where reports end', () => {
    const raw = Buffer.concat([
      mailOf('postfix-unknown'),
      Buffer.alloc(10_000_000, 'a@b.test 550 '),
    ]);
    expect(readReport(raw)?.recipients).toHaveLength(1);
  });
});
