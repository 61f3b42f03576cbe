import type { Analysis } from '../../src/mail/analysis.js';
import { analyse } from '../../src/mail/reading/analyse.js';

/** Reads what a service sends, as text or, where it begins with a tag, as HTML. */
export const readServiceMail = (
  subject: string,
  body: string,
  from = 'Northwind <no-reply@northwind.example>',
): Analysis =>
  analyse(
    Buffer.from(
      `From: ${from}\r\nSubject: ${subject}\r\nDate: Sat, 28 Nov 2026 09:00:00 +0000\r\n` +
        `Content-Type: text/${body.startsWith('<') ? 'html' : 'plain'}; charset=utf-8\r\n\r\n${body}`,
    ),
    { receivedAt: new Date('2026-11-28T09:00:03Z') },
  );
