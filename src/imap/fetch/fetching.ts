import type { Session } from '../session-state.js';
import type { FetchedMessage, MessageMark, WantedFields } from '../session.js';
import { Batches } from './batches.js';
import { areNamed, type FetchItem, type NamedItem } from './items.js';
import { bytesBehind, messageBytes } from './slices.js';
import { wantedFor } from './wanted.js';
import { writeFetch, writeNamed, type NamedAnswer } from './write.js';

// First bytes of a message that are read with it: of most mail these are all.
const FIRST_BYTES = 64 * 1024;
const NOTHING = Buffer.alloc(0);

/** Answers one FETCH. */
export class Fetching {
  /** Messages that were told of. */
  written = 0;
  /** Whether none of the items had to be left out. */
  isComplete = true;
  // All items, where none of them asks for bytes.
  readonly #named: readonly NamedItem[] | null;

  constructor(
    private readonly session: Session,
    private readonly items: readonly FetchItem[],
  ) {
    this.#named = areNamed(items) ? items : null;
  }

  /** Tells of all these messages that are still there. @throws StorageUnavailable, MessageGone */
  async tellOf(marks: readonly MessageMark[]): Promise<void> {
    const wanted = wantedFor(this.items);
    if (!wanted) return this.#write(marks);
    const uids = marks.map(({ uid }) => uid);
    const batches = new Batches(uids, wanted, this.#named === null);
    for (let some = batches.next(); some.length > 0; some = batches.next())
      batches.took(await this.#readAndWrite(some, wanted));
  }

  async #readAndWrite(
    uids: readonly number[],
    wanted: WantedFields,
  ): Promise<readonly FetchedMessage[]> {
    const { slices } = this.session.parts;
    const held = this.#named ? 0 : slices.claim(uids.length * FIRST_BYTES);
    const firstBytes = Math.floor(held / uids.length);
    try {
      const found = await this.session.read(uids, firstBytes ? { ...wanted, firstBytes } : wanted);
      await this.#write(found);
      return found;
    } finally {
      slices.release(held);
    }
  }

  async #write(messages: readonly FetchedMessage[]): Promise<void> {
    const { out } = this.session;
    for (const fetched of messages) {
      const answered = this.#answeredWith(fetched);
      if (this.#named) writeNamed(out, answered, this.#named);
      else if (!(await this.#writeBytes(answered, fetched))) this.isComplete = false;
      this.written++;
      if (out.isFull) await out.flush();
    }
  }

  #answeredWith(fetched: FetchedMessage): NamedAnswer {
    const { selected } = this.session;
    const place = selected.placeOf(fetched.uid);
    const mark = selected.messages[place]!;
    return { number: place + 1, mark, flags: selected.flagsOf(mark), fetched };
  }

  #writeBytes(
    answered: NamedAnswer,
    { uid, firstBytes = NOTHING }: FetchedMessage,
  ): Promise<boolean> {
    const { out, selected, parts } = this.session;
    const source = bytesBehind(firstBytes, messageBytes(selected.mailbox, uid, parts.slices));
    return writeFetch(out, { ...answered, source }, this.items);
  }
}
