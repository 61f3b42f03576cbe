import { describe, expect, it } from '@jest/globals';
import { analyse } from '../../src/mail/reading/analyse.js';

/** The likeliest code of a mail from Northwind, and how likely it is. */
function likeliest(body: string) {
  const raw = Buffer.from(
    `From: Northwind <no-reply@mail.northwind.example>\r\nSubject: Hello\r\n\r\n${body}`,
  );
  const { otpCandidates } = analyse(raw, { receivedAt: new Date('2026-11-20T10:00:03Z') });
  return otpCandidates[0];
}

const SAID = 'Here is what you asked for, Ann. Trips this month: 17, credit: $12.50.';

/** WICG, Origin-bound one-time codes delivered via SMS. */
describe('a line that binds a code to a site', () => {
  it.each([
    ['482913', '@northwind.example #482913'],
    ['482913', '@id.northwind.example #482913'],
    ['482913', '@northwind.example #482913 @frame.example'],
    ['QX7K2M', '@Northwind.example #QX7K2M'],
  ])('is enough to find %s', (code, line) => {
    expect(likeliest(`${SAID}\n\n${line}`)).toMatchObject({ code });
    expect(likeliest(`${SAID}\n\n${line}`)!.confidence).toBeGreaterThan(0.5);
  });

  it('tells which of two numbers it is', () => {
    const two = 'Enter 482913 for the card that ends in 7193.\n\n@northwind.example #482913';

    expect(likeliest(two)).toMatchObject({ code: '482913' });
  });

  it.each(['@larkspur.example #482913', 'mail ann@northwind.example #482913', '@ann #482913'])(
    'is none where it names another site, or no site: %s',
    (line) => {
      expect(likeliest(`${SAID}\n\n${line}`)?.confidence ?? 0).toBeLessThan(0.5);
    },
  );
});
