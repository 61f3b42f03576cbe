import { beforeEach, describe, expect, it } from '@jest/globals';
import { SettledSends } from '../../../src/resources/sending/settled-sends.js';
import type { SendView } from '../../../src/resources/sending/views.js';

const viewOf = (emailId: string) => ({ email_id: emailId }) as SendView;

let settled: SettledSends;
beforeEach(() => {
  settled = new SettledSends();
});

describe('what became of a mail that a request waits for', () => {
  it('is answered once it is written', async () => {
    settled.await('a');
    settled.settle(['a', 'b'], Promise.resolve([viewOf('b'), viewOf('a')]));
    expect(await settled.take('a')).toEqual(viewOf('a'));
    expect(await settled.take('a')).toBeNull();
  });

  it.each([
    ['nobody writes here', (): Promise<SendView[]> | null => null],
    ['goes on', async () => []],
    ['was not written', () => Promise.reject(new Error('away'))],
    ['takes its time to be written', () => new Promise<SendView[]>(() => undefined)],
  ])('is to be read where it %s', async (_why, write) => {
    settled.await('a');
    const written = write();
    if (written) settled.settle(['a'], written);
    expect(await settled.take('a')).toBeNull();
  });

  it('is not kept where nobody waits', async () => {
    settled.settle(['a'], Promise.resolve([viewOf('a')]));
    expect(await settled.take('a')).toBeNull();
  });
});
