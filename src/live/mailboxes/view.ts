import type { MailboxView, MessageMark } from '../../store/mail/mailbox-view.js';

/** A message as a look finds it: `[uid, email id, seen, modseq]`. */
export type FoundMark = readonly [uid: number, emailId: string, seen: boolean, modseq: number];

/** What a look found of a mailbox. */
export interface FoundMailbox {
  readonly uidValidity: number;
  /** Everything up to this number is in it. */
  readonly modseq: number;
  /** The highest UID that left the mailbox. */
  readonly leftUid: number;
  /** Whether `marks` are all messages, and not those alone that changed since the view that was looked from. */
  readonly isWhole: boolean;
  /** By ascending UID. */
  readonly marks: readonly FoundMark[];
}

/** A mailbox nobody has looked at. */
export const UNSEEN: MailboxView = { uidValidity: 0, uidNext: 1, highestModseq: -1, messages: [] };

/** The view after a look; the same one when it was further already. */
export function advanced(view: MailboxView, found: FoundMailbox): MailboxView {
  if (found.modseq <= view.highestModseq) return view;
  const messages = found.isWhole
    ? same(view.messages, found.marks.map(markOf))
    : merged(view.messages, found.marks.map(markOf));
  return {
    uidValidity: found.uidValidity,
    uidNext: Math.max(view.uidNext, found.leftUid + 1, (messages.at(-1)?.uid ?? 0) + 1),
    highestModseq: found.modseq,
    messages,
  };
}

const markOf = ([uid, emailId, seen, modseq]: FoundMark): MessageMark => ({
  uid,
  emailId,
  seen,
  modseq,
});

/** What is there already, unless something differs: sessions compare the lists they know. */
function same(
  known: readonly MessageMark[],
  messages: readonly MessageMark[],
): readonly MessageMark[] {
  const isSame =
    known.length === messages.length &&
    messages.every(({ uid, modseq }, i) => known[i]!.uid === uid && known[i]!.modseq === modseq);
  return isSame ? known : messages;
}

/** Changed messages in their places, new ones behind all others. */
function merged(
  known: readonly MessageMark[],
  changes: readonly MessageMark[],
): readonly MessageMark[] {
  if (changes.length === 0) return known;
  const byUid = new Map(changes.map((mark) => [mark.uid, mark]));
  const last = known.at(-1)?.uid ?? 0;
  return [
    ...known.map((mark) => newer(mark, byUid.get(mark.uid))),
    ...changes.filter(({ uid }) => uid > last),
  ];
}

const newer = (known: MessageMark, found: MessageMark | undefined): MessageMark =>
  found && found.modseq > known.modseq ? found : known;
