import { afterEach, describe, expect, it } from '@jest/globals';
import { AppError, notFound, rateLimited, unavailable } from '../../src/errors.js';
import { closeFixtures, startFixture } from './fixture.js';

afterEach(closeFixtures);

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code });
const never = () => new Promise<never>(() => {});

const failures: [string, () => Promise<never>, string][] = [
  ['is away', () => Promise.reject(unavailable()), '451 4.3.0 '],
  ['is away in another way', () => Promise.reject(new AppError(400, 'odd')), '451 4.3.0 '],
  ['has a bug', () => Promise.reject(new TypeError('x is not a function')), '451 4.3.0 '],
  [
    'throws before it waits',
    () => {
      throw new Error('at once');
    },
    '451 4.3.0 ',
  ],
  [
    'has a full disk',
    () => Promise.reject(unavailable(withCode('disk full', '53100'))),
    '452 4.3.1 ',
  ],
  ['has no space', () => Promise.reject(withCode('no space left', 'ENOSPC')), '452 4.3.1 '],
  ['never answers', never, '451 4.3.0 '],
];

describe('when storage fails', () => {
  it.each(failures)('and %s, the message is deferred with %s', async (_case, accept, start) => {
    let failing = true;
    const fixture = await startFixture({
      acceptance: { accept: async () => (failing ? accept() : ['eml_1']) },
      limits: { storageMs: 30 },
    });
    const client = await fixture.client();
    expect(await client.message('hello\r\n.\r\n')).toMatch(
      new RegExp(`^${start.replace('.', '\\.')}`),
    );
    failing = false;
    expect(await client.message('hello\r\n.\r\n')).toBe('250 2.0.0 Accepted as eml_1');
  });

  it.each(failures)('and %s, the recipient is deferred with %s', async (_case, find, start) => {
    const fixture = await startFixture({
      acceptance: { findRecipient: find },
      limits: { storageMs: 30 },
    });
    const client = await fixture.client();
    await client.codes('EHLO client.test', 'MAIL FROM:<a@b.test>');
    const reply = await client.command('RCPT TO:<in@restante.test>');
    expect(reply).toMatch(new RegExp(`^${start}`));
    expect(await client.command('NOOP')).toBe('250 2.0.0 OK');
  });

  it.each([
    [notFound('Inbox'), '550 5.1.1 No such recipient here'],
    [rateLimited(60, 'full'), '452 4.2.2 Mailbox is full, try again later'],
  ])('says what became of the inbox after its RCPT: %s', async (error, reply) => {
    const accept = () => Promise.reject(error);
    const client = await (await startFixture({ acceptance: { accept } })).client();

    expect(await client.message('hello\r\n.\r\n')).toBe(reply);
  });

  it('does not count that against the client', async () => {
    const fixture = await startFixture({
      acceptance: { accept: () => Promise.reject(unavailable()) },
      limits: { errors: 2 },
    });
    const client = await fixture.client();
    for (let count = 0; count < 5; count++)
      expect(await client.message('hello\r\n.\r\n')).toMatch(/^451 /);
  });

  it('answers 250 only after the message is stored', async () => {
    let store = () => {};
    const stored = new Promise<readonly string[]>((resolve) => (store = () => resolve(['eml_1'])));
    const client = await (await startFixture({ acceptance: { accept: () => stored } })).client();
    await client.startData();
    client.send('hello\r\n.\r\nNOOP\r\n');
    let answered = false;
    const reply = client.reply().finally(() => (answered = true));
    const other = await (await startFixture()).client();
    await other.message('meanwhile\r\n.\r\n');
    expect(answered).toBe(false);
    store();
    expect(await reply).toBe('250 2.0.0 Accepted as eml_1');
    expect(await client.reply()).toBe('250 2.0.0 OK');
  });

  it('stores a message whose client left before the answer', async () => {
    let store = () => {};
    const stored = new Promise<readonly string[]>((resolve) => (store = () => resolve(['eml_1'])));
    let asked = () => {};
    const accepting = new Promise<void>((resolve) => (asked = resolve));
    const accept = () => {
      asked();
      return stored;
    };
    const fixture = await startFixture({ acceptance: { accept } });
    const client = await fixture.client();
    await client.startData();
    client.send('hello\r\n.\r\n');
    await accepting;
    client.close();
    expect(await client.reply()).toBe('closed');
    store();
    const next = await fixture.client();
    expect(await next.message('hello\r\n.\r\n')).toBe('250 2.0.0 Accepted as eml_1');
  });
});
