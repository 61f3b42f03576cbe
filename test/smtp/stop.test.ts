import { afterEach, describe, expect, it } from '@jest/globals';
import { connect as connectTcp } from 'node:net';
import { closeFixtures, startFixture } from './fixture.js';
import { connect } from './raw-client.js';

afterEach(closeFixtures);

const refused = (port: number) =>
  new Promise<string | undefined>((resolve) => {
    const socket = connectTcp(port, '127.0.0.1');
    socket.on('connect', () => resolve(socket.destroy() && 'connected'));
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  });

describe('stopping', () => {
  it('takes no more connections and tells idle sessions', async () => {
    const fixture = await startFixture();
    const fresh = await connect(fixture.port);
    const inMail = await connect(fixture.port);
    await inMail.codes('EHLO client.test', 'MAIL FROM:<a@b.test>');
    const closed = fixture.close();
    for (const client of [fresh, inMail]) {
      expect(await client.reply()).toBe('421 4.3.2 Server is stopping, try again later');
      expect(await client.reply()).toBe('closed');
    }
    expect(await refused(fixture.port)).toBe('ECONNREFUSED');
    await closed;
  });

  it('lets a message that is being sent finish', async () => {
    const fixture = await startFixture();
    const client = await connect(fixture.port);
    await client.startData();
    client.send('first half\r\n');
    const closed = fixture.close(10_000);
    expect(await refused(fixture.port)).toBe('ECONNREFUSED');
    client.send('second half\r\n.\r\n');
    expect(await client.reply()).toBe('250 2.0.0 Accepted as eml_1_0');
    expect(await client.reply()).toMatch(/^421 4\.3\.2 /);
    await closed;
    expect(fixture.accepted).toHaveLength(1);
  });

  it('waits for the answer of storage', async () => {
    let store = () => {};
    const stored = new Promise<readonly string[]>((resolve) => (store = () => resolve(['eml_1'])));
    const fixture = await startFixture({ acceptance: { accept: () => stored } });
    const client = await connect(fixture.port);
    await client.startData();
    client.send('hello\r\n.\r\n');
    const closed = fixture.close(10_000);
    expect(await refused(fixture.port)).toBe('ECONNREFUSED');
    store();
    expect(await client.reply()).toBe('250 2.0.0 Accepted as eml_1');
    await closed;
  });

  it('ends what is not done at the deadline', async () => {
    const fixture = await startFixture();
    const client = await connect(fixture.port);
    await client.startData();
    client.send('never finished\r\n');
    await fixture.close(50);
    expect(await client.reply()).toMatch(/^421 /);
    expect(await client.reply()).toBe('closed');
    expect(fixture.accepted).toEqual([]);
  });

  it('ends clients that do not close their side', async () => {
    const fixture = await startFixture();
    const socket = connectTcp({ port: fixture.port, host: '127.0.0.1', allowHalfOpen: true });
    await new Promise((resolve) => socket.once('data', resolve));
    await fixture.close(10_000);
    socket.destroy();
  });
});
