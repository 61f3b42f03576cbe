import { createHash } from 'node:crypto';
import {
  MAILBOXES,
  MessageGone,
  type Account,
  type FetchedMessage,
  type Mailbox,
  type MailboxName,
  type MailboxStatus,
  type MailboxView,
  type MailStorage,
  type MessageMark,
  type SearchKey,
  type SignIn,
  type SignInAttempt,
  type WantedFields,
} from '../../src/imap/session.js';
import { testOf } from '../../src/imap/search/resolve.js';
import { readPartMap } from '../../src/mail/structure/part-map.js';
import { sentOn } from '../../src/mail/mime/dates.js';
import { messageStructure } from '../../src/mail/structure/structure.js';

const UID_VALIDITY = 1_700_000_000;
const SLICE = 256 * 1024;

interface StoredMessage extends MessageMark {
  readonly raw: Buffer;
  readonly internalDate: Date;
}

/** What a test says of a message beside its bytes. */
export interface NewMessage {
  readonly seen?: boolean;
  readonly internalDate?: Date;
}

/** A mailbox that test code writes to. */
export class MemoryMailbox {
  messages: readonly StoredMessage[] = [];
  uidNext = 1;
  /** What reading, searching and looking wait for. */
  readonly waitsFor: Record<'fetch' | 'search' | 'refresh', () => Promise<unknown>> = {
    fetch: async () => {},
    search: async () => {},
    refresh: async () => {},
  };
  modseq = 1;
  readonly open = new Set<() => void>();

  constructor(readonly name: MailboxName) {}

  add(raw: string | Buffer, { seen = false, internalDate = new Date() }: NewMessage = {}): number {
    const uid = this.uidNext++;
    const bytes = Buffer.from(raw);
    const emailId = `eml_${this.name}_${uid}`;
    const modseq = ++this.modseq;
    this.#become([...this.messages, { uid, emailId, seen, modseq, raw: bytes, internalDate }]);
    return uid;
  }

  remove(...uids: number[]): void {
    this.modseq++;
    this.#become(this.messages.filter(({ uid }) => !uids.includes(uid)));
  }

  mark(uid: number, seen: boolean): void {
    const modseq = ++this.modseq;
    this.#become(
      this.messages.map((message) =>
        message.uid === uid ? { ...message, seen, modseq } : message,
      ),
    );
  }

  view(): MailboxView {
    return this.#view;
  }

  #view: MailboxView = this.#looked();

  #become(messages: readonly StoredMessage[]): void {
    this.messages = messages;
    this.#view = this.#looked();
    for (const changed of this.open) changed();
  }

  #looked(): MailboxView {
    const { messages, uidNext, modseq } = this;
    return { uidValidity: UID_VALIDITY, uidNext, highestModseq: modseq, messages };
  }
}

/** One inbox with a password. */
export class MemoryInbox {
  readonly mailboxes: Readonly<Record<MailboxName, MemoryMailbox>>;
  readonly #ended = new Set<(reason: string) => void>();

  constructor(
    readonly address: string,
    public password: string,
  ) {
    const entries = MAILBOXES.map((name) => [name, new MemoryMailbox(name)]);
    this.mailboxes = Object.fromEntries(entries) as Record<MailboxName, MemoryMailbox>;
  }

  get inbox(): MemoryMailbox {
    return this.mailboxes.INBOX;
  }

  end(reason: string): void {
    for (const ended of this.#ended) ended(reason);
  }

  account(): Account {
    let ended: ((reason: string) => void) | null = null;
    return {
      address: this.address,
      status: async (names) => names.map((name) => statusOf(this.mailboxes[name])),
      open: async (name) => openMailbox(this.mailboxes[name]),
      onEnded: (given) => {
        ended = given;
        this.#ended.add(given);
      },
      close: () => {
        if (ended) this.#ended.delete(ended);
      },
    };
  }
}

/** Storage in memory: the inboxes a test put there. */
export class MemoryStorage implements MailStorage {
  readonly inboxes: MemoryInbox[] = [];

  inbox(address = 'in@restante.test', password = 'secret'): MemoryInbox {
    const inbox = new MemoryInbox(address, password);
    this.inboxes.push(inbox);
    return inbox;
  }

  /** What storage waits for, to be away. */
  away: Promise<unknown> | null = null;

  async signIn({ username, password }: SignInAttempt): Promise<SignIn> {
    await this.away;
    const found = this.inboxes.find(({ address }) => address === username.toLowerCase());
    if (found?.password !== password) return { outcome: 'refused' };
    return { outcome: 'ok', account: found.account() };
  }
}

function statusOf(box: MemoryMailbox): MailboxStatus {
  const { name, uidNext, messages, modseq: highestModseq } = box;
  return {
    ...{ name, uidNext, highestModseq, uidValidity: UID_VALIDITY, mailboxId: idOf(name) },
    messages: messages.length,
    unseen: messages.filter(({ seen }) => !seen).length,
    size: messages.reduce((bytes, { raw }) => bytes + raw.length, 0),
  };
}

const idOf = (name: MailboxName): string => `mbx_${name}`;

function openMailbox(box: MemoryMailbox): Mailbox {
  let changed = () => {};
  const tell = () => changed();
  box.open.add(tell);
  return {
    name: box.name,
    mailboxId: idOf(box.name),
    view: () => box.view(),
    refresh: () => box.waitsFor.refresh().then(() => box.view()),
    onChanged: (given) => (changed = given),
    fetch: (uids, wanted) => box.waitsFor.fetch().then(() => fetch(box, uids, wanted)),
    bytes: (uid, from, to) => bytes(box, uid, from, to),
    async search(criteria) {
      await box.waitsFor.search();
      return box.messages.filter(matches(criteria)).map(({ uid }) => uid);
    },
    close: () => box.open.delete(tell),
  };
}

function fetch(
  box: MemoryMailbox,
  uids: readonly number[],
  wanted: WantedFields,
): readonly FetchedMessage[] {
  const messages = uids.flatMap((uid) => box.messages.find((one) => one.uid === uid) ?? []);
  return messages.map((message) => described(message, wanted));
}

function described(message: StoredMessage, wanted: WantedFields): FetchedMessage {
  const { raw, internalDate, ...mark } = message;
  const thread = createHash('sha256').update(raw).digest('hex');
  return {
    ...mark,
    ...(wanted.size && { size: raw.length }),
    ...(wanted.internalDate && { internalDate }),
    ...(wanted.preview && { preview: null }),
    ...((wanted.envelope || wanted.structure || wanted.parts) && structureOf(raw)),
    ...(wanted.threadId && { threadId: `thr_${thread}` }),
    ...(wanted.firstBytes && { firstBytes: raw.subarray(0, wanted.firstBytes) }),
  };
}

function structureOf(raw: Buffer) {
  const { envelope, body, bodyStructure, partMap } = messageStructure(raw);
  return { envelope, body, bodyStructure, parts: readPartMap(partMap, 0) };
}

async function* bytes(
  box: MemoryMailbox,
  uid: number,
  from: number,
  to: number,
): AsyncGenerator<Buffer> {
  for (let at = from; at < to; at += SLICE) {
    const message = box.messages.find((one) => one.uid === uid);
    if (!message) throw new MessageGone();
    yield message.raw.subarray(at, Math.min(to, at + SLICE));
  }
}

/** A plain reading of SEARCH, to compare others with. */
function matches(search: SearchKey): (message: StoredMessage) => boolean {
  const test = testOf(search);
  if (test) return test;
  switch (search.key) {
    case 'not': {
      const inner = matches(search.of);
      return (message) => !inner(message);
    }
    case 'and':
    case 'or': {
      const all = search.of.map(matches);
      return (message) =>
        search.key === 'and' ? all.every((one) => one(message)) : all.some((one) => one(message));
    }
    default:
      return (message) => matchesBytes(search, message);
  }
}

type Plain = Exclude<SearchKey, { readonly key: 'and' | 'or' | 'not' }>;

function matchesBytes(search: Plain, message: StoredMessage): boolean {
  const text = message.raw.toString('utf8').toLowerCase();
  const [head = ''] = text.split('\r\n\r\n', 1);
  if ('day' in search) return onDay(search, dayOf(search.key, message));
  if ('seconds' in search) {
    const age = (Date.now() - message.internalDate.getTime()) / 1000;
    return search.key === 'younger' ? age <= search.seconds : age >= search.seconds;
  }
  if ('bytes' in search) return Math.sign(message.raw.length - search.bytes) === SIGNS[search.key];
  if (!('value' in search)) return false;
  const value = search.value.toLowerCase();
  if (search.key === 'text') return text.includes(value);
  if (search.key === 'body') return text.slice(head.length).includes(value);
  return hasField(head, search.key === 'header' ? search.name : search.key, value);
}

const SIGNS = { larger: 1, smaller: -1 };

const dayOf = (key: string, { raw, internalDate }: StoredMessage): string | null =>
  key.startsWith('sent')
    ? sentOn(/^date:(.*)/im.exec(raw.toString('latin1'))?.[1])
    : internalDate.toISOString().slice(0, 10);

function onDay(search: { readonly key: string; readonly day: string }, day: string | null) {
  if (day === null) return false;
  if (search.key.endsWith('before')) return day < search.day;
  return search.key.endsWith('since') ? day >= search.day : day === search.day;
}

const hasField = (head: string, name: string, value: string): boolean =>
  head
    .replace(/\r\n[ \t]/g, ' ')
    .split('\r\n')
    .some((line) => line.startsWith(`${name.toLowerCase()}:`) && line.includes(value));
