import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { HeldReplies } from '../../src/smtp/held-replies.js';

/** A stream that remembers how many chunks came together. */
function createSink() {
  const groups: number[] = [];
  const sink = new Writable({
    writev: (chunks, done) => {
      groups.push(chunks.length);
      done();
    },
  });
  return { sink, groups };
}

describe('held replies', () => {
  it('leave together', () => {
    const { sink, groups } = createSink();
    const replies = new HeldReplies();

    replies.hold(sink);
    sink.write('250 one\r\n');
    replies.hold(sink);
    sink.write('250 two\r\n');
    expect(groups).toEqual([]);
    replies.release();

    expect(groups).toEqual([2]);
  });

  it('leave before they are as many as make the stream full', () => {
    const { sink, groups } = createSink();
    const replies = new HeldReplies();

    for (let reply = 0; reply < 2_000; reply++) {
      replies.hold(sink);
      sink.write('550 5.1.1 No such recipient here\r\n');
      expect(sink.writableNeedDrain).toBe(false);
    }
    replies.release();

    expect(groups.reduce((sum, size) => sum + size)).toBe(2_000);
  });

  it('leave with a stream that ends', () => {
    const { sink, groups } = createSink();
    new HeldReplies().hold(sink);
    sink.write('250 one\r\n');
    sink.write('421 Too many errors\r\n');

    sink.end();

    expect(groups).toEqual([2]);
  });
});
