import { afterEach, describe, expect, it } from '@jest/globals';
import { ImapFlow } from 'imapflow';
import { closeFixtures, startFixture, type Fixture } from './fixture.js';

afterEach(closeFixtures);

const connected = async ({ port }: Fixture, pass = 'secret') => {
  const client = new ImapFlow({
    ...{ host: '127.0.0.1', port, secure: true, logger: false },
    auth: { user: 'in@restante.test', pass },
    tls: { rejectUnauthorized: false },
  });
  await client.connect();
  return client;
};

describe('imapflow', () => {
  it('signs in, selects, reads flags and UIDs, and signs out', async () => {
    const fixture = await startFixture();
    fixture.inbox.inbox.add('Subject: one\r\n\r\nfirst\r\n', { seen: true });
    fixture.inbox.inbox.add('Subject: two\r\n\r\nsecond\r\n');
    const client = await connected(fixture);
    const box = await client.mailboxOpen('INBOX');
    expect({ exists: box.exists, readOnly: box.readOnly }).toEqual({ exists: 2, readOnly: true });
    const all = await client.fetchAll('1:*', { flags: true, uid: true });
    expect(all.map(({ uid, flags }) => [uid, [...(flags ?? [])]])).toEqual([
      [1, ['\\Seen']],
      [2, []],
    ]);
    await client.logout();
  });
});
