import { afterEach, describe, expect, it } from '@jest/globals';
import { closeFixtures, startFixture } from './fixture.js';
import { connectUngreeted } from './raw-client.js';

afterEach(closeFixtures);

describe('an SMTP session', () => {
  it('greets with its name and offers exactly what it can do', async () => {
    const { port } = await startFixture();
    const client = await connectUngreeted(port);
    expect(await client.reply()).toBe('220 restante.test ESMTP');
    const lines = (await client.command('EHLO client.test')).split('\r\n');
    expect(lines[0]).toBe('250-restante.test');
    const offered = lines.slice(1).map((line) => line.slice(4));
    expect(offered.sort()).toEqual([
      '8BITMIME',
      'ENHANCEDSTATUSCODES',
      'PIPELINING',
      'SIZE 26214400',
      'SMTPUTF8',
    ]);
    client.close();
  });

  it.each([
    ['VRFY in@restante.test', '252 2.0.0 Send mail to find out'],
    ['VRFY nobody@restante.test', '252 2.0.0 Send mail to find out'],
    ['VRFY', '252 2.0.0 Send mail to find out'],
    ['EXPN staff', '502 5.5.1 Command not offered here'],
    ['AUTH PLAIN AGEAYg==', '502 5.5.1 Command not offered here'],
    ['STARTTLS', '502 5.5.1 Command not offered here'],
    ['BDAT 10 LAST', '502 5.5.1 Command not offered here'],
    ['ETRN example.test', '502 5.5.1 Command not offered here'],
    ['XCLIENT ADDR=10.0.0.1', '500 5.5.2 Command not recognized'],
    ['WIZ secret', '500 5.5.2 Command not recognized'],
    ['LHLO client.test', '500 5.5.2 Command not recognized'],
    ['RCPT_TO_OK', '500 5.5.2 Command not recognized'],
    ['constructor', '500 5.5.2 Command not recognized'],
    ['', '500 5.5.2 Command not recognized'],
    ['NOOP', '250 2.0.0 OK'],
    ['RSET', '250 2.0.0 Flushed'],
    ['QUIT', '221 2.0.0 Bye'],
  ])('answers %p with %s', async (command, reply) => {
    const client = await (await startFixture()).client();
    await client.command('EHLO client.test');
    expect(await client.command(command)).toBe(reply);
  });

  it.each([
    ['MAIL before EHLO', ['MAIL FROM:<a@b.test>'], '503 5.5.1 '],
    ['RCPT before MAIL', ['EHLO a', 'RCPT TO:<in@restante.test>'], '503 5.5.1 '],
    ['DATA before RCPT', ['EHLO a', 'MAIL FROM:<a@b.test>', 'DATA'], '503 5.5.1 '],
    ['MAIL twice', ['EHLO a', 'MAIL FROM:<a@b.test>', 'MAIL FROM:<a@b.test>'], '503 5.5.1 '],
    [
      'RCPT after RSET',
      ['EHLO a', 'MAIL FROM:<a@b.test>', 'RSET', 'RCPT TO:<in@restante.test>'],
      '503 ',
    ],
    ['EHLO without a name', ['EHLO'], '501 '],
    ['DATA with a parameter', ['EHLO a', 'DATA now'], '501 5.5.4 '],
  ])('refuses %s', async (_case, commands, start) => {
    const client = await (await startFixture()).client();
    const replies: string[] = [];
    for (const command of commands) replies.push(await client.command(command));
    expect(replies.at(-1)).toMatch(new RegExp(`^${start}`));
  });

  it('does not take HTTP for mail', async () => {
    const client = await (await startFixture()).client();
    expect(await client.command('POST / HTTP/1.1')).toMatch(/^421 4\.\d\.\d /);
    expect(await client.reply()).toBe('closed');
  });
});

describe('MAIL', () => {
  it.each([
    ['MAIL FROM:<>', '250 2.1.0 '],
    ['MAIL FROM:<a@b.test> SIZE=1000 BODY=8BITMIME', '250 2.1.0 '],
    ['MAIL FROM:<jörg@bücher.test> SMTPUTF8', '250 2.1.0 '],
    ['MAIL FROM:<@relay.test:a@b.test>', '250 2.1.0 '],
    ['MAIL FROM:<a@b.test> SIZE=26214400', '250 2.1.0 '],
    ['MAIL FROM:<a@b.test> SIZE=26214401', '552 5.3.4 '],
    ['MAIL FROM:<a@b.test> SIZE=99999999999999999999', '552 5.3.4 '],
    ['MAIL FROM:<a@b.test> SIZE=-1', '501 5.5.4 '],
    ['MAIL FROM:<a@b.test> SIZE', '501 5.5.4 '],
    ['MAIL FROM:<a@b.test> SIZE=1 SIZE=2', '501 5.5.4 '],
    ['MAIL FROM:<a@b.test> BODY=BINARYMIME', '501 5.5.4 '],
    ['MAIL FROM:<a@b.test> SMTPUTF8=yes', '501 5.5.4 '],
    ['MAIL FROM:<a@b.test> FOO=bar', '555 5.5.4 '],
    ['MAIL FROM:<a@b.test> RET=HDRS ENVID=1', '555 5.5.4 '],
    ['MAIL FROM:<a@b.test> REQUIRETLS', '555 5.5.4 '],
    ['MAIL FROM:<a@b.test> AUTH=<>', '555 5.5.4 '],
    ['MAIL FROM:<jörg@b.test>', '553 5.6.7 '],
    ['MAIL FROM:a@b.test', '501 5.1.7 '],
    ['MAIL FROM:<a>', '501 5.1.7 '],
    ['MAIL FROM:<a@b.test', '501 5.1.7 '],
    ['MAIL', '501 5.1.7 '],
  ])('answers %s with %s', async (command, start) => {
    const client = await (await startFixture()).client();
    await client.command('EHLO client.test');
    expect(await client.command(command)).toMatch(new RegExp(`^${start}`));
  });

  it('refuses bytes that are not UTF-8', async () => {
    const client = await (await startFixture()).client();
    await client.command('EHLO client.test');
    client.send(Buffer.from('MAIL FROM:<j\xf6rg@b.test> SMTPUTF8\r\n', 'latin1'));
    expect(await client.reply()).toMatch(/^501 5\.1\.7 /);
  });
});

describe('command lines', () => {
  it.each([
    ['a bare LF', 'NOOP\nNOOP\n'],
    ['a bare CR', 'NO\rOP\r\n'],
    ['CR CR LF', 'NOOP\r\r\n'],
  ])('are refused with %s and leave the session usable', async (_case, bytes) => {
    const client = await (await startFixture()).client();
    client.send(bytes);
    expect(await client.reply()).toBe('500 5.5.2 Lines must end with CRLF');
    if (bytes.indexOf('\n') < bytes.length - 1) await client.reply();
    expect(await client.command('NOOP')).toBe('250 2.0.0 OK');
  });

  it('may have 2 KiB with their CRLF and no more', async () => {
    const client = await (await startFixture()).client();
    const most = `NOOP ${'x'.repeat(2048 - 7)}`;
    expect(await client.codes(most, `${most}x`, 'NOOP')).toEqual(['250', '500', '250']);
  });

  it('are refused as soon as they are too long, and skipped to their end', async () => {
    const client = await (await startFixture()).client();
    client.send('x'.repeat(3000));
    expect(await client.reply()).toBe('500 5.5.2 Command line too long');
    client.send(`${'x'.repeat(3000)}\r\nNOOP\r\n`);
    expect(await client.reply()).toBe('250 2.0.0 OK');
  });

  it('end the session when they never end', async () => {
    const client = await (await startFixture()).client();
    client.send('x'.repeat(70_000));
    expect(await client.reply()).toMatch(/^500 /);
    expect(await client.reply()).toBe('421 4.7.0 Line without end');
    expect(await client.reply()).toBe('closed');
  });

  it('may have blanks behind them', async () => {
    const client = await (await startFixture()).client();
    const commands = ['EHLO a', 'MAIL FROM:<a@b.test>', 'RCPT TO:<in@restante.test>', 'DATA'];
    const replies: string[] = [];
    for (const command of commands) replies.push(await client.command(`${command}\t \t`));
    expect(replies.map((reply) => reply.slice(0, 3))).toEqual(['250', '250', '250', '354']);
  });

  it('may come byte by byte', async () => {
    const client = await (await startFixture()).client();
    for (const byte of 'EHLO client.test\r\nNOOP\r\n') client.send(byte);
    expect(await client.reply()).toContain('SIZE');
    expect(await client.reply()).toBe('250 2.0.0 OK');
  });
});

const codeOf = (reply: string) => reply.slice(0, 3);

describe('pipelining', () => {
  it('answers many commands in one packet, in order', async () => {
    const client = await (await startFixture()).client();
    client.send('NOOP\r\nVRFY x\r\n'.repeat(1000));
    for (let pair = 0; pair < 1000; pair++) {
      expect(await client.reply()).toMatch(/^250 /);
      expect(await client.reply()).toMatch(/^252 /);
    }
  });

  it('takes whole sessions in one packet, before its greeting is read', async () => {
    const fixture = await startFixture();
    const client = await connectUngreeted(fixture.port);
    const mail = [
      'MAIL FROM:<a@b.test>',
      'RCPT TO:<nobody@restante.test>',
      'RCPT TO:<in@restante.test>',
      'DATA',
      'Subject: one\r\n\r\nMAIL FROM:<no@command.test>',
      '.',
    ];
    client.send(['EHLO client.test', ...mail, ...mail, 'QUIT', 'NOOP', ''].join('\r\n'));
    const codes: string[] = [];
    for (let reply = ''; reply !== 'closed'; reply = await client.reply())
      codes.push(reply.slice(0, 3));
    const answers = ['250', '550', '250', '354', '250'];
    expect(codes.slice(1)).toEqual(['220', '250', ...answers, ...answers, '221']);
    expect(fixture.accepted.map(({ raw }) => raw.toString())).toEqual([
      'Subject: one\r\n\r\nMAIL FROM:<no@command.test>\r\n',
      'Subject: one\r\n\r\nMAIL FROM:<no@command.test>\r\n',
    ]);
  });

  it('holds no reply back for a command whose end has not come', async () => {
    const client = await (await startFixture()).client();
    await client.command('EHLO client.test');

    client.send('MAIL FROM:<a@b.test>\r\nRCPT TO:<in@restante.test>\r\nRCPT TO:<in@');

    expect([await client.reply(), await client.reply()].map(codeOf)).toEqual(['250', '250']);
    client.send('restante.test>\r\nDATA\r\n');
    expect([await client.reply(), await client.reply()].map(codeOf)).toEqual(['250', '354']);
  });

  it('answers every command before it hangs up', async () => {
    const client = await (await startFixture()).client();
    await client.command('EHLO client.test');
    const nobody = Array.from({ length: 20 }, () => 'RCPT TO:<nobody@restante.test>');

    client.send(['MAIL FROM:<a@b.test>', ...nobody, ''].join('\r\n'));

    const codes: string[] = [];
    for (let reply = await client.reply(); reply !== 'closed'; reply = await client.reply())
      codes.push(codeOf(reply));
    expect(codes).toEqual(['250', ...Array<string>(10).fill('550'), '421']);
  });

  it('stops reading from a client that does not read its answers', async () => {
    const client = await (await startFixture({ limits: { sessionMs: 60_000 } })).client();
    client.socket.pause();
    const chunk = 'NOOP\r\n'.repeat(10_000);
    // Far more than the buffers of both sockets hold; the rest must stay with the client.
    for (let count = 0; count < 1000; count++) client.send(chunk);
    await new Promise<void>((resolve) => {
      let before = -1;
      const poll = setInterval(() => {
        if (client.socket.bytesWritten - client.socket.writableLength === before) {
          clearInterval(poll);
          resolve();
        }
        before = client.socket.bytesWritten - client.socket.writableLength;
      }, 300);
    });
    expect(client.socket.writableLength).toBeGreaterThan(0);
  });
});
