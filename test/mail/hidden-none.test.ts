import { describe, expect, it } from '@jest/globals';
import { analyse } from '../../src/mail/reading/analyse.js';

const read = (rest: string) =>
  analyse(Buffer.from(`From: Ann <ann@a.example>\r\nSubject: Minutes\r\n${rest}`), {
    receivedAt: new Date('2026-11-20T10:00:03Z'),
  });

const htmlMail = (html: string) => `Content-Type: text/html; charset=utf-8\r\n\r\n${html}`;

function alternatives(text: string, html: string): string {
  const part = (type: string, body: string) =>
    `--b\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${body}\r\n`;
  return `Content-Type: multipart/alternative; boundary=b\r\n\r\n${part('text/plain', text)}${part('text/html', html)}--b--\r\n`;
}

const OFFER =
  '<h1>Our lanterns glow again</h1><p>The garden opens in spring with new roses and music every single evening.</p>';
const PAGE = 'https://click.a.example/view?qs=8f2ab3c4d5e6f708192a3b4c5d6e7f80';

describe('nothing is hidden', () => {
  it.each([
    ['in English', `View it online: ${PAGE}`],
    ['in German', `Diese E-Mail im Browser ansehen:\r\n${PAGE}`],
    ['in Japanese', `ブラウザで表示 ${PAGE}`],
    ['in Bengali', `এই বার্তাটি ব্রাউজারে দেখুন: ${PAGE}`],
  ])('by a plain form that only names its page, %s', (_what, text) => {
    expect(read(alternatives(text, OFFER))).toMatchObject({
      hiddenContent: false,
      strippedText: expect.stringContaining('roses'),
    });
  });

  it('by what keeps a phone from calling a code', () => {
    const code = [...'482913'].join('&zwnj;');

    expect(read(htmlMail(`<p>Your sign-in code is <b>${code}</b>.</p>`))).toMatchObject({
      hiddenContent: false,
      otpCodes: ['482913'],
    });
  });

  it('by what stands twice, for wide and for narrow screens, below a preview', () => {
    const preview = `<div style="display:none">Lanterns, roses and music${'&zwnj;&nbsp;'.repeat(60)}</div>`;
    const narrow = OFFER.replace('<h1>', '<h1 style="display:none">');
    const html = `${preview}${OFFER}<div style="display:none">${narrow}</div>`;

    expect(read(htmlMail(html)).hiddenContent).toBe(false);
  });

  it('by a preview with a day in Chinese', () => {
    const preview = '<div style="display:none">会议记录,2026年11月20日,共1200字</div>';

    expect(read(htmlMail(`${preview}<p>会议记录在板上。五月见。</p>`)).hiddenContent).toBe(false);
  });
});

it('what is hidden in a line does not break it', () => {
  const mail = read(
    htmlMail('<div>Your code is <div style="display:none">of no use</div>482913.</div>'),
  );

  expect(mail).toMatchObject({ textBody: 'Your code is 482913.', otpCodes: ['482913'] });
});
