import { describe, expect, it } from '@jest/globals';
import { MarkupReader, type Markup } from '../../src/mail/markup/markup.js';
import { readHtml } from '../../src/mail/html/html-text.js';
import { analyse } from '../../src/mail/reading/analyse.js';

const TOKEN = '9b1deb4d3b7d4bad9bdd2b0d7b3dcb6d';
const CONFIRM = `https://tavira.example/u/${TOKEN}`;

const script = (value: unknown) =>
  `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const read = (html: string): Markup => readHtml(html).markup;
const actionsOf = ({ actions }: Markup) => Object.fromEntries(actions);

const mailOf = (subject: string, html: string) =>
  analyse(
    Buffer.from(
      `From: Tavira <hello@tavira.example>\r\nSubject: ${subject}\r\n` +
        `Content-Type: text/html; charset=utf-8\r\n\r\n${html}`,
    ),
    { receivedAt: new Date('2026-03-03T10:00:03Z') },
  );

describe('markup', () => {
  it('is read from JSON-LD: types, targets of actions, numbers of things', () => {
    const markup = read(
      script({
        '@context': 'http://schema.org',
        '@type': 'Order',
        orderNumber: '48-29 13',
        potentialAction: { '@type': 'ViewAction', target: 'https://a.example/o', name: 'View' },
        merchant: { '@type': 'Organization', url: 'https://a.example/' },
      }),
    );

    expect([...markup.types]).toEqual(['Order', 'ViewAction', 'Organization']);
    expect(actionsOf(markup)).toEqual({ 'https://a.example/o': 'view' });
    expect([...markup.numbers]).toEqual(['482913']);
  });

  it('is read from handlers, graphs and lists', () => {
    const handler = { '@type': 'HttpActionHandler', url: CONFIRM };
    const action = { '@type': 'ConfirmAction', handler };
    const graph = { '@graph': [{ '@type': 'EmailMessage', potentialAction: [action] }] };

    expect(actionsOf(read(script([graph])))).toEqual({ [CONFIRM]: 'confirm' });
  });

  it('is read from microdata', () => {
    const markup = read(
      '<div itemscope itemtype="http://schema.org/EmailMessage">' +
        '<div itemprop="potentialAction" itemscope itemtype="https://schema.org/ConfirmAction">' +
        '<div itemprop="handler" itemscope itemtype="http://schema.org/HttpActionHandler">' +
        `<link itemprop="url" href="${CONFIRM}"></div></div>` +
        '<meta itemprop="accountId" content="77120"><link itemprop="url" href="https://a.example/"></div>',
    );

    expect(actionsOf(markup)).toEqual({ [CONFIRM]: 'confirm' });
    expect([...markup.numbers]).toEqual(['77120']);
  });

  it.each([
    ['no JSON', '<script type="application/ld+json">{"@type": "Order", </script>'],
    ['a program', '<script>{"@type": "Order"}</script>'],
    ['deeper than eight levels', script([[[[[[[[[{ '@type': 'Order' }]]]]]]]]])],
    ['more than 64 KB', script({ '@type': 'Order', name: 'x'.repeat(64 * 1024) })],
  ])('says nothing where it is %s', (_what, html) => {
    expect(read(html).types.size).toBe(0);
  });

  it('is bounded for all scripts of a mail together', () => {
    const reader = new MarkupReader();
    const large = JSON.stringify({ '@type': 'Order', name: 'x'.repeat(40 * 1024) });
    reader.addJson(large);
    reader.addJson(large.replace('Order', 'Invoice'));

    expect([...reader.finish().types]).toEqual(['Order']);
  });
});

describe('a mail with markup', () => {
  it('yields no code and no link that only programs see', () => {
    const mail = mailOf(
      'Your order',
      `${script({ '@type': 'Order', description: 'Your verification code is 482913', url: CONFIRM })}<p>Thank you.</p>`,
    );

    expect(mail.otpCandidates).toEqual([]);
    expect(mail.links).toEqual([]);
    expect(mail.hiddenContent).toBe(false);
  });

  it('tells that the number of a parcel is no code, and what it is about', () => {
    const number = '<p>On its way</p><h1>482913</h1>';
    const markup = script({ '@type': 'ParcelDelivery', trackingNumber: '482913' });
    const mail = mailOf('On its way', markup + number);

    expect(mail.otpCandidates).toEqual([]);
    expect(mail.category).toBe('transactional');
  });

  it('is flagged where it leads programs to a site that is shown to no reader', () => {
    const action = (url: string) =>
      script({ '@type': 'EmailMessage', potentialAction: { '@type': 'ViewAction', target: url } });
    const body = `<p>Hello</p><p><a href="https://click.sender.example/x/${TOKEN}">Open</a></p>`;
    const hides = (url: string) => mailOf('Hello', action(url) + body).hiddenContent;

    expect(hides('https://elsewhere.example/c/1')).toBe(true);
    expect(hides('https://app.tavira.example/c/1')).toBe(false);
    expect(hides('https://click.sender.example/y/2')).toBe(false);
  });
});
