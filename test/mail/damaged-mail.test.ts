import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { analyse } from '../../src/mail/reading/analyse.js';
import { buildMail } from '../corpus/build.js';
import { readCorpus } from '../corpus/read.js';

const CONTEXT = { receivedAt: new Date('2026-03-03T10:00:03Z') };
const HEAD_END = '\r\n\r\n';

const MAILS = readCorpus();
const mail = fc.integer({ min: 0, max: MAILS.length - 1 }).map((i) => textOf(MAILS[i]!));
const textOf = (one: (typeof MAILS)[number]) => buildMail(one).toString('latin1');

/** Where something happens to a mail, as a share of its length. */
const place = fc.double({ min: 0, max: 1, noNaN: true });
/** Signs that begin or end something in a header, a body or a page. */
const SIGN = fc.constantFrom(
  ...['\r\n\r\n', '<', '>', '"', '=', '&#x', '\0', '<!--', '</style>', '<table>', '=?utf-8?B?'],
  ...['charset=x', 'boundary="a"', '\xe2\x80\xae', '\xff', 'https://', '@', ':', '482913'],
);

type Damage = (text: string) => string;
const at = (text: string, share: number) => Math.floor(share * text.length);

const DAMAGES: readonly fc.Arbitrary<Damage>[] = [
  place.map((end) => (text) => text.slice(0, at(text, end))),
  fc.tuple(place, SIGN).map(
    ([share, sign]) =>
      (text) =>
        text.slice(0, at(text, share)) + sign + text.slice(at(text, share)),
  ),
  fc.tuple(place, fc.nat(300), fc.nat(30)).map(([share, length, times]) => (text) => {
    const end = at(text, share);
    return text.slice(0, end) + text.slice(end, end + length).repeat(times) + text.slice(end);
  }),
  fc.tuple(place, mail, place).map(([share, other, from]) => (text) => {
    const piece = other.slice(at(other, from)).slice(0, 3_000);
    return text.slice(0, at(text, share)) + piece + text.slice(at(text, share));
  }),
  place.map((share) => (text) => {
    const end = text.indexOf(HEAD_END);
    const lines = text.slice(0, end).split('\r\n');
    lines.splice(Math.floor(share * lines.length), 1);
    return lines.join('\r\n') + text.slice(end);
  }),
];

describe('analyse', () => {
  it('reads a mail whatever has happened to it', () => {
    const damages = fc.array(fc.oneof(...DAMAGES), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(mail, damages, (whole, all) => {
        const damaged = all.reduce((text, damage) => damage(text), whole);
        const { codeExpiry, links } = analyse(Buffer.from(damaged, 'latin1'), CONTEXT);

        for (const { url } of links) expect(() => new URL(url)).not.toThrow();
        if (codeExpiry !== null) expect(Date.parse(codeExpiry)).not.toBeNaN();
      }),
      { numRuns: 1_000 },
    );
  });

  it('reads a time of a named zone in mail that does not say when it was sent', () => {
    const body = 'Your code is 482913. It is valid until 15:00 Moscow time.';
    const { otpCodes, codeExpiry } = analyse(
      Buffer.from(`From: a@b.example\r\nSubject: Your code\r\n\r\n${body}\r\n`),
      CONTEXT,
    );

    expect(otpCodes).toEqual(['482913']);
    expect(codeExpiry).toBe('2026-03-03T12:00:00.000Z');
  });
});
