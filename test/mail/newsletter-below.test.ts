import { expect, it } from '@jest/globals';
import { analyse } from '../../src/mail/reading/analyse.js';

const story = (_: unknown, index: number): string =>
  [
    `<h3>Harbour notes, part ${index + 1}</h3><p>Ships, tides and the people who know them: a look at the northern quays`,
    'and what changes there this season, told by those who load the boats every morning.</p>',
    `<p><a href="https://click.northwind.example/c/${index}?u=8f14e45fceea167a5a36dedd">Read the whole story</a></p>`,
  ].join('\n');

const mailWith = (stories: number): Buffer =>
  Buffer.from(
    [
      'From: Northwind <no-reply@northwind.example>',
      'To: agent@restante.example',
      'Subject: Confirm your address',
      'List-Unsubscribe: <https://northwind.example/u/1>',
      'MIME-Version: 1.0',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>Enter this verification code to finish signing up:</p><p><b>482913</b></p>',
      '<p>The code is valid for 10 minutes.</p>',
      ...Array.from({ length: stories }, story),
    ].join('\r\n'),
  );

it.each([0, 10, 100, 300])('a code is as sure above %i stories', (stories) => {
  const { otpCandidates, codeExpiry } = analyse(mailWith(stories), {
    receivedAt: new Date('2026-11-20T10:00:03Z'),
  });
  expect(otpCandidates).toMatchObject([{ code: '482913' }]);
  expect(otpCandidates[0]!.confidence).toBeGreaterThan(0.8);
  expect(codeExpiry).not.toBeNull();
});
