import { describe, expect, it } from '@jest/globals';
import { analyse } from '../../src/mail/reading/analyse.js';

const CONTEXT = { receivedAt: new Date('2026-03-03T10:00:03Z') };
const TOKEN = '9fK2vLq81xTz7Qa0mWcYb3RnJd5HsEuPo4GtXi6';
const at = (place: string) => `https://click.quillmark.example/ls/click?upn=u001.${TOKEN}${place}`;
const picture = (place: string, alt: string) =>
  `<a href="${at(place)}"><img src="https://cdn.example/${place}.png" alt="${alt}"></a>`;
const ICONS = `<p>${picture('a1', 'Facebook')} ${picture('b2', 'Instagram')} ${picture('c3', 'LinkedIn')}</p>`;
const CODE = '<p>Enter these digits to verify your address:</p><div>482913</div>';

const read = (subject: string, content: string, type = 'text/html') =>
  analyse(
    Buffer.from(
      'From: Quillmark <hello@quillmark.example>\r\nDate: Tue, 03 Mar 2026 10:00:00 +0000\r\n' +
        `Subject: ${subject}\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${content}\r\n`,
    ),
    CONTEXT,
  );

describe('links of a mail whose every address is counted', () => {
  it.each([
    ['a logo', picture('logo', 'Quillmark') + CODE],
    ['a logo without a description', picture('logo', '') + CODE],
    ['a row of icons', CODE + ICONS],
    ['both', picture('logo', 'Quillmark Logo') + CODE + ICONS],
  ])('are none of the code: %s', (_, html) => {
    const { verificationLinks, magicLinks, otpCodes } = read('Almost there', html);

    expect(otpCodes).toEqual(['482913']);
    expect([...verificationLinks, ...magicLinks]).toEqual([]);
  });

  it('verify by a picture that says so, not by icons', () => {
    const html =
      picture('logo', 'Quillmark') +
      '<p>One more step: tell us that it is you.</p>' +
      `<p>${picture('main', 'Yes, this inbox is mine')}</p>${ICONS}`;

    expect(read('Almost there', html).verificationLinks).toEqual([at('main')]);
  });

  it('lead to the page that they show', () => {
    const html = `<p>Go to <a href="${at('tv')}">quillmark.example/tv</a> and key in</p><div>BXKQ-TRWM</div><p>to link your TV.</p>`;
    const { links, otpCodes } = read('Link your TV', html);

    expect(otpCodes).toEqual(['BXKQ-TRWM']);
    expect(links.map(({ kind }) => kind)).toEqual(['other']);
  });
});

describe('the title of a case', () => {
  it('says what somebody asked for help with', () => {
    const text =
      'Your request has been logged. A technician will respond within 4 hours.\r\n\r\n' +
      'View request: https://helpdesk.quillmark.example/WorkOrder.do?woID=119284';
    const subject = '[Request ID :##119284##] : Password reset issue';
    const { links } = read(subject, text, 'text/plain');

    expect(links.map(({ kind }) => kind)).toEqual(['other']);
  });
});

describe('mail about an account that ends with how to have less of it', () => {
  it('is a notice', () => {
    const html = `<p>Codes are no longer needed when you sign in.</p><a href="${at('p')}">Manage preferences</a>`;

    expect(read('2-step verification turned off', html).category).toBe('notification');
  });
});

describe('the year of a copyright', () => {
  it('is no code that letters give way to', () => {
    const html = '<p>Copy this temporary login code:</p><p>QWXYZR</p><p>© 2026 Quillmark</p>';

    expect(read('Log in to Quillmark', html).otpCodes).toEqual(['QWXYZR']);
  });
});
