import { describe, expect, it } from '@jest/globals';
import { Incoming, TooLong } from '../../src/imap/wire/incoming.js';

function reading(most = 100) {
  const source = { isPaused: false, pause: () => source, resume: () => source };
  source.pause = () => ((source.isPaused = true), source);
  source.resume = () => ((source.isPaused = false), source);
  return { source, incoming: new Incoming(source as never, most) };
}

const lines = async (incoming: Incoming, count: number): Promise<(string | undefined)[]> => {
  const found: (string | undefined)[] = [];
  while (found.length < count) found.push((await incoming.line(1_000))?.toString());
  return found;
};

describe('what comes in', () => {
  it('is taken in lines and bytes, however it is cut', async () => {
    const text = 'first\r\nsecond\nabc\r\n\r\nlast\r\n';
    for (let size = 1; size <= text.length; size++) {
      const { incoming } = reading();
      const read = (async () => [
        ...(await lines(incoming, 2)),
        (await incoming.bytes(3))?.toString(),
        ...(await lines(incoming, 4)),
      ])();
      for (let at = 0; at < text.length; at += size)
        incoming.push(Buffer.from(text.slice(at, at + size)));
      incoming.end();
      expect(await read).toEqual(['first', 'second', 'abc', '', '', 'last', undefined]);
    }
  });

  it('pauses its source while too much waits', async () => {
    const { source, incoming } = reading(10);
    incoming.push(Buffer.from('one\r\ntwo\r\n'));
    expect(source.isPaused).toBe(false);
    incoming.push(Buffer.from('three\r\n'));
    expect(source.isPaused).toBe(true);
    await lines(incoming, 1);
    expect(source.isPaused).toBe(true);
    await lines(incoming, 1);
    expect(source.isPaused).toBe(false);
  });

  it('is refused where a line is too long, ended or not', async () => {
    const { incoming } = reading();
    incoming.push(Buffer.from('12345'));
    await expect(incoming.line(4)).rejects.toThrow(TooLong);
    incoming.push(Buffer.from('\r\n'));
    await expect(incoming.line(4)).rejects.toThrow(TooLong);
    expect((await incoming.line(6))?.toString()).toBe('12345');
  });
});
