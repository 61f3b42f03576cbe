import { randomInt } from 'node:crypto';
import { clip } from '../../mail/text/safe-text.js';

const MAX_LENGTH = 64;
const SUFFIX_LENGTH = 4;
// Room for a hyphen and the suffix behind the longest slug.
const MAX_SLUG = MAX_LENGTH - SUFFIX_LENGTH - 1;
// More than one is needed once in a million addresses of the same name.
const SUFFIXED_CANDIDATES = 8;

const PATTERN = /^[a-z0-9]([a-z0-9._-]{0,62}[a-z0-9])?$/;

/** Whether `text`, in lower case, can stand before the @ (docs/interface.md, Inboxes and keys). */
export const isLocalPart = (text: string): boolean => PATTERN.test(text) && !text.includes('..');

/** What of a name can stand before the @; empty when nothing can. */
export function slug(name: string): string {
  const words = name
    // Letters lose their accents: compatibility forms apart, marks dropped.
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/\.{2,}/g, '.');
  return trimmed(clip(trimmed(words), MAX_SLUG));
}

/** Local parts to try in turn for an inbox that was given none: the name's slug first, then suffixed ones. */
export function* localPartCandidates(name: string | undefined): Generator<string, void> {
  const named = slug(name ?? '');
  if (named) yield named;
  for (let count = 0; count < SUFFIXED_CANDIDATES; count++)
    yield `${named || pronounceableWord()}-${randomCharacters(SUFFIX_LENGTH)}`;
}

const SEPARATORS = '._-';

function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && SEPARATORS.includes(text[start]!)) start++;
  while (end > start && SEPARATORS.includes(text[end - 1]!)) end--;
  return text.slice(start, end);
}

// Letters that are told apart over the phone.
const CONSONANTS = 'bdfgklmnprstvz';
const VOWELS = 'aeiou';
// Without 0/o, 1/l/i: a person may have to type it.
const CHARACTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const SYLLABLES = 3;

const pick = (letters: string) => letters[randomInt(letters.length)]!;

function pronounceableWord(): string {
  return Array.from({ length: SYLLABLES }, () => pick(CONSONANTS) + pick(VOWELS)).join('');
}

function randomCharacters(count: number): string {
  return Array.from({ length: count }, () => pick(CHARACTERS)).join('');
}
