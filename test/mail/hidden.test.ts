import { describe, expect, it } from '@jest/globals';
import { analyse } from '../../src/mail/reading/analyse.js';

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
  ])('by %s is flagged and yields nothing', (_what, html) => {
    const mail = read(htmlMail(`${SHOWN}${html}<p>Ann</p>`));

    expect(mail.hiddenContent).toBe(true);
    expect(mail).toMatchObject({ otpCodes: [], links: [], codeExpiry: null });
    expect(`${mail.summary}${mail.strippedText}`).not.toMatch(/904412|evil|sign-in/);
  });

  it.each([
    'font:0/0 a',
    'font:normal 1px Arial',
    'opacity:2%',
    'opacity:0;display:block',
    'content-visibility:hidden',
    'color:rgb(100% 100% 100%)',
    'color:hsl(0,0%,100%)',
    'color:hsla(120deg 0% 100% / 1)',
    'color:#0000',
    'color:#00f0',
    'color:hwb(0 100% 0%)',
    '-webkit-text-fill-color:transparent',
    'background:lavenderblush;color:LavenderBlush',
    'background-image:linear-gradient(to right,#fff,#ffffff);color:white',
    'overflow:clip;height:0',
    'overflow-x:hidden;width:0px',
    'line-height:0;overflow:hidden',
    'position:absolute;inset:-9999px auto auto 0',
    'margin:-9999px 0 0',
    'transform:rotate(3deg) scale(0, 1)',
    'transform:translate3d(0, -9999px, 0)',
    'scale:0',
    'translate:-9999px',
    'letter-spacing:-40px',
    'display:/* shown */none',
    'd\\69splay:none',
    'DISPLAY : NONE !important',
    '__proto__:block;constructor:block;display:none',
    'display:none;color:__proto__;font-size:constructor',
  ])('by the style %s is flagged and yields nothing', (style) => {
    const words = SECRET.replace('<a', `<a style="${style}"`);
    const mail = read(htmlMail(`${SHOWN}<div style="${style}">${words}</div><p>Ann</p>`));

    expect(mail).toMatchObject({ hiddenContent: true, otpCodes: [], links: [] });
  });

  it.each([
    ['td.q span{display:none}', '<table><tr><td class="q"><span>SECRET</span></td></tr></table>'],
    ['div.a > p{font-size:0}', '<div class="a"><p>SECRET</p></div>'],
    ['.b.c{visibility:hidden}', '<div class="c d b">SECRET</div>'],
    ['p[title="z"]{opacity:0}', '<p title="z">SECRET</p>'],
    ['div[class^=fine] b{color:#fff}', '<div class="fine-print"><b>SECRET</b></div>'],
    ['#top * .x{display:none}', '<div id="top"><div><p class="x">SECRET</p></div></div>'],
    ['body .k /* words */ i{display:none}', '<div class="k"><u><i>SECRET</i></u></div>'],
    ['.x\\31 {display:none}', '<div class="x1">SECRET</div>'],
  ])('by the rule %s is flagged and yields nothing', (rule, place) => {
    const html = place.replace('SECRET', 'Your sign-in code is 904412');
    const mail = read(
      htmlMail(`<style>p{color:#333} ${rule}</style><body>${SHOWN}${html}<p>Ann</p></body>`),
    );

    expect(mail).toMatchObject({ hiddenContent: true, otpCodes: [] });
  });

  it.each([
    ['another element', '.q p{display:none}', '<div class="q"><b>Spring</b></div>'],
    ['an element elsewhere', '.q > b{display:none}', '<div class="q"><p><b>Spring</b></p></div>'],
    ['a state', 'a:hover,td:first-child{color:#fff}', '<table><tr><td>Spring</td></tr></table>'],
    ['one program only', 'u + .body .x,[data-ogsc] .x{display:none}', '<p class="x">Spring</p>'],
    ['a dark screen', '@media (prefers-color-scheme:dark){p{color:#fff}}', '<p>Spring</p>'],
    ['nothing', '.x,{display:none} >p{display:none}', '<p>Spring</p>'],
  ])('is not what a rule for %s says', (_what, rule, html) => {
    const mail = read(htmlMail(`<style>${rule}</style>${SHOWN}<div>${html}</div>`));

    expect(mail.hiddenContent).toBe(false);
    expect(mail.textBody).toContain('Spring');
  });

  it('in characters without width is flagged', () => {
    const bits = [...'code 904412'].map((char) => char.charCodeAt(0).toString(2)).join('');
    const written = bits.replaceAll('1', '\u200b').replaceAll('0', '\u200c');

    expect(read(htmlMail(`${SHOWN}<p>Ann${written}</p>`))).toMatchObject({
      hiddenContent: true,
      otpCodes: [],
    });
  });

  it('in variation selectors is flagged', () => {
    const bytes = [...'code 904412'].map((c) => String.fromCodePoint(0xe0100 + c.charCodeAt(0)));

    expect(read(htmlMail(`${SHOWN}<p>Ann${bytes.join('')}</p>`)).hiddenContent).toBe(true);
  });

  it('that also stands in the plain text yields nothing there', () => {
    const text = 'Your sign-in code is 904412.\nThe minutes of the meeting are on the board.';
    const html = `${SHOWN}<div style="display:none">Your sign-in code is 904412</div>`;

    const mail = read(alternatives(text, html));

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
  ])('in the form of a plain part with %s is flagged', (_what, text, html, otpCodes) => {
    expect(read(alternatives(text, html))).toMatchObject({ hiddenContent: true, otpCodes });
  });

  it.each([
    ['a short preview', '<div style="display:none">Notes, votes and dates</div>'],
    [
      'a preview with filler',
      `<div style="display:none;max-height:0">Notes and votes ${'&zwnj;&nbsp;'.repeat(90)}</div>`,
    ],
    ['filler alone', `<span style="font-size:0">${'&#847;&zwnj;&nbsp;&#8203;'.repeat(50)}</span>`],
    [
      'filler without blanks',
      `<span style="display:none">${'&#8204;&#8203;&#8205;&#65279;'.repeat(60)}</span><p>Ann${'\u200c\u200b\ufeff'.repeat(20)}</p>`,
    ],
    [
      'letters painted by a gradient',
      '<h1 style="background:linear-gradient(red,blue);-webkit-background-clip:text;color:transparent">Spring</h1>',
    ],
    [
      'what properties of strange names say',
      '<p style="__proto__:none;color:constructor;background:__proto__">Spring</p>',
    ],
    [
      'white on what a rule paints',
      '<style>.hero .b{background:#225577} .hero .b a{color:#fff}</style><div class="hero"><p class="b"><a href="https://a.example/">Spring</a></p></div>',
    ],
    ['a picture that counts', '<img src="https://a.example/p.gif" width="1" height="1">'],
    [
      'white on a picture',
      '<table background="https://a.example/b.png"><tr><td><font color="#fff">Spring</font></td></tr></table>',
    ],
    [
      'a gap without size',
      '<td style="font-size:0"><a href="https://a.example/"><img alt="Ann" src="x.png"></a></td>',
    ],
  ])('is not %s', (_what, html) => {
    expect(read(htmlMail(`<body>${html}${SHOWN}</body>`))).toMatchObject({
      hiddenContent: false,
      otpCodes: [],
    });
  });

  it('is no preview that speaks of the address it was sent to', () => {
    const preview = '<div style="display:none">Your sign-in link for ann@inbox.example</div>';
    const mail = htmlMail(`${preview}${SHOWN}`);

    expect(read(`To: Ann <ann@inbox.example>\r\n${mail}`)).toMatchObject({
      hiddenContent: false,
    });
    expect(read(`To: Bob <bob@inbox.example>\r\n${mail}`)).toMatchObject({
      hiddenContent: true,
    });
  });

  it.each([
    [
      'the address of its reader, in other case',
      'To: ann@a.example',
      `<p style="display:none">Hello Ann@A.example, your box</p>${SHOWN}`,
    ],
    [
      'its Message-ID',
      'Message-ID: <pull/4812/c27@git.example>',
      `${SHOWN}<p style="display:none">Message ID: &lt;pull/4812/c27@git.example&gt;</p>`,
    ],
  ])('holds no secret where it is %s', (_, field, html) => {
    expect(read(`${field}\r\n${htmlMail(html)}`).hiddenContent).toBe(false);
  });

  it('says the same in cells of its own as in one line', () => {
    const shown = '<table><tr><td>Total</td><td>1234</td></tr><tr><td>5678</td></tr></table>';
    const html = `${SHOWN}<p>${'A longer text. '.repeat(9)}</p>${shown}<div style="display:none">${shown}</div>`;

    expect(read(htmlMail(html)).hiddenContent).toBe(false);
  });

  it('is no preview with a code, unless the same code is shown', () => {
    const preview = '<div style="display:none">Your code is 482913</div>';

    expect(read(htmlMail(`${preview}${SHOWN}`))).toMatchObject({
      hiddenContent: true,
      otpCodes: [],
    });
    expect(read(htmlMail(`${preview}<p>Your sign-in code is 482 913.</p>`))).toMatchObject({
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
  ])('is not %s', (_what, rest) => {
    expect(read(rest).hiddenContent).toBe(false);
  });

  it('keeps a link whose picture is seen though its letters are not', () => {
    const html = `${SHOWN}<td style="font-size:0"><a href="https://a.example/open"><img alt="Open" src="x.png"></a></td>`;

    expect(read(htmlMail(html)).links.map(({ url }) => url)).toEqual(['https://a.example/open']);
  });
});
