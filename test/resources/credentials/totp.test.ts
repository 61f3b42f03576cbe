import { describe, expect, it } from '@jest/globals';
import { Secret } from 'otpauth';
import { codeOf } from '../../../src/resources/credentials/totp.js';

const SECONDS = 30;

/** The secrets of RFC 6238, appendix B: the same digits over and over, as many as the hash has bytes. */
function addressOf(algorithm: string, bytes: number): string {
  const digits = '1234567890'.repeat(7).slice(0, bytes);
  const secret = Secret.fromUTF8(digits).base32;
  return `otpauth://totp/Site:ada?secret=${secret}&algorithm=${algorithm}&digits=8&period=${SECONDS}`;
}

describe('A code', () => {
  it.each<[string, number, readonly string[]]>([
    ['SHA1', 20, ['94287082', '07081804', '14050471', '89005924', '69279037', '65353130']],
    ['SHA256', 32, ['46119246', '68084774', '67062674', '91819424', '90698825', '77737706']],
    ['SHA512', 64, ['90693936', '25091201', '99943326', '93441116', '38618901', '47863826']],
  ])('is the one of RFC 6238, appendix B, by %s', (algorithm, bytes, codes) => {
    const times = [59, 1111111109, 1111111111, 1234567890, 2000000000, 20000000000];
    const begins = times.map((time) => Math.floor(time / SECONDS) * SECONDS * 1_000);
    const address = addressOf(algorithm, bytes);
    expect(begins.map((now) => codeOf(address, null, now).code)).toEqual(codes);
  });

  const address = addressOf('SHA1', 20);
  it.each<[string, number | null, number, object]>([
    ['of this step', null, 0, { step: 10, inMs: 0 }],
    ['of this step, with three seconds left', null, 27_000, { step: 10, inMs: 0 }],
    ['of the next, with less', null, 27_001, { step: 11, inMs: 2_999 }],
    ['of the next where this one was used', 10, 5_000, { step: 11, inMs: 25_000 }],
    ['of the one behind the last that was used', 11, 5_000, { step: 12, inMs: 55_000 }],
  ])('is %s', (_what, last, ms, code) => {
    const now = 10 * SECONDS * 1_000 + ms;
    expect(codeOf(address, last, now)).toMatchObject(code);
  });
});
