import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ImapFlow } from 'imapflow';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { createInbox, sendCode, type Inbox } from './mail.js';

const START = 300_000;

interface ReadableInbox extends Inbox {
  readonly imap_username: string;
  readonly imap_password: string;
}

describe('an inbox over IMAP, in a process of its own', () => {
  let installation: SharedInstallation;
  const running = {} as { service: RunningService; imap: RunningService };

  beforeAll(async () => {
    installation = await createSharedInstallation();
    running.service = await installation.start({ settings: { ROLES: 'api,smtp' } });
    // It asks for no secret: none of what it reads is sealed.
    const settings = { ROLES: 'imap', INBOUND_SECRET: '', MASTER_KEY: '' };
    running.imap = await installation.start({ settings });
  }, START);
  afterAll(() => installation.remove(), START);

  /** A client that is signed in and idles in INBOX. */
  async function connected(inbox: ReadableInbox): Promise<ImapFlow> {
    const { host, port, certFile } = running.imap.imap;
    const client = new ImapFlow({
      ...{ host, port, secure: true, logger: false },
      auth: { user: inbox.imap_username, pass: inbox.imap_password },
      tls: { ca: await readFile(certFile!) },
    });
    await client.connect();
    await client.mailboxOpen('INBOX');
    return client;
  }

  it('is told of a mail, shows it as it was stored, and that it was read', async () => {
    const rest = await installation.client(running.service);
    const inbox = (await createInbox(rest)) as ReadableInbox;
    const client = await connected(inbox);
    const arrived = once(client, 'exists');
    void client.idle();
    const id = await sendCode(running.service, inbox, '482913');
    expect(await arrived).toEqual([expect.objectContaining({ count: 1, prevCount: 0 })]);

    const mail = await client.fetchOne('1', { source: true, envelope: true, flags: true });
    if (!mail) throw new Error('there is no mail');
    expect(mail.source).toEqual(await rest.download(`/v1/emails/${id}/raw`));
    expect(mail.emailId).toBe(id);
    expect(mail.envelope?.subject).toBe('Confirm your e-mail address');
    expect(await client.search({ body: '482913' })).toEqual([1]);

    const read = once(client, 'flags');
    void client.idle();
    await rest.call('PATCH', `/v1/emails/${id}`, { body: { is_read: true } });
    expect(await read).toEqual([expect.objectContaining({ flags: new Set(['\\Seen']) })]);
    await client.logout();
  });

  it('is closed to an old password at once', async () => {
    const rest = await installation.client(running.service);
    const inbox = (await createInbox(rest)) as ReadableInbox;
    const client = await connected(inbox);
    const closed = once(client, 'close');
    void client.idle();
    await rest.call('POST', `/v1/inboxes/${inbox.id}/imap-password`);
    await closed;
    await expect(connected(inbox)).rejects.toThrow();
  });
});
