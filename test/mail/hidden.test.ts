import { describe, expect, it } from '@jest/globals';
import { analyse } from '../../src/mail/analyse.js';

const SECRET =
  'Your sign-in code is 904412, confirm at <a href="https://evil.example/confirm?k=1">this address</a>';
const SHOWN = '<p>The minutes of the meeting are on the board. See you in May.</p>';

function alternatives(text: string, html: string): string {
  const part = (type: string, body: string) =>
    `--b\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${body}\r\n`;
  return `Content-Type: multipart/alternative; boundary=b\r\n\r\n${part('text/plain', text)}${part('text/html', html)}--b--\r\n`;
}

const htmlMail = (html: string) => `Content-Type: text/html; charset=utf-8\r\n\r\n${html}`;

const read = (rest: string) =>
  analyse(Buffer.from(`From: Ann <ann@a.example>\r\nSubject: Minutes\r\n${rest}`), {
    receivedAt: new Date('2026-11-20T10:00:03Z'),
  });

describe('hidden text', () => {
  it.each([
    ['display', `<div style="display:none">${SECRET}</div>`],
    ['visibility', `<div style="visibility:hidden">${SECRET}</div>`],
    ['the hidden attribute', `<div hidden>${SECRET}</div>`],
    ['size', `<div style="font-size:0">${SECRET}</div>`],
    ['one pixel', `<div style="font-size:1px;line-height:1px">${SECRET}</div>`],
    ['a share of the size', `<div style="font-size:0.01em">${SECRET}</div>`],
    ['opacity', `<div style="opacity:0">${SECRET}</div>`],
    ['a filter', `<div style="filter:opacity(0)">${SECRET}</div>`],
    ['no height', `<div style="max-height:0;overflow:hidden">${SECRET}</div>`],
    ['the left', `<div style="position:absolute;left:-9999px">${SECRET}</div>`],
    ['ems to the left', `<div style="position:relative;left:-999em">${SECRET}</div>`],
    ['a shift', `<div style="transform:translateX(-9999px)">${SECRET}</div>`],
    ['an indent', `<div style="text-indent:-9999px">${SECRET}</div>`],
    ['a clip', `<div style="position:absolute;clip:rect(0 0 0 0)">${SECRET}</div>`],
    ['a path', `<div style="clip-path:inset(100%)">${SECRET}</div>`],
    [
      'white on white',
      `<p style="color:#fff">${SECRET.replace('<a', '<a style="color:#fff"')}</p>`,
    ],
    [
      'the colour of a cell',
      `<table bgcolor="#336699"><tr><td><font color="#336699">Your sign-in code is 904412</font></td></tr></table>`,
    ],
    [
      'a rule',
      `<style>.x{color:#fefefe} body{background:#ffffff}</style><p class="x">Your code is 904412</p>`,
    ],
    [
      'a rule for every screen',
      `<style>@media screen{.x{display:none}}</style><div class="x">${SECRET}</div>`,
    ],
    ['a parent', `<div style="display:none"><table><tr><td>${SECRET}</td></tr></table></div>`],
  ])('by %s is flagged and yields nothing', async (_what, html) => {
    const mail = await read(htmlMail(`${SHOWN}${html}<p>Ann</p>`));

    expect(mail.hiddenContent).toBe(true);
    expect(mail).toMatchObject({ otpCodes: [], links: [], codeExpiry: null });
    expect(`${mail.summary}${mail.strippedText}`).not.toMatch(/904412|evil|sign-in/);
  });

  it('that also stands in the plain text yields nothing there', async () => {
    const text = 'Your sign-in code is 904412.\nThe minutes of the meeting are on the board.';
    const html = `${SHOWN}<div style="display:none">Your sign-in code is 904412</div>`;

    const mail = await read(alternatives(text, html));

    expect(mail).toMatchObject({ hiddenContent: true, otpCodes: [] });
    expect(`${mail.summary}${mail.strippedText}`).not.toContain('904412');
  });

  it.each([
    ['another code', 'Your code is 904412.', '<p>Your code is <b>482913</b>.</p>', ['482913']],
    [
      'other words',
      'Your sign-in code is 904412, send it to our desk now and keep quiet about this request.',
      '<p>The garden opens in spring with new roses, lanterns and music every single evening.</p>',
      [],
    ],
  ])('in the form of a plain part with %s is flagged', async (_what, text, html, otpCodes) => {
    expect(await read(alternatives(text, html))).toMatchObject({ hiddenContent: true, otpCodes });
  });

  it.each([
    ['a short preview', '<div style="display:none">Notes, votes and dates</div>'],
    [
      'a preview with filler',
      `<div style="display:none;max-height:0">Notes and votes ${'&zwnj;&nbsp;'.repeat(90)}</div>`,
    ],
    ['filler alone', `<span style="font-size:0">${'&#847;&zwnj;&nbsp;&#8203;'.repeat(50)}</span>`],
    ['a picture that counts', '<img src="https://a.example/p.gif" width="1" height="1">'],
    [
      'white on a picture',
      '<table background="https://a.example/b.png"><tr><td><font color="#fff">Spring</font></td></tr></table>',
    ],
    [
      'a gap without size',
      '<td style="font-size:0"><a href="https://a.example/"><img alt="Ann" src="x.png"></a></td>',
    ],
  ])('is not %s', async (_what, html) => {
    expect(await read(htmlMail(`<body>${html}${SHOWN}</body>`))).toMatchObject({
      hiddenContent: false,
      otpCodes: [],
    });
  });

  it('is no preview with a code, unless the same code is shown', async () => {
    const preview = '<div style="display:none">Your code is 482913</div>';

    expect(await read(htmlMail(`${preview}${SHOWN}`))).toMatchObject({
      hiddenContent: true,
      otpCodes: [],
    });
    expect(await read(htmlMail(`${preview}<p>Your sign-in code is 482 913.</p>`))).toMatchObject({
      hiddenContent: false,
      otpCodes: ['482913'],
    });
  });

  it.each([
    [
      'what a layout for phones repeats',
      htmlMail(
        `${SHOWN}<div style="display:none">The minutes of the meeting are on the board.</div>`,
      ),
    ],
    [
      'a plain part that asks for HTML',
      alternatives(
        'This message needs a mail program that shows HTML. Please open it in another program, thank you.',
        '<p>Your sign-in code is <b>482913</b>. It ends in ten minutes, at 11:45 on 4 August.</p>',
      ),
    ],
    [
      'a code in cells',
      alternatives(
        'Your sign-in code is 482913.',
        `<p>Your sign-in code is</p><table><tr>${[...'482913'].map((digit) => `<td>${digit}</td>`).join('')}</tr></table><p>Order 77120 is on its way.</p>`,
      ),
    ],
  ])('is not %s', async (_what, rest) => {
    expect((await read(rest)).hiddenContent).toBe(false);
  });

  it('keeps a link whose picture is seen though its letters are not', async () => {
    const html = `${SHOWN}<td style="font-size:0"><a href="https://a.example/open"><img alt="Open" src="x.png"></a></td>`;

    expect((await read(htmlMail(html))).links.map(({ url }) => url)).toEqual([
      'https://a.example/open',
    ]);
  });
});
