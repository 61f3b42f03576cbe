// What every client has to show: a code, UTF-8, an attachment, nothing at all, a long line, 8-bit bytes.
export const MAILS: readonly Buffer[] = [
  'From: Ann <ann@sender.test>\r\nTo: in@restante.test\r\nSubject: Your code\r\nDate: Thu, 26 Nov 2026 09:00:00 +0000\r\nMessage-ID: <1@sender.test>\r\n\r\nYour code is 482913.\r\n',
  'From: =?utf-8?q?J=C3=B6rg?= <joerg@sender.test>\r\nTo: in@restante.test\r\nSubject: =?utf-8?b?R3LDvMOfZQ==?=\r\nDate: Thu, 26 Nov 2026 09:01:00 +0000\r\nMessage-ID: <2@sender.test>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\nGrüße, 你好\r\n',
  'From: ann@sender.test\r\nTo: in@restante.test\r\nSubject: Two parts\r\nDate: Thu, 26 Nov 2026 09:02:00 +0000\r\nMessage-ID: <3@sender.test>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSee below\r\n--b\r\nContent-Type: application/pdf; name="a.pdf"\r\nContent-Disposition: attachment; filename="a.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBERi0xLjQK\r\n--b--\r\n',
  'From: ann@sender.test\r\nTo: in@restante.test\r\nSubject: "quoted\\" {5}\r\nDate: Thu, 26 Nov 2026 09:03:00 +0000\r\nMessage-ID: <4@sender.test>\r\n\r\n',
  `From: ann@sender.test\r\nTo: in@restante.test\r\nSubject: long\r\nDate: Thu, 26 Nov 2026 09:04:00 +0000\r\nMessage-ID: <5@sender.test>\r\n\r\n${'x'.repeat(900)}\r\n${'line\r\n'.repeat(20_000)}`,
].map((text) => Buffer.from(text));
