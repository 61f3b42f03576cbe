import { afterEach, describe, expect, it } from '@jest/globals';
import { ByteBudget } from '../../src/byte-budget.js';
import { closeFixtures, startFixture } from './fixture.js';
import { connect, connectUngreeted } from './raw-client.js';

afterEach(closeFixtures);

describe('errors of a client', () => {
  it('are answered ten times, then end the session', async () => {
    const client = await (await startFixture()).client();
    await client.command('EHLO client.test');
    const wrong = ['FOO', 'MAIL', 'RCPT TO:<in@restante.test>', 'EXPN x', 'DATA'];
    const codes = await client.codes(...wrong, ...wrong);
    expect(codes).toEqual(['500', '501', '503', '502', '503', '500', '501', '503', '502', '503']);
    expect(await client.reply()).toBe('421 4.7.0 Too many errors');
    expect(await client.reply()).toBe('closed');
  });

  it('include recipients that do not exist', async () => {
    const client = await (await startFixture({ limits: { errors: 3 } })).client();
    await client.codes('EHLO client.test', 'MAIL FROM:<a@b.test>');
    const probes = ['a', 'b', 'c'].map((name) => `RCPT TO:<${name}@restante.test>`);
    expect(await client.codes(...probes)).toEqual(['550', '550', '550']);
    expect(await client.reply()).toBe('421 4.7.0 Too many errors');
  });

  it('are forgotten when a message is delivered', async () => {
    const client = await (await startFixture({ limits: { errors: 2 } })).client();
    for (let count = 0; count < 4; count++) {
      expect(await client.codes('FOO')).toEqual(['500']);
      expect(await client.message('hello\r\n.\r\n')).toMatch(/^250 /);
    }
  });
});

describe('connections', () => {
  it('are limited for each address, and freed when closed', async () => {
    const fixture = await startFixture({ limits: { connectionsPerAddress: 2 } });
    const [first] = [await fixture.client(), await fixture.client()];
    const third = await connectUngreeted(fixture.port);
    expect(await third.reply()).toBe('421 4.7.0 Too many connections');
    expect(await third.reply()).toBe('closed');
    const other = await connect(fixture.port, '127.0.0.2');
    expect(await other.command('NOOP')).toBe('250 2.0.0 OK');
    other.close();
    expect(await first.command('QUIT')).toMatch(/^221 /);
    expect(await first.reply()).toBe('closed');
    // The server may see the end a moment later than the client.
    for (let reply = '421'; reply.startsWith('421');) {
      const next = await connectUngreeted(fixture.port);
      reply = await next.reply();
      if (reply.startsWith('220')) expect(await next.command('NOOP')).toMatch(/^250 /);
      next.close();
    }
  });

  it('are counted for whoever watches', async () => {
    const open: number[] = [];
    const answered: string[] = [];
    const fixture = await startFixture({
      metrics: {
        sessions: (count) => open.push(count),
        answered: (what, outcome) => answered.push(`${what} ${outcome}`),
      },
    });
    const client = await fixture.client();
    await client.codes('EHLO a', 'MAIL FROM:<>', 'RCPT TO:<x@y.test>');
    await client.message('hello\r\n.\r\n');
    await client.command('QUIT');
    expect(await client.reply()).toBe('closed');
    while (open.length < 2) await new Promise(setImmediate);
    expect(open).toEqual([1, 0]);
    expect(answered).toEqual([
      'recipient unknownRecipient',
      'recipient accepted',
      'message accepted',
    ]);
  });
});

describe('memory for messages', () => {
  it('is shared by all sessions: what does not fit is deferred', async () => {
    const fixture = await startFixture({
      budget: new ByteBudget({ bytes: 40_000, sharePercent: 100 }),
    });
    const [first, second] = [await fixture.client(), await fixture.client()];
    await first.startData();
    await second.startData();
    const large = `${'x'.repeat(19_998)}\r\n`;
    await new Promise((sent) => first.socket.write(large, sent));
    // Until the server has read the first one's bytes the second would still fit.
    let reply = '250';
    for (let tries = 0; reply.startsWith('250'); tries++) {
      if (tries > 0) await second.startData();
      second.send(`${large}.\r\n`);
      reply = await second.reply();
    }
    expect(reply).toBe('452 4.3.1 Too much mail at once, try again later');
    first.send('.\r\n');
    expect(await first.reply()).toMatch(/^250 /);
    expect(await second.message(`${large}.\r\n`)).toMatch(/^250 /);
  });

  it('is given back by clients that leave in the middle', async () => {
    const fixture = await startFixture({
      budget: new ByteBudget({ bytes: 20_000, sharePercent: 100 }),
    });
    for (let count = 0; count < 5; count++) {
      const client = await fixture.client();
      await client.startData();
      await new Promise((sent) => client.socket.write('x'.repeat(8000), sent));
      client.socket.end();
      expect(await client.reply()).toBe('closed');
    }
    const client = await fixture.client();
    let reply = '';
    while (!reply.startsWith('250')) reply = await client.message(`${'x'.repeat(8000)}\r\n.\r\n`);
    expect(reply).toMatch(/^250 /);
  });
});

describe('time', () => {
  it('runs out for a session', async () => {
    const client = await (await startFixture({ limits: { sessionMs: 100 } })).client();
    let reply = '250';
    while (reply.startsWith('250')) reply = await client.command('NOOP');
    expect(reply).toBe('421 4.4.2 Session took too long');
    expect(await client.reply()).toBe('closed');
  });

  it('runs out for a client that never comes to its first mail', async () => {
    const fixture = await startFixture({ limits: { firstMailMs: 1_000 } });
    const [idle, busy] = [await fixture.client(), await fixture.client()];
    expect(await busy.codes('EHLO a', 'MAIL FROM:<>', 'RSET')).toEqual(['250', '250', '250']);
    let reply = '250';
    while (reply.startsWith('250')) reply = await idle.command('NOOP');
    expect(reply).toBe('421 4.4.2 No MAIL in time');
    expect(await idle.reply()).toBe('closed');
    expect(await busy.command('NOOP')).toMatch(/^250 /);
  });

  it('runs out for a command that never comes', async () => {
    const client = await (await startFixture({ limits: { commandMs: 50 } })).client();
    expect(await client.reply()).toBe('421 4.4.2 No complete command in time');
    expect(await client.reply()).toBe('closed');
  });

  it('runs out for a command that drips in', async () => {
    const client = await (await startFixture({ limits: { commandMs: 100 } })).client();
    const drip = setInterval(() => client.send('N'), 5);
    expect(await client.reply()).toBe('421 4.4.2 No complete command in time');
    clearInterval(drip);
  });

  it('runs out for data that drips in', async () => {
    const limits = { dataWindowMs: 100, dataBytesPerSecond: 5_000 };
    const client = await (await startFixture({ limits })).client();
    await client.startData();
    const drip = setInterval(() => client.send('x\r\n'), 5);
    expect(await client.reply()).toBe('421 4.4.2 Data came too slowly');
    clearInterval(drip);
    expect(await client.reply()).toBe('closed');
  });
});
