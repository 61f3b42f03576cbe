import type { SinkMail } from '../../support/smtp-sink.js';
import { must, until, type Point } from '../outside.js';

const PAGE = `<html><head><title>${'İ'.repeat(400)}</title></head><BODY class="İ">Sayın İlgili, <b>KODUNUZ İŞTE</b></BODY></html>`;

/** A page whose letters change their length when they are lower-cased. */
export const turkishForward: Point = {
  number: 19,
  title: 'a Turkish page is forwarded with its content',
  see: async ({ curl, deliver, inbox, sink }) => {
    const own = await inbox();
    const mail = `Subject: Kod\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${PAGE}\r\n`;
    const [reply] = await deliver(own, mail);
    const id = /eml_\w+/.exec(reply!)![0];
    const { status } = await curl('POST', `/v1/inboxes/${own.id}/forward`, {
      json: { email_id: id, to: 'lea@example.com' },
    });
    must(status < 300, `a forward answered ${status}`);
    const sent = await until<SinkMail>(
      () => Promise.resolve(sink.mails.find(({ to }) => to.includes('lea@example.com')) ?? false),
      'sent',
    );
    must(decoded(sent.data.toString('latin1')).includes('KODUNUZ İŞTE'), 'the content is missing');
    return 'the content is in the mail that left';
  },
};

/** All parts of a mail as text, without looking which is which. */
const decoded = (mail: string) =>
  [
    Buffer.from(mail, 'latin1').toString(),
    unquoted(mail),
    ...mail.split('\r\n\r\n').map((part) => Buffer.from(part, 'base64').toString()),
  ].join('\n');

const unquoted = (mail: string) =>
  Buffer.from(
    mail
      .replace(/=\r\n/g, '')
      .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();
