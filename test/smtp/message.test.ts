import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { closeFixtures, onlyMessage, startFixture } from './fixture.js';

afterEach(closeFixtures);

describe('a message', () => {
  it('is answered with the id of the first stored email', async () => {
    const client = await (await startFixture()).client();
    expect(await client.message('hello\r\n.\r\n')).toBe('250 2.0.0 Accepted as eml_1_0');
    expect(await client.message('again\r\n.\r\n')).toBe('250 2.0.0 Accepted as eml_2_0');
  });

  it.each([
    ['8-bit bytes and NUL', '\xff\x00\x80 \xe4\r\n'],
    ['a very long line', `${'x'.repeat(65_000)}\r\n`],
    ['nothing', ''],
    ['only empty lines', '\r\n\r\n\r\n'],
  ])('with %s arrives as sent', async (_case, body) => {
    const fixture = await startFixture();
    const client = await fixture.client();
    expect(await client.message(Buffer.from(`${body}.\r\n`, 'latin1'))).toMatch(/^250 /);
    expect(onlyMessage(fixture)).toBe(body);
  });

  it('arrives byte for byte, however it is cut on the way', async () => {
    const fixture = await startFixture();
    const client = await fixture.client();
    const line = fc
      .uint8Array({ maxLength: 200 })
      .map((bytes) =>
        Buffer.from(bytes.filter((byte) => byte !== 13 && byte !== 10)).toString('latin1'),
      );
    const lines = fc.array(fc.oneof(line, fc.constantFrom('.', '..', '.x', '')), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(lines, fc.array(fc.nat(4000), { maxLength: 12 }), async (body, cuts) => {
        const text = body.map((content) => `${content}\r\n`).join('');
        const wire = Buffer.from(`${text.replace(/^\./gm, '..')}.\r\n`, 'latin1');
        await client.startData();
        const places = [...cuts.filter((cut) => cut < wire.length), wire.length].sort(
          (a, b) => a - b,
        );
        let from = 0;
        for (const place of places) {
          await new Promise((sent) => client.socket.write(wire.subarray(from, place), sent));
          from = place;
        }
        expect(await client.reply()).toMatch(/^250 /);
        expect(fixture.accepted.at(-1)!.raw.toString('latin1')).toBe(text);
      }),
      { numRuns: 60 },
    );
  });

  it('is handed over in memory of its own', async () => {
    const fixture = await startFixture();
    await (await fixture.client()).message('hello\r\n.\r\nNOOP\r\n');
    const { raw } = fixture.accepted[0]!;
    expect(raw.buffer.byteLength).toBe(raw.length);
  });

  const variants = ['\n.\n', '\n.\r\n', '\r\n.\n', '\r\n.\r', '\r.\r', '\r.\r\n', '\n.\r', '\r.\n'];
  it.each(variants.map((end) => [JSON.stringify(end), end] as const))(
    'does not end at %s, so nothing is smuggled in',
    async (_case, end) => {
      const fixture = await startFixture();
      const client = await fixture.client();
      const smuggled = 'MAIL FROM:<evil@x.test>\r\nRCPT TO:<in@restante.test>\r\nDATA\r\nevil';
      expect(await client.message(`one${end}${smuggled}\r\n.\r\n`)).toMatch(/^250 /);
      expect(await client.command('NOOP')).toBe('250 2.0.0 OK');
      expect(onlyMessage(fixture)).toContain('MAIL FROM:<evil@x.test>');
      expect(onlyMessage(fixture).replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    },
  );

  it('that breaks off is dropped', async () => {
    const fixture = await startFixture();
    const client = await fixture.client();
    await client.startData();
    client.send('Subject: half\r\n\r\nhello\r\n');
    client.socket.end();
    expect(await client.reply()).toBe('closed');
    expect(fixture.accepted).toEqual([]);
  });

  it.each([
    ['50 Received headers', 50, '250 2.0.0 '],
    ['51 Received headers', 51, '554 5.4.6 '],
  ])('with %s is answered %s', async (_case, count, start) => {
    const client = await (await startFixture()).client();
    const header = `${'Received: from a\r\n\tby b\r\n'.repeat(count - 1)}RECEIVED: x\r\n`;
    const body = 'Received: in the body\r\n'.repeat(60);
    const reply = await client.message(`${header}Subject: x\r\n\r\n${body}.\r\n`);
    expect(reply).toMatch(new RegExp(`^${start}`));
    expect(await client.command('NOOP')).toBe('250 2.0.0 OK');
  });

  it.each([
    ['in its header', (line: string) => `X-Long: ${line}\r\n\r\nb\r\n`],
    ['in its body', (line: string) => `Subject: a\r\n\r\n${line}\r\nb\r\n`],
    ['that is all of it', (line: string) => `${line}\r\n`],
  ])('with a line of 1 MB %s is stored as it came', async (_case, around) => {
    const fixture = await startFixture();
    const message = around('x'.repeat(1_000_000));
    expect(await (await fixture.client()).message(`${message}.\r\n`)).toMatch(/^250 /);
    expect(onlyMessage(fixture)).toBe(message);
  });

  it.each([
    ['of the size allowed', '250 2.0.0 ', 1000],
    ['one byte larger', '552 5.3.4 ', 1001],
    ['far larger', '552 5.3.4 ', 1_000_000],
  ])('%s is answered %s', async (_case, start, size) => {
    const client = await (await startFixture({ limits: { messageBytes: 1000 } })).client();
    // The line end before the final dot belongs to the message, the second dot of the first line does not.
    const message = `..${'x'.repeat(size - 3)}\r\n`;
    expect(await client.message(`${message}.\r\n`)).toMatch(new RegExp(`^${start}`));
    expect(await client.message('small\r\n.\r\n')).toMatch(/^250 /);
  });

  it('of 25 MiB is taken', async () => {
    const fixture = await startFixture();
    const client = await fixture.client();
    const body = Buffer.alloc(25 * 1024 * 1024, `${'x'.repeat(62)}\r\n`);
    expect(await client.message(Buffer.concat([body, Buffer.from('.\r\n')]))).toMatch(/^250 /);
    expect(fixture.accepted[0]!.raw.equals(body)).toBe(true);
  });

  it('sent in single bytes is held without a buffer for each', async () => {
    const fixture = await startFixture();
    const client = await fixture.client();
    await client.startData();
    const wire = `${'ab\r\n'.repeat(500)}.\r\n`;
    for (const byte of wire) await new Promise((sent) => client.socket.write(byte, sent));
    expect(await client.reply()).toMatch(/^250 /);
    expect(onlyMessage(fixture)).toBe('ab\r\n'.repeat(500));
  });
});
