import { describe, expect, it } from '@jest/globals';
import { codeMail } from '../../bench/code-mail.js';
import { analyse } from '../../src/mail/reading/analyse.js';

describe('the mail of the benches', () => {
  it('has a size of 1.25 KB and only CRLF line ends', () => {
    const { raw } = codeMail('in@restante.localhost');
    expect(raw.length).toBeGreaterThan(1_200);
    expect(raw.length).toBeLessThan(1_350);
    expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('has a code and a Message-ID of its own, which reading it finds', async () => {
    const [one, other] = [codeMail('in@restante.localhost'), codeMail('in@restante.localhost')];
    expect(one.code).not.toBe(other.code);
    expect(one.messageId).not.toBe(other.messageId);
    const read = await analyse(Buffer.from(one.raw), { receivedAt: new Date() });
    expect(read).toMatchObject({ messageId: one.messageId, otpCodes: [one.code] });
  });
});
