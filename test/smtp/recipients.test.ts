import { afterEach, describe, expect, it } from '@jest/globals';
import { closeFixtures, startFixture } from './fixture.js';
import type { RawClient } from './raw-client.js';

afterEach(closeFixtures);

const startMail = (client: RawClient, parameters = '') =>
  client.codes('EHLO client.test', `MAIL FROM:<a@b.test>${parameters}`);

describe('RCPT', () => {
  it.each([
    ['<in@restante.test>', '250 2.1.5 '],
    ['<IN@Restante.TEST>', '250 2.1.5 '],
    ['<in+tag@restante.test>', '250 2.1.5 '],
    ['<postmaster>', '250 2.1.5 '],
    ['<Postmaster@restante.test>', '250 2.1.5 '],
    ['<nobody@restante.test>', '550 5.1.1 '],
    ['<in@elsewhere.test>', '550 5.1.1 '],
    ['<in@127.0.0.1>', '550 5.1.1 '],
    ['<in@[127.0.0.1]>', '550 5.1.1 '],
    ['<in@[IPv6:::1]>', '550 5.1.1 '],
    ['<in%elsewhere.test@restante.test>', '550 5.1.1 '],
    ['<in@restante.test@elsewhere.test>', '550 5.1.1 '],
    ['<@restante.test:in@elsewhere.test>', '550 5.1.1 '],
    ['<@elsewhere.test:in@restante.test>', '550 5.1.1 '],
    ['<"in@elsewhere.test"@restante.test>', '550 5.1.1 '],
    ['<elsewhere.test!in@restante.test>', '550 5.1.1 '],
    ['<elsewhere.test!in>', '550 5.1.1 '],
    ['<in>', '550 5.1.1 '],
    ['<in@restante.test,in1@restante.test>', '550 5.1.1 '],
    ['<>', '501 5.1.3 '],
    ['in@restante.test', '501 5.1.3 '],
    ['<in@restante.test', '501 5.1.3 '],
    ['<in@restante.test> NOTIFY=NEVER', '555 5.5.4 '],
    ['<jörg@restante.test>', '553 5.6.7 '],
  ])('answers %s with %s', async (path, start) => {
    const client = await (await startFixture()).client();
    await startMail(client);
    expect(await client.command(`RCPT TO:${path}`)).toMatch(new RegExp(`^${start}`));
  });

  it('asks for lower-cased addresses, with the tag, in an ASCII domain', async () => {
    const fixture = await startFixture();
    const client = await fixture.client();
    await startMail(client, ' SMTPUTF8');
    await client.codes(
      'RCPT TO:<IN+Tag@Restante.Test>',
      'RCPT TO:<in@bücher.test>',
      'RCPT TO:<POSTMASTER>',
    );
    expect(fixture.asked).toEqual([
      'in+tag@restante.test',
      'in@xn--bcher-kva.test',
      'postmaster@restante.test',
    ]);
  });

  it('leaves other recipients untouched when it refuses one', async () => {
    const fixture = await startFixture();
    const client = await fixture.client();
    await startMail(client);
    const recipients = ['in1', 'nobody', 'in2'].map((name) => `RCPT TO:<${name}@restante.test>`);
    expect(await client.codes(...recipients, 'DATA')).toEqual(['250', '550', '250', '354']);
    expect(await client.command('hello\r\n.')).toBe('250 2.0.0 Accepted as eml_1_0');
    expect(fixture.accepted[0]!.recipients.map(({ inboxId }) => inboxId)).toEqual([
      'inb_in1',
      'inb_in2',
    ]);
  });

  it('delivers once to an inbox that was named several times', async () => {
    const fixture = await startFixture();
    const client = await fixture.client();
    await startMail(client);
    await client.codes(
      'RCPT TO:<in+one@restante.test>',
      'RCPT TO:<in@restante.test>',
      'RCPT TO:<In+One@restante.test>',
      'RCPT TO:<in2@restante.test>',
      'DATA',
    );
    await client.command('hello\r\n.');
    expect(fixture.accepted[0]!.recipients).toEqual([
      { inboxId: 'inb_in', orgId: 'org_1', address: 'in+one@restante.test' },
      { inboxId: 'inb_in2', orgId: 'org_1', address: 'in2@restante.test' },
    ]);
  });

  it('takes 100 recipients, defers the others and delivers to the hundred', async () => {
    const fixture = await startFixture();
    const client = await fixture.client();
    await startMail(client);
    const names = Array.from({ length: 120 }, (_, index) => `RCPT TO:<in${index}@restante.test>`);
    client.send(names.join('\r\n') + '\r\n');
    const replies: string[] = [];
    while (replies.length < names.length) replies.push(await client.reply());
    expect(new Set(replies.slice(0, 100))).toEqual(new Set(['250 2.1.5 Accepted']));
    expect(new Set(replies.slice(100))).toEqual(new Set(['452 4.5.3 Error: too many recipients']));
    await client.command('DATA');
    expect(await client.command('hello\r\n.')).toMatch(/^250 /);
    expect(fixture.accepted[0]!.recipients).toHaveLength(100);
  });

  it('forgets recipients at RSET, at EHLO and after each message', async () => {
    const fixture = await startFixture();
    const client = await fixture.client();
    for (const [name, reset] of [
      ['in1', 'RSET'],
      ['in2', 'EHLO again.test'],
      ['in3', 'NOOP'],
      ['in4', 'NOOP'],
    ]) {
      await startMail(client);
      await client.codes(`RCPT TO:<${name}@restante.test>`, reset!);
      if (reset === 'NOOP') await client.codes('DATA', 'hello\r\n.');
    }
    expect(
      fixture.accepted.map(({ recipients }) => recipients.map(({ inboxId }) => inboxId)),
    ).toEqual([['inb_in3'], ['inb_in4']]);
  });
});

describe('the envelope', () => {
  it.each([
    ['EHLO client.test', 'MAIL FROM:<A.b@Sender.test>', 'ESMTP', 'A.b@Sender.test'],
    ['HELO client.test', 'MAIL FROM:<>', 'SMTP', ''],
    ['EHLO client.test', 'MAIL FROM:<jörg@bücher.test> SMTPUTF8', 'UTF8SMTP', 'jörg@bücher.test'],
  ])('after %s and %s says %s from <%s>', async (hello, mail, protocol, mailFrom) => {
    const fixture = await startFixture();
    const client = await fixture.client();
    await client.codes(hello, mail, 'RCPT TO:<in@restante.test>', 'DATA', 'hello\r\n.');
    expect(fixture.accepted).toEqual([
      expect.objectContaining({
        mailFrom,
        source: {
          protocol,
          remoteAddress: '127.0.0.1',
          helo: 'client.test',
          id: expect.stringMatching(/^[0-9a-v]{16,}$/),
        },
      }),
    ]);
  });
});
