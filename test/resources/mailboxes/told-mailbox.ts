import type { MailboxName } from '../../../src/imap/session.js';
import { connect, type RawClient } from '../../imap/raw-client.js';
import type { ImapInbox } from './fixture.js';

/** A message as a client knows it; one that it was told to exist, and nothing more, has no members. */
interface ToldMessage {
  readonly uid?: number;
  readonly emailId?: string;
  readonly seen?: boolean;
}

const UNTAGGED = /^\* (\d+) (EXISTS|EXPUNGE|FETCH)(?: \((.*)\))?$/;

/** A session that has a mailbox selected, and what its client knows of it by untagged answers alone. */
export class ToldMailbox {
  private readonly messages: ToldMessage[] = [];
  private highestUid = 0;

  private constructor(private readonly client: RawClient) {}

  /** Signs in and selects. */
  static async select(port: number, inbox: ImapInbox, name: MailboxName): Promise<ToldMailbox> {
    const told = new ToldMailbox(await connect(port));
    await told.ask(`LOGIN ${inbox.address} ${inbox.imap_password}`);
    await told.ask(`SELECT ${name}`);
    return told;
  }

  /** Ids of the emails by whether they were read, sorted, after a NOOP. */
  async look(): Promise<[emailId: string, seen: boolean][]> {
    await this.ask('NOOP');
    const unknown = this.messages.findIndex(({ emailId }) => emailId === undefined);
    if (unknown >= 0) await this.ask(`FETCH ${unknown + 1}:* (UID FLAGS EMAILID)`);
    return this.messages.map(({ emailId, seen }): [string, boolean] => [emailId!, seen!]).sort();
  }

  close(): void {
    this.client.close();
  }

  private async ask(command: string): Promise<void> {
    const answers = await this.client.command(command);
    if (!answers.at(-1)?.startsWith('OK ')) throw new Error(`${command}: ${answers.at(-1)}`);
    for (const line of answers) this.take(line);
  }

  private take(line: string): void {
    const [, number, what, items = ''] = UNTAGGED.exec(line) ?? [];
    const place = Number(number) - 1;
    if (what === 'FETCH') this.tell(place, items);
    else if (what === 'EXPUNGE') this.messages.splice(place, 1);
    else if (what === 'EXISTS') this.grow(Number(number));
  }

  private grow(count: number): void {
    // RFC 9051 section 7.5.1: it never says that some are gone.
    if (count < this.messages.length)
      throw new Error(`${count} exist, ${this.messages.length} did`);
    while (this.messages.length < count) this.messages.push({});
  }

  private tell(place: number, items: string): void {
    const before = this.messages[place]!;
    const uid = Number(/UID (\d+)/.exec(items)![1]);
    if (before.uid === undefined && uid <= this.highestUid) throw new Error(`${uid} does not rise`);
    if (before.uid !== undefined && uid !== before.uid) throw new Error(`${uid} is another`);
    const emailId = /EMAILID \((\w+)\)/.exec(items)?.[1] ?? before.emailId;
    this.highestUid = Math.max(this.highestUid, uid);
    this.messages[place] = { uid, seen: items.includes('\\Seen'), ...(emailId && { emailId }) };
  }
}
