import { domainOf, localPartOf } from '../text/mail-address.js';
import { LRUCache } from 'lru-cache';
import type { Mailbox } from '../analysis.js';
import { fold } from '../text/fold.js';
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
  const domain = domainOf(address);
  const firm = wordsOf(name!.slice(match[0].length)).map(toLatin);
  // "Sanne de Wit" of dewit.example has her own name there.
  const joined = match[0].split(' ').slice(1).join('') + (firm[0] ?? '');
  if (domain.includes(joined.toLowerCase())) return false;
  return firm.some((word) => !LATIN.test(word) || (word.length >= 3 && holdsName(domain, word)));
}

/** What an address says of the mail that comes from it. */
export const SENDER_ROLES = [
  'robot', // no-reply@a.example
  'notification', // notify@a.example
  'transactional', // orders@a.example
  'financial', // billing@a.example
  'newsletter', // news@a.example
  'marketing', // offers@a.example
  'support', // help@a.example
] as const;

/** One of them. */
export type SenderRole = (typeof SENDER_ROLES)[number];

/** How each is called; a star stands for any letters. */
const ROLE_NAMES = SENDER_ROLES.flatMap((role) =>
  wordList(`sender.${role}`).map((entry) => ({
    role,
    name: entry.replace('*', ''),
    isOpen: entry.endsWith('*'),
  })),
);
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
  const roles = new Set(rolesIn(wordsOf(local)));
  rolesByLocal.set(local, roles);
  return roles;
}

const rolesIn = (words: readonly string[]) =>
  words.flatMap((word) =>
    ROLE_NAMES.filter(({ name, isOpen }) => (isOpen ? word.startsWith(name) : word === name)).map(
      ({ role }) => role,
    ),
  );

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
  if (KIN.test(words[0] ?? '')) return 'kin';
  if (speaksForFirm(from)) return 'agent';
  return /\d/.test(from.name ?? '') || ORGANIZATION.test(spaced(words)) ? 'firm' : null;
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
  const local = wordsOf(localPart(address)).filter((own) => rolesIn([own]).length === 0);
  const domain = domainOf(address);
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
const toLatin = (word: string) =>
  word.replace(/[æœßðþ\u0400-\u04ff]/g, (letter) => LATIN_LETTERS[letter] ?? letter);

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

const LATIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', œ: 'oe', ß: 'ss', ð: 'd', þ: 'th' },
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', ґ: 'g', д: 'd', е: 'e', є: 'ie', ж: 'zh', з: 'z', и: 'i' },
  ...{ і: 'i', ї: 'i', й: 'i', к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's' },
  ...{ т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: '', ы: 'y' },
  ...{ ь: '', э: 'e', ю: 'iu', я: 'ia' },
};

/** The entries of a list, folded. */
const listed = (role: ListRole): string => `(?:${fold(alternatives(role))})`;

/** What relatives are called. */
const KIN = new RegExp(`^${listed('name.kin')}$`);

/** Town halls, authorities, schools, as whole words, and as parts of compounds: "Stadtbücherei". */
const OFFICE = new RegExp(
  [
    ` ${listed('name.office')} | ${listed('name.office.start')}|${listed('name.office.part')}`,
    `[^ ]{2}${listed('name.office.compound')} `,
  ].join('|'),
);
/** Those and other names of no persons: "Byggförening". Without blanks between words they end so, in Thai begin. */
const ORGANIZATION = new RegExp(
  [
    `${OFFICE.source}| ${listed('name.organization')} | ${listed('name.organization.start')}`,
    `${listed('name.organization.end')} |[^ ]{3}${listed('name.organization.compound')} `,
  ].join('|'),
);

/** Whether the name that is shown is that of a town hall, an authority or a school. */
export const isOffice = ({ name }: Mailbox): boolean => OFFICE.test(spaced(wordsOf(name ?? '')));

const localPart = (address: string) => clip(localPartOf(address), MAX_LOCAL);

const wordsOf = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean);

const spaced = (words: readonly string[]) => ` ${words.join(' ')} `;
