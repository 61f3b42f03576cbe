import type { Account, Mailbox, MailboxName, MailboxView } from '../../../src/imap/session.js';
import {
  startSendingApi,
  type SendingApi,
  type SendingTestInbox,
} from '../../support/sending-api.js';

/** An inbox with the password for its mailboxes. */
export interface ImapInbox extends SendingTestInbox {
  readonly imap_password: string;
  readonly key: string;
}

/** Mailboxes of inboxes to which mail comes, and from which it leaves. */
export type Mailboxes = Awaited<ReturnType<typeof startMailboxes>>;

/** Starts them, beside the API that changes what is in them; `options` are those of that. */
export async function startMailboxes(options: Parameters<typeof startSendingApi>[0] = {}) {
  const api = await startSendingApi(options);
  const opened: { close(): void }[] = [];
  const keep = <Closed extends { close(): void }>(closed: Closed): Closed => {
    opened.push(closed);
    return closed;
  };
  return {
    api,

    /** A new inbox of a new organization. */
    async createInbox(given: object = {}): Promise<ImapInbox> {
      const { key } = await api.createOrg();
      return { ...(await api.createInbox(key, given)), key } as ImapInbox;
    },

    /** Signs in; closed with the others. */
    async signIn(inbox: ImapInbox, password = inbox.imap_password): Promise<Account> {
      const attempt = { username: inbox.address, password, peer: '192.0.2.9' };
      const signedIn = await api.services.mailboxes.signIn(attempt);
      if (signedIn.outcome !== 'ok') throw new Error(signedIn.outcome);
      return keep(signedIn.account);
    },

    /** Signs in and opens a mailbox. */
    async open(inbox: ImapInbox, name: MailboxName = 'INBOX'): Promise<Mailbox> {
      return keep(await (await this.signIn(inbox)).open(name));
    },

    /** Closes all, and the API with its database. */
    async close(): Promise<void> {
      for (const closed of opened.splice(0).reverse()) closed.close();
      await api.close();
    },
  };
}

/** A mail as it comes from outside. */
export const mailOf = (subject: string, text = 'Hello'): string =>
  `From: Ann <ann@example.com>\r\nTo: you@mail.test\r\nSubject: ${subject}\r\n` +
  `Message-ID: <${subject.replaceAll(' ', '-')}@example.com>\r\n` +
  `Date: Thu, 1 Jan 2026 10:00:00 +0000\r\n\r\n${text}\r\n`;

/** A mail that is spam to everybody (GTUBE). */
export const spamOf = (subject: string): string =>
  mailOf(subject, 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X');

/** Resolves with the view once it fits. */
export function viewOf(
  mailbox: Mailbox,
  fits: (view: MailboxView) => boolean,
): Promise<MailboxView> {
  return new Promise((resolve) => {
    const look = () => {
      if (fits(mailbox.view())) resolve(mailbox.view());
    };
    mailbox.onChanged(look);
    look();
  });
}

/** All that comes. */
export async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** The ids in a view, in order. */
export const idsIn = ({ messages }: MailboxView): string[] =>
  messages.map(({ emailId }) => emailId);

/** Deletes an email by the API. */
export const remove = (api: SendingApi, { key }: ImapInbox, id: string) =>
  api.call('DELETE', `/v1/emails/${id}`, { key });

/** Marks an email by the API. */
export const markRead = (api: SendingApi, { key }: ImapInbox, id: string, isRead = true) =>
  api.call('PATCH', `/v1/emails/${id}`, { key, body: { is_read: isRead } });
