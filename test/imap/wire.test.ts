import { afterEach, describe, expect, it } from '@jest/globals';
import { closeFixtures, startFixture } from './fixture.js';

afterEach(closeFixtures);

describe('the wire', () => {
  it('answers pipelined commands in order, also to who has said everything', async () => {
    const fixture = await startFixture();
    fixture.inbox.inbox.add('Subject: a\r\n\r\ntext');
    const client = await fixture.client();
    client.socket.end(
      'a LOGIN in@restante.test {6+}\r\nsecret\r\nb SELECT INBOX\nc FETCH 1 BODY[TEXT]\r\nd NOOP\r\n',
    );
    const text = await client.all();
    expect(text.match(/^[a-d] \w+/gm)).toEqual(['a OK', 'b OK', 'c OK', 'd OK']);
    expect(text).toContain('* 1 FETCH (BODY[TEXT] {4}\r\ntext)\r\n');
  });

  it.each([
    ['', '* BAD Expected a tag at byte 0'],
    ['* NOOP', '* BAD Expected a tag at byte 0'],
    ['a', 'a BAD Expected a space at byte 1'],
    ['a NOTHING', 'a BAD Expected a command that is offered here at byte 2'],
    ['a NOOP now', 'a BAD Expected the end of the command at byte 6'],
    ['a UID NOOP', 'a BAD Expected a command that is offered here at byte 2'],
    ['a LOGIN', 'a BAD Only before sign-in'],
    ['a FETCH 1 ()', 'a BAD Expected an item of FETCH at byte 11'],
    ['a FETCH 0 FLAGS', 'a BAD Expected numbers such as 1,3:5,8:* at byte 8'],
    ['a FETCH 4294967296 FLAGS', 'a BAD Expected numbers such as 1,3:5,8:* at byte 8'],
    ['a FETCH 1:2:3 FLAGS', 'a BAD Expected numbers such as 1,3:5,8:* at byte 8'],
    ['a FETCH 1 (FLAGS', 'a BAD Expected a space at byte 16'],
    ['a FETCH 1 BODY[0]', 'a BAD Expected a section of a message at byte 15'],
    ['a FETCH 1 NOTHING', 'a BAD Expected an item of FETCH at byte 10'],
    ['a FETCH 1:4294967295 FLAGS', 'a BAD Expected numbers of messages, of which there are 1'],
    ['a SEARCH ON 30-Feb-2026', 'a BAD Expected a date such as 1-Feb-1994 at byte 12'],
    ['a SEARCH SUBJECT "no end', 'a BAD Expected the end of a quoted string at byte 17'],
    ['a SEARCH SUBJECT "a\\b"', 'a BAD Expected a quote or a backslash at byte 20'],
    ['a SEARCH SUBJECT "\xff"', 'a BAD Expected UTF-8 at byte 20'],
    [`a SEARCH ${'('.repeat(101)}`, 'a BAD Expected at most 100 levels at byte 109'],
    [`a SEARCH ${'NOT '.repeat(101)}`, 'a BAD Expected at most 100 levels at byte 409'],
    ['a LOGIN {5000}', 'a BAD At most 4096 bytes'],
    ['a SEARCH SUBJECT {4294967295}', 'a BAD [TOOBIG] At most 65507 bytes'],
  ])('names the place where %j goes wrong', async (line, expected) => {
    const fixture = await startFixture();
    fixture.inbox.inbox.add('a');
    const client = await (line.includes('{5000}') ? fixture.client() : fixture.selected());
    client.send(Buffer.from(`${line}\r\n`, 'latin1'));
    expect(await client.line()).toBe(expected.replace('BAD At', 'BAD [TOOBIG] At'));
    expect(await client.answer('NOOP')).toBe('OK NOOP completed');
  });

  it.each(['FETCH 1 FLAGS', 'SEARCH ALL', 'CHECK'])(
    'says of %s that it needs a mailbox',
    async (command) => {
      const client = await (await startFixture()).client();
      client.send(`a LOGIN in@restante.test secret\r\nb ${command}\r\n`);
      await client.line();
      expect(await client.line()).toBe('b BAD Select a mailbox first');
    },
  );

  it.each([
    ['a line without end', 'x'.repeat(70_000)],
    ['a literal that nobody invited', 'a LOGIN {5000+}\r\n'],
    [
      'a command that is too long with its literals',
      `a ID (${'"a" {4000+}\r\n'.padEnd(4015, 'x').repeat(17)}`,
    ],
  ])('ends %s', async (_case, bytes) => {
    const client = await (await startFixture()).client();
    client.send(bytes);
    expect(await client.all()).toBe('* BYE Too long a command\r\n');
  });

  it('ends who sends nothing but nonsense', async () => {
    const client = await (await startFixture({ limits: { badCommands: 3 } })).client();
    client.send('x\r\n'.repeat(9));
    expect(await client.all()).toBe(
      `${'x BAD Expected a space at byte 1\r\n'.repeat(3)}* BYE Too many bad commands\r\n`,
    );
  });

  it('ends who does not sign in, and who says nothing', async () => {
    const late = await (await startFixture({ limits: { signInMs: 1 } })).client();
    expect(await late.all()).toBe('* BYE Too long without signing in\r\n');
    // However late a busy machine reads the command, or its answer.
    const idle = await (await startFixture({ limits: { idleMs: 50 } })).client();
    idle.send('a LOGIN in@restante.test secret\r\n');
    expect(await idle.all()).toMatch(/\* BYE Too long without a command\r\n$/);
  });

  it('says goodbye when the server stops', async () => {
    const fixture = await startFixture();
    const [first, second] = [await fixture.selected(), await fixture.client()];
    first.send('a IDLE\r\n');
    await first.line();
    await Promise.all([
      fixture.server.close(5_000),
      first.line().then((line) => expect(line).toBe('* BYE Server is stopping')),
    ]);
    expect(await second.all()).toBe('* BYE Server is stopping\r\n');
  });
});
