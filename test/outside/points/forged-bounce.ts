import type { SinkMail } from '../../support/smtp-sink.js';
import { must, until, type Outside, type Point } from '../outside.js';

const VICTIM = 'victim@example.com';

/** A stranger who knows a mail's Message-ID says that another recipient does not exist. */
export const forgedBounce: Point = {
  number: 18,
  title: 'a forged bounce suppresses nobody',
  see: async (outside) => {
    const { curl, deliver, inbox, sink } = outside;
    const own = await inbox();
    const to = ['stranger@sender.test', VICTIM];
    await curl('POST', `/v1/inboxes/${own.id}/send`, {
      json: { to, subject: 'to both', text: '.' },
    });
    const sent = await until<SinkMail>(
      () => Promise.resolve(sink.mails.find((mail) => mail.to.includes(VICTIM)) ?? false),
      'sent',
    );
    const messageId = /^message-id:\s*(<.*>)/im.exec(sent.data.toString())![1]!;
    const from = '127.0.5.9';
    for (const sender of ['', 'mailer-daemon@example.com', 'stranger@sender.test'])
      await deliver(own, report(own.address, messageId), { sender, from });
    await until(async () => (await handled(outside, own.id)) === 3, 'the reports are read');
    const { text } = await curl('GET', '/v1/suppressions');
    must(!text.includes(VICTIM), 'the victim is suppressed');
    return 'three forgeries, no suppression';
  },
};

async function handled({ sql }: Outside, inboxId: string): Promise<number> {
  const { rowCount } = await sql((client) =>
    client.query(
      'SELECT FROM email_runs r JOIN emails e ON e.id = r.email_id WHERE e.inbox_id = $1',
      [inboxId],
    ),
  );
  return rowCount ?? 0;
}

const report = (to: string, messageId: string) =>
  [
    'From: Mail Delivery System <mailer-daemon@example.com>',
    `To: ${to}`,
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    ...['--b', '', 'The address does not exist.', ''],
    ...[
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example.com',
      '',
    ],
    ...[`Final-Recipient: rfc822; ${VICTIM}`, 'Action: failed', 'Status: 5.1.1', ''],
    ...[
      '--b',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: ${messageId}`,
      '',
      '--b--',
      '',
    ],
  ].join('\r\n');
