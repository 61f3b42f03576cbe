import type { Leaf } from './mime.js';

/** The parts of a mail by what a reader has of them; a file that is shown is both. */
export interface DividedParts {
  readonly shown: readonly Leaf[];
  readonly attached: readonly Leaf[];
}

/** Tells what is shown of a mail from what is attached to it. */
export function divideParts(leaves: readonly Leaf[]): DividedParts {
  const usual = leaves.filter(isShown);
  const shown = new Set(usual.length > 0 ? usual : leaves.filter(mayBeShown));
  const alternatives = new Set([...shown].map(({ alternative }) => alternative));
  const attached = leaves.filter((leaf, i) =>
    shown.has(leaf)
      ? i > 0 && isFile(leaf)
      : !(isVariant(leaf) && alternatives.has(leaf.alternative)),
  );
  return { shown: [...shown], attached };
}

const SHOWN_TYPES = new Set(['text/plain', 'text/html', 'message/delivery-status']);

function isShown({ head, type }: Leaf): boolean {
  return SHOWN_TYPES.has(type) && (head.disposition === '' || head.disposition === 'inline');
}

/** Text that programs read: nobody writes a mail in it. */
const DATA = /^text\/(?:calendar|(?:x-)?vcard|csv|rfc822-headers)$/;

/** Text of a type that nobody knows is text (RFC 2046 section 4.1.4), called an attachment or not, if it has no name. */
const mayBeShown = ({ head, type }: Leaf) =>
  head.filename === '' && (isHtml(type) || (type.startsWith('text/') && !DATA.test(type)));

/** What has a name and stands beside the body. */
const isFile = ({ head, alternative }: Leaf) => head.filename !== '' && !alternative;

/** Another rendering of what is shown (AMP, Apple Watch) is neither shown nor attached. */
const isVariant = ({ head, isAlternative, type }: Leaf) =>
  isAlternative && head.disposition === '' && /^text\/(?!calendar)/.test(type);

const HTML = new Set(['text/html', 'application/xhtml+xml', 'text/xhtml', 'text/htm']);

/** Whether a part of this type is written in HTML. */
export const isHtml = (type: string): boolean => HTML.has(type);
