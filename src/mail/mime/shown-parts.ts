import type { Leaf } from './mime.js';
import type { MimePart } from './mime-parts.js';

/** The parts of a mail by what a reader has of them; a file that is shown is both. */
export interface DividedParts {
  readonly shown: readonly Leaf[];
  readonly attached: readonly Leaf[];
}

/** Tells what is shown of a mail from what is attached to it. */
export function divideParts(leaves: readonly Leaf[]): DividedParts {
  const usual = leaves.filter(isShown);
  const shown = new Set(usual.length > 0 ? usual : leaves.filter(mayBeShown));
  const alternatives = new Set([...shown].map(({ part }) => alternativeOf(part)));
  const attached = leaves.filter((leaf, i) =>
    shown.has(leaf)
      ? i > 0 && isFile(leaf)
      : !(isVariant(leaf) && alternatives.has(alternativeOf(leaf.part))),
  );
  return { shown: [...shown], attached };
}

const SHOWN_TYPES = new Set(['text/plain', 'text/html', 'message/delivery-status']);

function isShown({ part: { head }, type }: Leaf): boolean {
  return SHOWN_TYPES.has(type) && (head.disposition === '' || head.disposition === 'inline');
}

/** Text that programs read: nobody writes a mail in it. */
const DATA = /^text\/(?:calendar|(?:x-)?vcard|csv|rfc822-headers)$/;

/** Text of a type that nobody knows is text (RFC 2046 section 4.1.4), called an attachment or not, if it has no name. */
const mayBeShown = ({ part: { head }, type }: Leaf) =>
  head.filename === '' && (isHtml(type) || (type.startsWith('text/') && !DATA.test(type)));

/** What has a name and stands beside the body. */
const isFile = ({ part }: Leaf) => part.head.filename !== '' && !alternativeOf(part);

/** Another rendering of what is shown (AMP, Apple Watch) is neither shown nor attached. */
function isVariant({ part: { head, parent }, type }: Leaf): boolean {
  const isAlternative = parent?.head.multipart === 'alternative';
  return isAlternative && head.disposition === '' && /^text\/(?!calendar)/.test(type);
}

const HTML = new Set(['text/html', 'application/xhtml+xml', 'text/xhtml', 'text/htm']);

/** Whether a part of this type is written in HTML. */
export const isHtml = (type: string): boolean => HTML.has(type);

/** The outermost multipart/alternative around a part: its children say the same thing. */
export function alternativeOf({ parent }: MimePart): MimePart | null {
  let found: MimePart | null = null;
  for (let depth = 0; parent && depth < 50; depth++) {
    if (parent.head.multipart === 'alternative') found = parent;
    parent = parent.parent;
  }
  return found;
}
