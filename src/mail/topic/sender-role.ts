import { LRUCache } from 'lru-cache';
import type { Mailbox } from '../analysis.js';
import { fold } from '../text/fold.js';
import { foldedWords } from '../text/folded-words.js';
import { clip } from '../text/safe-text.js';
import type { ListRole } from '../words/roles.js';
import { alternatives, wordList } from '../words/word-lists.js';

/** "Sophie from Lumio", "Nina z Fakturki": one name, a word that joins, and a firm. */
const OF_FIRM = new RegExp(
  String.raw`^\p{Lu}[\p{L}\p{M}]{1,20} (?:@|[-–|·]|${alternatives('name.firm')}) (?=\p{Lu})|^\p{Lo}[\p{Lo}\p{M}]{0,20} (?:${alternatives('name.firm')}) (?=\p{Lo})`,
  'u',
);

/** Whether the name that is shown is that of one person followed by the firm whose address it is. */
function speaksForFirm({ name, address }: Mailbox): boolean {
  const match = OF_FIRM.exec(name ?? '');
  if (!match) return false;
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const firm = wordsOf(name!.slice(match[0].length)).map(toLatin);
  // "Sanne de Wit" of dewit.example has her own name there.
  const joined = match[0].split(' ').slice(1).join('') + (firm[0] ?? '');
  if (domain.includes(joined.toLowerCase())) return false;
  return firm.some((word) => !LATIN.test(word) || (word.length >= 3 && holdsName(domain, word)));
}

/** What an address says of the mail that comes from it. */
export type SenderRole = (typeof ROLES)[number];

interface Stem {
  readonly word: string;
  readonly isOpen: boolean;
  readonly role: SenderRole;
}

const ROLES = [
  ...(['robot', 'notification', 'transactional', 'financial', 'newsletter'] as const),
  ...(['marketing', 'support'] as const),
];
/** By their first letters. */
const STEMS = readStems();
const MAX_LOCAL = 64;
const LATIN = /^[a-z]+$/;

/** Those of late: a sender is asked for several times a mail, and mostly writes more than one. */
const MAX_SENDERS = 500;
const rolesByLocal = new LRUCache<string, ReadonlySet<SenderRole>>({ max: MAX_SENDERS });

/** The roles that the local part of an address names. */
export function senderRoles({ address }: Mailbox): ReadonlySet<SenderRole> {
  const local = localPart(address);
  const known = rolesByLocal.get(local);
  if (known) return known;
  const roles = new Set<SenderRole>();
  for (const word of wordsOf(local))
    for (const stem of stemsOf(word)) if (names(stem, word)) roles.add(stem.role);
  rolesByLocal.set(local, roles);
  return roles;
}

const stemsOf = (own: string) => STEMS.get(own.charAt(0)) ?? [];

const names = ({ word, isOpen }: Stem, own: string) =>
  own === word || (isOpen && own.startsWith(word));

const namesRole = (own: string) => stemsOf(own).some((stem) => names(stem, own));

function readStems(): ReadonlyMap<string, readonly Stem[]> {
  const stems = new Map<string, Stem[]>();
  for (const role of ROLES)
    for (const term of wordList(`sender.${role}`)) {
      const stem = { word: term.replace('*', ''), isOpen: term.endsWith('*'), role };
      const letter = stem.word.charAt(0);
      stems.set(letter, [...(stems.get(letter) ?? []), stem]);
    }
  return stems;
}

/**
 * What a sender looks like: the address holds the name of a person that is shown, or a firm's; `initials` are two
 * words in the address alone, `foreign` a name that cannot be compared with it.
 */
export type SenderLook = 'kin' | 'person' | 'initials' | 'foreign' | 'agent' | 'firm' | 'none';

const MAX_NAME = 200;
const looks = new LRUCache<string, SenderLook>({ max: MAX_SENDERS });

/** What a sender looks like, by name and address. */
export function senderLook({ name, address }: Mailbox): SenderLook {
  const shown = clip(name ?? '', MAX_NAME);
  const sender = `${address}\n${shown}`;
  const look = looks.get(sender) ?? lookOf({ name: shown, address });
  looks.set(sender, look);
  return look;
}

function lookOf(from: Mailbox): SenderLook {
  const words = wordsOf(from.name ?? '').filter((word) => word.length >= 3);
  return lookOfName(from, words) ?? lookOfAddress(from.address, words);
}

/** What the name that is shown tells by itself, if anything. */
function lookOfName(from: Mailbox, words: readonly string[]): SenderLook | null {
  if (words.length > 0 && KIN.has(words[0]!)) return 'kin';
  if (speaksForFirm(from)) return 'agent';
  return /\d/.test(from.name ?? '') || isOrganization(words) ? 'firm' : null;
}

function lookOfAddress(address: string, words: readonly string[]): SenderLook {
  const latin = words.map(toLatin).filter((word) => LATIN.test(word));
  const look = lookBeside(address, latin);
  const isForeign = words.length > 0 && !words.some((word) => LATIN.test(word));
  return look === 'none' && isForeign ? 'foreign' : look;
}

/** Whether an address holds the words of the name before or behind its at sign. */
function lookBeside(address: string, shown: readonly string[]): SenderLook {
  // "Nimbus Billing" is billing@nimbus.example: what it does is no name.
  const local = wordsOf(localPart(address)).filter((own) => !namesRole(own));
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  // "Northgate Parking Appeals" at northgateparking.example is a department.
  if (shown.filter((word) => word.length >= 4 && domain.includes(word)).length >= 2) return 'firm';
  if (isDepartment(shown, local, domain)) return 'none';
  if (shown.some((word) => local.some((own) => isSameName(own, word)))) return 'person';
  if (shown.some((word) => word.length >= 4 && holdsName(domain, word))) return 'firm';
  return local.length === 2 && local.every((word) => LATIN.test(word)) ? 'initials' : 'none';
}

/** "Brightloom Careers" is careers@brightloom.example; Ann Brightloom would be ann@. */
const isDepartment = (shown: readonly string[], local: readonly string[], domain: string) =>
  shown.length === 2 &&
  local.length === 1 &&
  local[0] === shown[1] &&
  shown[0]!.length >= 4 &&
  domain.startsWith(shown[0]!);

/** Cyrillic letters and ligatures as most addresses write them; other scripts stay. */
function toLatin(written: string): string {
  const word = written.replace(/[æœßðþ]/g, (letter) => LIGATURES[letter]!);
  return /[а-яіїєґ]/.test(word)
    ? [...word].map((letter) => CYRILLIC[letter] ?? letter).join('')
    : word;
}

/** There are several ways to write Cyrillic vowels and some consonants in Latin letters. */
const skeletonOf = (word: string) =>
  word
    .replace(/kh|[gh]/g, 'h')
    .replace(/ts/g, 'c')
    .replace(/[aeiouyj]/g, '');

const holdsName = (domain: string, word: string) =>
  domain.includes(word) ||
  domain
    .split(/[.-]/)
    .some(
      (label) => skeletonOf(word).length >= 3 && skeletonOf(label).startsWith(skeletonOf(word)),
    );

/** Whether the address holds the name of the person that is shown. */
export const isPerson = (from: Mailbox): boolean =>
  senderRoles(from).size === 0 && NAMED.has(senderLook(from));

const NAMED: ReadonlySet<SenderLook> = new Set(['kin', 'person'] as const);

/** `fede` for Federica, `jl.tessier` for Tessier, `prohorova` for Прохорова. */
const isSameName = (own: string, shown: string) =>
  own.length >= 3 &&
  (shown.startsWith(own) ||
    own.startsWith(shown) ||
    own.endsWith(shown) ||
    (isSameInitial(own, shown) &&
      skeletonOf(own).length >= 2 &&
      skeletonOf(own) === skeletonOf(shown)));

/** `halyna` and `galina` are spellings of one name. */
const isSameInitial = (own: string, shown: string) =>
  own[0] === shown[0] || (/^[gh]/.test(own) && /^[gh]/.test(shown));

const LIGATURES: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', œ: 'oe', ß: 'ss', ð: 'd', þ: 'th' },
};

const CYRILLIC: Readonly<Record<string, string>> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', ґ: 'g', д: 'd', е: 'e', є: 'ie', ж: 'zh', з: 'z', и: 'i' },
  ...{ і: 'i', ї: 'i', й: 'i', к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's' },
  ...{ т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: '', ы: 'y' },
  ...{ ь: '', э: 'e', ю: 'iu', я: 'ia' },
};

const namesOrganization = (word: string): boolean =>
  ORGANIZATIONS.has(word) ||
  endsInOrganization(word) ||
  beginsWithOrganization(word) ||
  isOrganizationCompound(word) ||
  namesOffice(word);

/** Whether a word begins with one of a list. */
function beginningWith(role: ListRole): (word: string) => boolean {
  const { words, lengths } = byLength(role);
  return (word) => lengths.some((length) => words.has(word.slice(0, length)));
}

/** Whether a word ends in one of a list, with so many letters before it at least. */
function endingIn(role: ListRole, before = 0): (word: string) => boolean {
  const { words, lengths } = byLength(role);
  return (word) =>
    lengths.some((length) => length + before <= word.length && words.has(word.slice(-length)));
}

function byLength(role: ListRole) {
  const words = new Set(wordList(role));
  return { words, lengths: [...new Set([...words].map(({ length }) => length))] };
}

/** Names in scripts without blanks say it by how they end, in Thai by how they begin. */
const endsInOrganization = endingIn('name.organization.end');
const beginsWithOrganization = beginningWith('name.organization.start');

const isOrganization = (words: readonly string[]): boolean =>
  words.some(namesOrganization) ||
  words.some((word, i) => ORGANIZATIONS.has(`${word} ${words[i + 1] ?? ''}`));

/** Last parts of compounds: "Hausverwaltung", "Zwemvereniging", "Byggförening". */
const isOrganizationCompound = endingIn('name.organization.compound', 3);

/** What relatives are called. */
const KIN = new Set(foldedWords('name.kin'));

/** Words in the names of those that are no persons. */
const ORGANIZATIONS = new Set(foldedWords('name.organization'));

const OFFICES = new Set(foldedWords('name.office'));
const OFFICE_PARTS = wordList('name.office.part');
const beginsWithOffice = beginningWith('name.office.start');

/** Whether the name that is shown is that of a town hall, an authority or a school. */
export const isOffice = ({ name }: Mailbox): boolean => wordsOf(name ?? '').some(namesOffice);

const namesOffice = (word: string): boolean =>
  OFFICES.has(word) ||
  beginsWithOffice(word) ||
  isOfficeCompound(word) ||
  OFFICE_PARTS.some((part) => word.includes(part));

/** Libraries, landlords, schools: "Stadtbücherei", "Hausverwaltung". */
const isOfficeCompound = endingIn('name.office.compound', 2);

const localPart = (address: string) =>
  clip(address.slice(0, Math.max(0, address.lastIndexOf('@'))), MAX_LOCAL);

const wordsOf = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean);
