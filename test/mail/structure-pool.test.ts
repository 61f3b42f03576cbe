import { afterEach, describe, expect, it } from '@jest/globals';
import { createStructurePool } from '../../src/mail/pool/structure-pool.js';
import { messageStructure, unreadStructure } from '../../src/mail/structure/structure.js';

const WORKER = new URL('../../dist/src/mail/pool/structure-worker.js', import.meta.url);
const RAW = Buffer.from('From: a@b.example\r\n\r\ntext');

let close = async () => {};
afterEach(() => close());

describe('the thread that finds parts', () => {
  it('finds those that the message has', async () => {
    const pool = createStructurePool({ workerFile: WORKER });
    close = () => pool.close();
    expect(await pool.read(RAW)).toEqual(messageStructure(RAW));
    // Its bytes are still there.
    expect(RAW.toString()).toContain('a@b.example');
  });

  it('takes a message that nobody can read in time for one text', async () => {
    const pool = createStructurePool({ workerFile: WORKER, deadlineMs: 0 });
    close = () => pool.close();
    expect(await pool.read(RAW)).toEqual(unreadStructure(RAW.length));
    expect(unreadStructure(25).body).toBe(
      '("text" "plain" ("charset" "us-ascii") NIL NIL "7bit" 25 0)',
    );
  });
});
