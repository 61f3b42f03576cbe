import type { Mailbox, MailboxView, MessageMark } from './session.js';
import { updatesBetween, withGone, type Updates } from './updates.js';
import { rangesOf, type Range, type SequenceSet } from './wire/sequence-set.js';
import type { Outgoing } from './wire/outgoing.js';
import { SyntaxProblem } from './wire/tokens.js';

/** What a client may be told, and how. */
export interface Telling {
  /** RFC 9051 section 7.5.1: not while numbers of messages are used. */
  readonly expunges: boolean;
  readonly modseqs: boolean;
}

const FLAGS = {
  mail: { seen: '(\\Seen)', unseen: '()' },
  spam: { seen: '(\\Seen $Junk)', unseen: '($Junk)' },
};

/** A selected mailbox, and what the client knows of it: numbers are places in what it was told. */
export class SelectedMailbox {
  #view: MailboxView;
  #messages: readonly MessageMark[];

  constructor(readonly mailbox: Mailbox) {
    this.#view = mailbox.view();
    this.#messages = this.#view.messages;
  }

  /** As the client knows them. */
  get messages(): readonly MessageMark[] {
    return this.#messages;
  }

  /** The view that was told last. */
  get view(): MailboxView {
    return this.#view;
  }

  /** Flags that a message has, as they go on the wire. */
  flagsOf({ seen }: MessageMark): string {
    return FLAGS[this.mailbox.name === 'Spam' ? 'spam' : 'mail'][seen ? 'seen' : 'unseen'];
  }

  /** Whether its messages have a flag beside those of RFC 9051. */
  hasKeyword(name: string): boolean {
    return this.mailbox.name === 'Spam' && name.toLowerCase() === '$junk';
  }

  /** Writes what is new. */
  tell(out: Outgoing, telling: Telling): void {
    const view = this.mailbox.view();
    const isKnown = view === this.#view;
    if (isKnown && (!telling.expunges || this.#messages === view.messages)) return;
    const updates = updatesBetween(this.#messages, view.messages);
    if (telling.expunges) this.#tellExpunges(out, updates);
    this.#messages = telling.expunges
      ? view.messages
      : withGone(this.#messages, view.messages, updates);
    this.#view = view;
    if (updates.added > 0) out.line(`* ${this.#messages.length} EXISTS`);
    for (const mark of updates.changed) this.#tellFlags(out, mark, telling);
  }

  /** Places of the messages that a set names. @throws SyntaxProblem for a number that no message has */
  placesOf(set: SequenceSet, by: 'uid' | 'number', saved: readonly number[]): number[] {
    if (set === 'saved') return saved.map((uid) => this.placeOf(uid)).filter((place) => place >= 0);
    if (by === 'uid') return rangesOf(set, this.#lastUid).flatMap((range) => this.#within(range));
    const count = this.#messages.length;
    // There is no last one; clients ask for 1:* all the same.
    if (count === 0 && set.every((bounds) => bounds.includes('*'))) return [];
    const ranges = rangesOf(set, count);
    // RFC 9051 section 9, seq-number.
    if (count === 0 || ranges.at(-1)![1] > count)
      throw new SyntaxProblem(`Expected numbers of messages, of which there are ${count}`);
    return ranges.flatMap(([from, to]) => placesFrom(from - 1, to));
  }

  /** UIDs that a set of a search names: numbers that no message has find nothing. */
  uidsOf(set: Exclude<SequenceSet, 'saved'>, by: 'uid' | 'number'): Range[] {
    if (by === 'uid') return rangesOf(set, this.#lastUid);
    const count = this.#messages.length;
    // No UID between those of two known messages is unknown.
    return rangesOf(set, count)
      .filter(([from]) => from <= count && count > 0)
      .map(([from, to]) => [this.#uidAt(from), this.#uidAt(Math.min(to, count))]);
  }

  /** The place of the message with a UID; -1 when there is none. */
  placeOf(uid: number): number {
    const place = this.#firstFrom(uid);
    return this.#messages[place]?.uid === uid ? place : -1;
  }

  #uidAt(number: number): number {
    return this.#messages[number - 1]!.uid;
  }

  get #lastUid(): number {
    return this.#messages.at(-1)?.uid ?? 0;
  }

  #within([from, to]: Range): number[] {
    return placesFrom(this.#firstFrom(from), this.#firstFrom(to + 1));
  }

  /** Place of the first message whose UID is at least `uid`. */
  #firstFrom(uid: number): number {
    let low = 0;
    let high = this.#messages.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#messages[middle]!.uid < uid) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The last first, so that none changes the number of one that follows. */
  #tellExpunges(out: Outgoing, { gone }: Updates): void {
    for (const place of gone.toReversed()) out.line(`* ${place + 1} EXPUNGE`);
  }

  #tellFlags(out: Outgoing, mark: MessageMark, { modseqs }: Telling): void {
    const modseq = modseqs ? ` MODSEQ (${mark.modseq})` : '';
    const number = this.placeOf(mark.uid) + 1;
    out.line(`* ${number} FETCH (UID ${mark.uid} FLAGS ${this.flagsOf(mark)}${modseq})`);
  }
}

const placesFrom = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
