import { once } from 'node:events';
import { connect as connectTls } from 'node:tls';
import { createTransport } from 'nodemailer';
import { analyse } from '../../../src/mail/reading/analyse.js';
import { createInstallation, type Installation } from '../../e2e/installation.js';
import { createInbox, type Inbox } from '../../e2e/mail.js';
import type { Difference } from './accepted.js';
import { ImapClient } from './client.js';
import { startDovecot } from './dovecot.js';
import type { OracleMessage } from './messages.js';

// SEARCH is a statement, so what is asked is a service, to which the messages come as mail. Dovecot gets the bytes of
// what it took.

const MAILBOXES = ['INBOX', 'Spam'];
const AT_ONCE = 50;
// Words that are looked for, in each key.
const WORDS = 40;

/** A mailbox in both. */
interface Searched {
  readonly raws: readonly Buffer[];
  readonly ours: ImapClient;
  readonly theirs: ImapClient;
  close(): Promise<void>;
}

/** What is searched for, and what one of both finds that the other does not. */
export async function* searchDifferences(
  messages: readonly OracleMessage[],
): AsyncGenerator<Difference> {
  const installation = await createInstallation({ ROLES: 'api,smtp,imap' });
  try {
    const service = await installation.start();
    const inbox = (await createInbox(await installation.client(service))) as SignIn;
    await deliver(service.smtp, inbox, messages);
    for (const mailbox of MAILBOXES) yield* comparedIn(await openBoth(service, inbox, mailbox));
  } finally {
    await installation.remove();
  }
}

async function* comparedIn(searched: Searched): AsyncGenerator<Difference> {
  try {
    for (const search of searchesFor(searched.raws)) yield* compared(searched, search);
  } finally {
    await searched.close();
  }
}

type Service = Awaited<ReturnType<Installation['start']>>;
type SignIn = Inbox & { readonly imap_password: string };

async function deliver(
  smtp: Service['smtp'],
  inbox: Inbox,
  messages: readonly OracleMessage[],
): Promise<void> {
  const transport = createTransport({ ...smtp, pool: true, maxConnections: 1 });
  const envelope = { from: 'bounce@sender.test', to: inbox.address };
  // Some of what is hostile is not taken.
  for (const { raw } of messages) await transport.sendMail({ envelope, raw }).catch(() => null);
  transport.close();
}

async function openBoth({ imap }: Service, inbox: SignIn, mailbox: string): Promise<Searched> {
  const socket = connectTls({ ...imap, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const ours = new ImapClient(socket);
  await ours.greeted();
  await signIn(ours, inbox);
  await ours.command(`EXAMINE ${mailbox}`);
  const raws = await bytesOfAll(ours);
  const dovecot = await startDovecot(raws);
  const theirs = await dovecot.client();
  await theirs.command('LOGIN in@restante.test secret');
  await theirs.command('EXAMINE INBOX');
  return {
    ...{ raws, ours, theirs },
    async close() {
      ours.close();
      theirs.close();
      await dovecot.close();
    },
  };
}

/** Thousands of mails were taken a moment ago: storage may have no time yet. */
async function signIn(client: ImapClient, { address, imap_password: password }: SignIn) {
  for (;;)
    try {
      return await client.command(`LOGIN ${address} ${password}`);
    } catch (error) {
      if (!String(error).includes('[UNAVAILABLE]')) throw error;
    }
}

async function bytesOfAll(client: ImapClient): Promise<Buffer[]> {
  const raws: Buffer[] = [];
  const count = (await client.search('ALL')).length;
  for (let from = 1; from <= count; from += AT_ONCE) {
    const set = `${from}:${Math.min(from + AT_ONCE - 1, count)}`;
    for (const items of (await client.fetch(set, 'BODY.PEEK[]')).values())
      raws.push(Buffer.from(items.get('BODY[]') as string, 'latin1'));
  }
  return raws;
}

async function* compared({ raws, ours, theirs }: Searched, search: string) {
  const [a, b] = [new Set(await ours.search(search)), new Set(await theirs.search(search))];
  for (const [index, raw] of raws.entries()) {
    const told = [a, b].map((found) => (found.has(index + 1) ? 'found' : 'not found'));
    const [key] = search.split(' ');
    const name = /^subject: (.*)/im.exec(raw.toString('latin1'))?.[1] ?? `${index + 1}`;
    if (told[0] === told[1]) continue;
    const looksInto = key === 'BODY' || key === 'TEXT' ? { looksInto: await shown(raw) } : {};
    const found = { kind: `SEARCH ${key}`, message: name, raw, item: search, ...looksInto };
    yield { ...found, ours: told[0]!, theirs: told[1]! };
  }
}

async function shown(raw: Buffer) {
  const { textBody, headers } = await analyse(raw, { receivedAt: new Date() });
  const header = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  return { text: textBody ?? '', header: header.join('\n') };
}

/** Searches for words of the messages themselves, spread over all of them, and for what depends on no word. */
function searchesFor(raws: readonly Buffer[]): string[] {
  const texts = raws.map((raw) => raw.toString('latin1'));
  const step = Math.max(1, Math.floor(texts.length / WORDS));
  const some = texts.filter((_, index) => index % step === 0);
  const words = (pattern: RegExp) => [
    ...new Set(some.flatMap((text) => pattern.exec(text)?.[1] ?? [])),
  ];
  const quoted = (key: string, values: readonly string[]) =>
    values.map((value) => `${key} "${value}"`);
  const inHeader = (field: string) =>
    words(new RegExp(`^${field}:[^\\r\\n]*?\\b([A-Za-z0-9]{3,12})\\b`, 'im'));
  return [
    ...quoted('FROM', inHeader('From')),
    ...quoted('TO', inHeader('To')),
    ...quoted('CC', inHeader('Cc')),
    ...quoted('BCC', inHeader('Bcc')),
    ...quoted('SUBJECT', inHeader('Subject')),
    ...quoted('HEADER Received', inHeader('Received')),
    ...quoted('HEADER Message-ID', inHeader('Message-ID')),
    ...quoted('BODY', words(/\r\n\r\n[^]*?\s([A-Za-z]{4,14})\s/)),
    ...quoted('TEXT', words(/\r\n\r\n[^]*?\s[A-Za-z]{4,14}\s+([A-Za-z]{4,14})\s/)),
    ...['X-Mailer', 'List-Id', 'X-None'].map((name) => `HEADER ${name} ""`),
    ...daysOf(some).flatMap((day) =>
      ['SENTBEFORE', 'SENTON', 'SENTSINCE'].map((key) => `${key} ${day}`),
    ),
    ...raws.slice(0, WORDS).flatMap(({ length }) => [`LARGER ${length}`, `SMALLER ${length}`]),
    ...['ALL', 'SEEN', 'UNSEEN', 'FLAGGED', 'DRAFT', 'ANSWERED', 'DELETED', 'KEYWORD $Forwarded'],
    ...['3:4', '*', 'NOT 2', '(1:9 NOT 2:3)', 'OR 1 OR SUBJECT "the" NOT FROM "com"'],
  ];
}

const DATE = /^date:[^\r\n]*?(\d{1,2}) (\w{3})\w* ((?:19|20)\d\d)/im;

const daysOf = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => {
    const [, day, month, year] = DATE.exec(text) ?? [];
    return day ? [`${day}-${month}-${year}`] : [];
  });
