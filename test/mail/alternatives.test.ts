import { describe, expect, it } from '@jest/globals';
import { analyse } from '../../src/mail/reading/analyse.js';

const read = (text: string, html: string) => {
  const part = (type: string, body: string) =>
    `--b\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${body}\r\n`;
  const body = `${part('text/plain', text)}${part('text/html', html)}--b--\r\n`;
  const head =
    'From: Northwind <no-reply@northwind.example>\r\nSubject: Sign in to Northwind\r\n' +
    'Date: Fri, 20 Nov 2026 10:00:00 +0000\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n';
  return analyse(Buffer.from(head + body), { receivedAt: new Date('2026-11-20T10:00:03Z') });
};

const HELLO = 'Hello Robin, this is the code that you asked for to sign in to your account';

describe('the plain form of an HTML mail', () => {
  it('yields the code that the HTML shows as a picture', () => {
    const mail = read(
      `${HELLO}:\n\n482913\n\nIt is valid for 10 minutes.`,
      `<p>${HELLO}:</p><img src="https://northwind.example/c.png"><p>It is valid for 10 minutes.</p>`,
    );

    expect(mail).toMatchObject({
      otpCodes: ['482913'],
      codeExpiry: '2026-11-20T10:10:00.000Z',
      hiddenContent: false,
    });
    expect(mail.otpCandidates[0]).toMatchObject({ source: 'text' });
  });

  it('yields the lifetime that the HTML does not tell', () => {
    const mail = read(
      `${HELLO}:\n\n482913\n\nIt is valid for 10 minutes.`,
      `<p>${HELLO}:</p><p><b>482913</b></p>`,
    );

    expect(mail).toMatchObject({ otpCodes: ['482913'], codeExpiry: '2026-11-20T10:10:00.000Z' });
    expect(mail.otpCandidates).toMatchObject([{ source: 'html' }]);
  });

  it('yields the links that the HTML does not have', () => {
    const mail = read(
      `${HELLO}. Or confirm your address here: https://northwind.example/confirm?t=1a2b3c4d5e6f`,
      `<p>${HELLO}. Or confirm your address in the app.</p>`,
    );

    expect(mail.verificationLinks).toEqual(['https://northwind.example/confirm?t=1a2b3c4d5e6f']);
  });
});
