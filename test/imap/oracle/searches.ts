import { once } from 'node:events';
import { connect as connectTls } from 'node:tls';
import { setTimeout as delay } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { analyse } from '../../../src/mail/reading/analyse.js';
import { createInstallation, type Installation } from '../../e2e/installation.js';
import { acceptedAs, createInbox, type Inbox } from '../../e2e/mail.js';
import type { RestClient } from '../../e2e/rest-client.js';
import { Random } from '../fuzz/random.js';
import type { Difference } from './accepted.js';
import { ImapClient } from './client.js';
import { startDovecot } from './dovecot.js';
import type { OracleMessage } from './messages.js';

// SEARCH is a statement, so what is asked is a service, to which the messages come as mail. Dovecot gets the bytes of
// what it took.

const MAILBOXES = ['INBOX', 'Spam'];
const AT_ONCE = 50;
const SESSIONS = 8;
// Searches for several keys at once.
const COMBINATIONS = 100;
const SEED = 9051;

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
  words: number,
): AsyncGenerator<Difference> {
  const installation = await createInstallation({ ROLES: 'api,smtp,imap' });
  try {
    const service = await installation.start();
    const client = await installation.client(service);
    const inbox = (await createInbox(client)) as SignIn;
    for (const id of await deliver(service.smtp, inbox, messages)) await read(client, id);
    for (const mailbox of MAILBOXES)
      yield* comparedIn(await openBoth(service, inbox, mailbox), words);
  } finally {
    await installation.remove();
  }
}

async function* comparedIn(searched: Searched, words: number): AsyncGenerator<Difference> {
  const agreed: string[] = [];
  try {
    for (const search of await searchesFor(searched.raws, words)) {
      const found = await differencesOf(searched, search);
      if (found.length === 0) agreed.push(search);
      yield* found;
    }
    // Of keys that both answer alike there is nothing that could differ.
    for (const search of combinationsOf(agreed)) yield* await differencesOf(searched, search);
  } finally {
    await searched.close();
  }
}

type Service = Awaited<ReturnType<Installation['start']>>;
type SignIn = Inbox & { readonly imap_password: string };

/** Ids of the emails that they became. */
async function deliver(
  smtp: Service['smtp'],
  inbox: Inbox,
  messages: readonly OracleMessage[],
): Promise<string[]> {
  const transport = createTransport({ ...smtp, pool: true, maxConnections: SESSIONS });
  const envelope = { from: 'bounce@sender.test', to: inbox.address };
  const ids = await Promise.all(
    messages.map(async ({ name, raw }) => {
      const reply = await replyTo(() => transport.sendMail({ envelope, raw }));
      if (reply !== null) return acceptedAs(reply);
      // Some of what is hostile is not taken.
      if (!name.startsWith('hostile')) throw new Error(`refused: ${name}`);
      return [];
    }),
  );
  transport.close();
  return ids.flat();
}

/** Null where a mail is refused for good; so much mail is more than storage has time for at once. */
async function replyTo(send: () => Promise<{ readonly response: string }>): Promise<string | null> {
  for (;;)
    try {
      return (await send()).response;
    } catch (error) {
      if ((error as { readonly responseCode?: number }).responseCode !== 451) return null;
    }
}

/** Once its text is known: a busy service reads some mail after it took it. */
async function read(client: RestClient, id: string): Promise<void> {
  const status = () => client.read<{ parse_status: string }>(`/v1/emails/${id}`);
  while ((await status()).parse_status === 'pending') await delay(100);
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

async function differencesOf(
  { raws, ours, theirs }: Searched,
  search: string,
): Promise<Difference[]> {
  const [a, b] = [new Set(await ours.search(search)), new Set(await theirs.search(search))];
  const differing = raws.flatMap((raw, index) =>
    a.has(index + 1) === b.has(index + 1) ? [] : [{ raw, index }],
  );
  return differing.map(({ raw, index }) => {
    const [key] = search.split(' ');
    return {
      ...{ kind: `SEARCH ${key}`, message: nameOf(raw, index), raw, item: search },
      ...(key === 'BODY' || key === 'TEXT' ? { looksInto: shown(raw) } : {}),
      ours: a.has(index + 1) ? 'found' : 'not found',
      theirs: b.has(index + 1) ? 'found' : 'not found',
    };
  });
}

const nameOf = (raw: Buffer, index: number) =>
  /^subject: (.*)/im.exec(raw.toString('latin1'))?.[1] ?? `${index + 1}`;

function shown(raw: Buffer) {
  const { textBody, headers } = analyse(raw, { receivedAt: new Date() });
  const header = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  return { text: textBody ?? '', header: header.join('\n') };
}

/**
 * Searches for so many words of the messages themselves in each key, spread over all of them, and for what depends on
 * no word.
 */
async function searchesFor(raws: readonly Buffer[], words: number): Promise<string[]> {
  const some = spread(raws, words);
  const texts = some.map((raw) => raw.toString('latin1'));
  const shownTexts = some.map(shown);
  const inHeader = (field: string) => wordsOf(texts, fieldWord(field));
  const decoded = (field: string) =>
    wordsOf(
      shownTexts.map(({ header }) => header),
      foreign(field),
    );
  const foreignWords = wordsOf(
    shownTexts.map(({ text }) => text),
    FOREIGN,
  );
  return [
    ...HEADERS.flatMap(([key, field]) => quoted(key, withMiddles(inHeader(field)))),
    ...HEADERS.flatMap(([key, field]) => literals(key, decoded(field))),
    ...quoted('SUBJECT', wordsOf(texts, /^subject: *[^\r\n]*?(\w{2,9} \w{2,9}\b)/im)),
    ...quoted('BODY', wordsOf(texts, /\r\n\r\n[^]*?\s([A-Za-z]{4,14})\s/)),
    ...quoted('TEXT', wordsOf(texts, /\r\n\r\n[^]*?\s[A-Za-z]{4,14}\s+([A-Za-z]{4,14})\s/)),
    ...['BODY', 'TEXT'].flatMap((key) => literals(key, foreignWords)),
    ...['X-Mailer', 'List-Id', 'X-None'].map((name) => `HEADER ${name} ""`),
    ...daysOf(texts).flatMap((day) =>
      ['SENTBEFORE', 'SENTON', 'SENTSINCE'].map((key) => `${key} ${day}`),
    ),
    ...some.flatMap(({ length }) => [`LARGER ${length}`, `SMALLER ${length}`]),
    ...OF_NO_WORD,
  ];
}

const HEADERS = [
  ...[['FROM', 'From'] as const, ['TO', 'To'] as const, ['CC', 'Cc'] as const],
  ...[['BCC', 'Bcc'] as const, ['SUBJECT', 'Subject'] as const],
  ...['Received', 'Message-ID', 'Content-Type', 'X-Mailer', 'List-Id', 'Reply-To'].map(
    (field) => [`HEADER ${field}`, field] as const,
  ),
];

// All of them came at this day.
const OF_NO_WORD = [
  ...['ALL', 'SEEN', 'UNSEEN', 'FLAGGED', 'UNFLAGGED', 'DRAFT', 'UNDRAFT', 'ANSWERED'],
  ...['UNANSWERED', 'DELETED', 'UNDELETED', 'KEYWORD $Forwarded', 'UNKEYWORD $Forwarded'],
  ...['BEFORE 1-Jan-2020', 'SINCE 1-Jan-2020', 'ON 1-Jan-2020', 'BEFORE 1-Jan-2200'],
  ...['YOUNGER 86400', 'OLDER 86400', 'YOUNGER 1000000000', 'OLDER 1000000000'],
  ...['3:4', '*', 'NOT 2', '(1:9 NOT 2:3)', 'FROM "com"', 'OR 1 OR SUBJECT "the" NOT SUBJECT "re"'],
];

const spread = <T>(items: readonly T[], count: number): T[] => {
  const step = Math.max(1, Math.floor(items.length / count));
  return items.filter((_, index) => index % step === 0);
};

const wordsOf = (texts: readonly string[], pattern: RegExp): string[] => [
  ...new Set(texts.flatMap((text) => pattern.exec(text)?.[1] ?? [])),
];

const fieldWord = (field: string) =>
  new RegExp(`^${field}:[^\\r\\n]*?\\b([A-Za-z0-9]{3,12})\\b`, 'im');

// A word with a letter beyond ASCII.
const FOREIGN = /(?<![\p{L}\p{N}])([\p{L}\p{N}]{0,9}(?=[^\0-\x7f])\p{L}[\p{L}\p{N}]{1,9})/u;
const foreign = (field: string) => new RegExp(`^${field}: [^\\n]*?${FOREIGN.source}`, 'imu');

/** Words, and what stands within some of them. */
const withMiddles = (words: readonly string[]) => [
  ...words,
  ...words.filter(({ length }) => length > 5).map((word) => word.slice(1, -1)),
];

const quoted = (key: string, values: readonly string[]) =>
  values.map((value) => `${key} "${value}"`);

/** Text beyond ASCII, which no quoted string may hold: its bytes, one character each. */
const literals = (key: string, values: readonly string[]) =>
  values.map((value) => {
    const bytes = Buffer.from(value);
    return `${key} {${bytes.length}+}\r\n${bytes.toString('latin1')}`;
  });

const FORMS: readonly ((pick: () => string) => string)[] = [
  (pick) => `${pick()} ${pick()}`,
  (pick) => `NOT ${pick()}`,
  (pick) => `OR ${pick()} ${pick()}`,
  (pick) => `(${pick()} NOT ${pick()}) 1:*`,
  (pick) => `OR (${pick()} ${pick()}) NOT OR ${pick()} NOT ${pick()}`,
];

/** Searches with several of these keys. */
function combinationsOf(searches: readonly string[]): string[] {
  const random = new Random(SEED);
  return Array.from({ length: COMBINATIONS }, (_, index) =>
    FORMS[index % FORMS.length]!(() => `(${random.pick(searches)})`),
  );
}

const DATE = /^date:[^\r\n]*?(\d{1,2}) (\w{3})\w* ((?:19|20)\d\d)/im;

const daysOf = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => {
    const [, day, month, year] = DATE.exec(text) ?? [];
    return day ? [`${day}-${month}-${year}`] : [];
  });
