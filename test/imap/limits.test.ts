import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { closeFixtures, startFixture } from './fixture.js';
import { connect } from './raw-client.js';

afterEach(closeFixtures);

describe('limits', () => {
  it('ends a TLS handshake that drips', async () => {
    const { port } = await startFixture({ limits: { handshakeMs: 50 } });
    const socket = connectTcp({ port, host: '127.0.0.1' });
    socket.on('error', () => {}).resume();
    await once(socket, 'connect');
    // The beginning of a record that never ends.
    socket.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00]));
    await once(socket, 'close');
  });

  it('closes connections of an address that has too many', async () => {
    const { port } = await startFixture({ limits: { connectionsPerAddress: 1 } });
    const first = await connect(port);
    await expect(connect(port)).rejects.toThrow();
    first.close();
  });

  it('ends who takes nothing of a long answer', async () => {
    const fixture = await startFixture({ limits: { stalledMs: 100 } });
    fixture.inbox.inbox.add(Buffer.alloc(32 * 1024 * 1024, 'x'));
    const client = await fixture.selected();
    client.socket.pause();
    client.send('a FETCH 1 BODY[]\r\nb NOOP\r\n');
    await fixture.server.close(30_000);
    client.socket.resume();
    expect(await client.all()).not.toContain('b OK');
  });

  it('says nothing in the middle of an answer', async () => {
    const fixture = await startFixture();
    fixture.inbox.inbox.add(Buffer.alloc(32 * 1024 * 1024, 'x'));
    const client = await fixture.selected();
    client.send('a FETCH 1 BODY[]\r\n');
    await client.until(/BODY\[\] \{33554432\}\r\n/);
    client.socket.pause();
    fixture.inbox.end('The password was changed');
    client.socket.resume();
    expect(await client.all()).not.toContain('BYE');
  });

  it('lets a command be answered before the server stops', async () => {
    const fixture = await startFixture();
    fixture.inbox.inbox.add(Buffer.alloc(8 * 1024 * 1024, 'x'));
    const client = await fixture.selected();
    client.send('a FETCH 1 BODY[]\r\n');
    await client.until(/BODY\[\] \{8388608\}\r\n/);
    const [answer] = await Promise.all([client.all(), fixture.server.close(10_000)]);
    expect(answer).toMatch(/x\)\r\na OK FETCH completed\r\n\* BYE Server is stopping\r\n$/);
  });

  it('says that storage is away where it does not answer', async () => {
    const fixture = await startFixture({ limits: { storageMs: 10 } });
    const client = await fixture.client();
    fixture.storage.away = new Promise(() => {});
    const answer = await client.answer('LOGIN in@restante.test secret');
    expect(answer).toMatch(/^NO \[UNAVAILABLE\] /);
    fixture.storage.away = null;
    expect(await client.answer('LOGIN in@restante.test secret')).toMatch(/^OK /);
  });

  it.each(['FETCH 1 ENVELOPE', 'SEARCH SUBJECT x'])(
    'says so of what takes long where storage answers nothing else: %s',
    async (command) => {
      const fixture = await startFixture({ limits: { storageMs: 10 } });
      fixture.inbox.inbox.add('Subject: x\r\n\r\n');
      const client = await fixture.selected();
      const { waitsFor } = fixture.inbox.inbox;
      const before = { ...waitsFor };
      const never = () => new Promise(() => {});
      Object.assign(waitsFor, { fetch: never, search: never, refresh: never });
      expect(await client.answer(command)).toMatch(/^NO \[UNAVAILABLE\] /);
      Object.assign(waitsFor, before);
      expect(await client.answer(command)).toMatch(/^OK /);
    },
  );

  it('lets a search take long while storage answers other questions', async () => {
    const fixture = await startFixture({ limits: { storageMs: 10 } });
    fixture.inbox.inbox.add('Subject: x\r\n\r\n');
    const client = await fixture.selected();
    const { waitsFor } = fixture.inbox.inbox;
    let [looks, finish] = [0, () => {}];
    waitsFor.search = () => new Promise<void>((resolve) => (finish = resolve));
    waitsFor.refresh = async () => {
      if (++looks === 4) finish();
    };
    expect(await client.command('SEARCH SUBJECT x')).toEqual(['* SEARCH 1', 'OK SEARCH completed']);
  });

  it('takes thirty fields of ID, and no more', async () => {
    const client = await (await startFixture()).client();
    const fields = (count: number) => `ID (${Array(count).fill('"a" "b"').join(' ')})`;
    expect(await client.answer(fields(30))).toBe('OK ID completed');
    expect(await client.answer(fields(31))).toBe('BAD Expected at most 30 fields at byte 6');
    client.send(`a ${fields(10_000)}\r\n`);
    expect(await client.all()).toBe('* BYE Too long a command\r\n');
  });
});
