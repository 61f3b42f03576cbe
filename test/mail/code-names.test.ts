import { describe, expect, it } from '@jest/globals';
import { analyse } from '../../src/mail/reading/analyse.js';

const RECEIVED_AT = new Date('2026-11-20T10:00:03Z');

/** Codes of a plain mail from Northwind. */
function codesOf(text: string): readonly string[] {
  const raw = Buffer.from(
    'From: Northwind <no-reply@mail.northwind.example>\r\nSubject: Hello\r\n' +
      `Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`,
  );
  return analyse(raw, { receivedAt: RECEIVED_AT }).otpCodes;
}

describe('what names a code', () => {
  it.each([
    ['Dear customer, 482913 is the OTP for the txn of INR 1,200.00 at SHOP.', ['482913']],
    ['Estimado cliente, 482913 es su código de verificación.', ['482913']],
    ['尊敬的客户,482913是您的验证码', ['482913']],
    ['Your customer number, 482913, did not change.', []],
  ])('is nobody who is greeted: %j', (text, codes) => {
    expect(codesOf(text)).toEqual(codes);
  });

  it.each([
    ['Northwind code: 482913', ['482913']],
    ['Hi,\n\nNorthwind code: 48213\n\nThanks', ['48213']],
    ['Garage code: 4821', []],
    ['Larkspur code: 482913', []],
  ])('may begin with the sender: %j', (text, codes) => {
    expect(codesOf(text)).toEqual(codes);
  });
});
