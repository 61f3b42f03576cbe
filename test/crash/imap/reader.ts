import { setTimeout as sleep } from 'node:timers/promises';
import { ImapFlow, type FetchMessageObject } from 'imapflow';

/** An inbox with its password. */
export interface ReadableInbox {
  readonly id: string;
  readonly address: string;
  readonly imap_password: string;
}

/** What a client knows of a message. */
interface Known {
  readonly emailId: string;
  readonly seen: boolean;
}

// Milliseconds between two looks, and before who was hung up on calls again.
const PAUSE = 60;

/**
 * A client that is hung up on now and then, and goes on from what it knows: it asks for what changed since and
 * for the numbers that are there (RFC 7162 section 6), and holds both beside what is there as a whole.
 */
export class Reader {
  readonly known = new Map<number, Known>();
  /** How often it was connected. */
  connected = 0;
  #uidValidity: bigint | undefined;
  #modseq = 0n;
  /** Whose UID it was, of all that there ever were. */
  readonly #given = new Map<number, string>();

  constructor(
    private readonly port: number,
    private readonly inbox: ReadableInbox,
    private readonly problem: (text: string) => void,
  ) {}

  /** Reads until it is stopped; the last time, all is said to have happened. */
  async readUntil(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      await this.#session(stop).catch(() => undefined);
      await sleep(PAUSE);
    }
  }

  /** Connects once more and brings itself up to date. @throws where the server hangs up */
  catchUp = (): Promise<void> => this.#session(AbortSignal.abort());

  /** Ids of emails, by whether they were read. */
  get emails(): Map<string, boolean> {
    return new Map(Array.from(this.known.values(), ({ emailId, seen }) => [emailId, seen]));
  }

  async #session(stop: AbortSignal): Promise<void> {
    const client = new ImapFlow({
      ...{ host: '127.0.0.1', port: this.port, secure: true, logger: false },
      auth: { user: this.inbox.address, pass: this.inbox.imap_password },
      tls: { rejectUnauthorized: false },
    });
    // What hangs up is seen by the command that runs.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.mailboxOpen('INBOX', { readOnly: true });
      this.connected++;
      this.#isSameMailbox(client);
      do {
        await this.#look(client);
        await sleep(PAUSE);
      } while (!stop.aborted);
    } finally {
      client.close();
    }
  }

  #isSameMailbox({ mailbox }: ImapFlow): void {
    if (!mailbox) throw new Error('no mailbox is open');
    this.#uidValidity ??= mailbox.uidValidity;
    if (mailbox.uidValidity !== this.#uidValidity) this.problem('UIDVALIDITY is another');
  }

  async #look(client: ImapFlow): Promise<void> {
    const changed = await this.#fetch(client, this.#modseq);
    for (const message of changed) this.#take(message);
    const upTo = this.#modseq;
    const all = await this.#fetch(client, 0n);
    const there = new Set(all.map(({ uid }) => uid));
    for (const uid of this.known.keys()) if (!there.has(uid)) this.known.delete(uid);
    for (const message of all) if (message.modseq! <= upTo) this.#isKnown(message);
  }

  async #fetch(client: ImapFlow, changedSince: bigint): Promise<FetchMessageObject[]> {
    const query = { uid: true, flags: true, emailId: true };
    const options = changedSince > 0n ? { uid: true, changedSince } : { uid: true };
    const found: FetchMessageObject[] = [];
    // What the server tells of its own accord has no id; it is asked for the next time.
    for await (const message of client.fetch('1:*', query, options))
      if (message.emailId) found.push(message);
    // A client that is hung up on ends its lists early, and says nothing.
    if (!client.usable) throw new Error('hung up');
    return found;
  }

  #take({ uid, emailId, flags, modseq }: FetchMessageObject): void {
    const before = this.#given.get(uid);
    if (before !== undefined && before !== emailId) this.problem(`UID ${uid} was given twice`);
    this.#given.set(uid, emailId!);
    this.known.set(uid, { emailId: emailId!, seen: flags!.has('\\Seen') });
    if (modseq! > this.#modseq) this.#modseq = modseq!;
  }

  /** All that is as old as what this client was told of has to be told. */
  #isKnown({ uid, emailId, flags, modseq }: FetchMessageObject): void {
    const known = this.known.get(uid);
    if (known?.emailId === emailId && known?.seen === flags!.has('\\Seen')) return;
    this.problem(`UID ${uid} (MODSEQ ${modseq}) was not told of by CHANGEDSINCE`);
  }
}
