import { afterEach, describe, expect, it } from '@jest/globals';
import { createTransport, type SentMessageInfo } from 'nodemailer';
import { generate } from 'selfsigned';
import { closeFixtures, onlyMessage, startFixture } from './fixture.js';

afterEach(closeFixtures);

const mail = {
  from: 'Sender <sender@example.test>',
  to: 'in+signup@restante.test',
  subject: 'Your code',
  text: 'Your code is 123456.\n.\n..\n.dots at the start of lines\n',
};

describe('nodemailer', () => {
  it('delivers with nothing but host and port', async () => {
    const fixture = await startFixture();
    const transport = createTransport({ host: '127.0.0.1', port: fixture.port });
    const sent: SentMessageInfo = await transport.sendMail(mail);
    expect(sent.response).toBe('250 2.0.0 Accepted as eml_1_0');
    expect(fixture.accepted[0]).toMatchObject({
      mailFrom: 'sender@example.test',
      recipients: [{ inboxId: 'inb_in', address: 'in+signup@restante.test' }],
      source: { protocol: 'ESMTP' },
    });
    const text = 'Your code is 123456.\r\n.\r\n..\r\n.dots at the start of lines\r\n';
    expect(onlyMessage(fixture)).toContain(`\r\n\r\n${text}`);
  });

  it('delivers over STARTTLS with a self-signed certificate', async () => {
    const made = await generate([{ name: 'commonName', value: 'restante.test' }]);
    const fixture = await startFixture({ certificate: { cert: made.cert, key: made.private } });
    const transport = createTransport({
      host: '127.0.0.1',
      port: fixture.port,
      requireTLS: true,
      tls: { rejectUnauthorized: false },
    });
    await transport.sendMail(mail);
    expect(fixture.accepted[0]!.source.protocol).toBe('ESMTPS');
  });

  it('delivers many mails over one pool', async () => {
    const fixture = await startFixture();
    const transport = createTransport({
      host: '127.0.0.1',
      port: fixture.port,
      pool: true,
      maxConnections: 5,
      maxMessages: Infinity,
    });
    await Promise.all(Array.from({ length: 100 }, () => transport.sendMail(mail)));
    transport.close();
    expect(fixture.accepted).toHaveLength(100);
  });

  it.each([
    ['an unknown recipient', { ...mail, to: 'nobody@restante.test' }, 550],
    ['a foreign recipient', { ...mail, to: 'someone@elsewhere.test' }, 550],
    ['a message that is too large', { ...mail, text: 'x'.repeat(20_000) }, 552],
  ])('is told about %s', async (_case, refused, code) => {
    const fixture = await startFixture({ limits: { messageBytes: 10_000 } });
    const transport = createTransport({ host: '127.0.0.1', port: fixture.port });
    await expect(transport.sendMail(refused)).rejects.toMatchObject({ responseCode: code });
    expect(fixture.accepted).toEqual([]);
  });
});
