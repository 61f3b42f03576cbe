import { describe, expect, it } from '@jest/globals';
import { codeMail, type CodeMail } from '../../bench/code-mail.js';
import { variedMail, type MailSize } from '../../bench/varied-mail.js';
import { analyse } from '../../src/mail/reading/analyse.js';

const TO = 'in@restante.localhost';

const read = ({ raw }: CodeMail) => analyse(Buffer.from(raw), { receivedAt: new Date() });

describe('the mail of the benches', () => {
  it('has a size of 1.25 KB and only CRLF line ends', () => {
    const { raw } = codeMail(TO);
    expect(raw.length).toBeGreaterThan(1_200);
    expect(raw.length).toBeLessThan(1_350);
    expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('has a code and a Message-ID of its own, which reading it finds', () => {
    const [one, other] = [codeMail(TO), codeMail(TO)];
    expect(one.code).not.toBe(other.code);
    expect(one.messageId).not.toBe(other.messageId);
    expect(read(one)).toMatchObject({ messageId: one.messageId, otpCodes: [one.code] });
  });
});

describe.each<[MailSize, number, number]>([
  [1.25, 1_100, 1_450],
  [10, 9_500, 11_000],
])('varied mail of %d KB', (size, least, most) => {
  const mails = Array.from({ length: 400 }, () => variedMail(TO, size));

  it('is of 200 senders and has forty texts, of that size', () => {
    const count = (header: RegExp) => new Set(mails.map(({ raw }) => header.exec(raw)![0])).size;
    expect(count(/^From: .*/m)).toBe(200);
    expect(new Set(mails.map(({ raw }) => wordsOf(raw))).size).toBe(40);
    for (const { raw } of mails) {
      expect(raw.length).toBeGreaterThan(least);
      expect(raw.length).toBeLessThan(most);
      expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    }
  });

  it('has a code each, which reading it finds', () => {
    for (const mail of mails) expect(read(mail).otpCodes).toEqual([mail.code]);
  });
});

/** The plain text without the code, the sender and the blank lines. */
const wordsOf = (raw: string) =>
  raw
    .split('Content-Type: text/html')[0]!
    .split('text/plain')[1]!
    .replace(/^ *\d{6}\r\n|^.* Harbour Street\r\n|^--.*\r\n|^Content-.*\r\n/gm, '');
