import type { SeenPage } from '../browser/forms.js';
import { BOX_WORDS, FIELD_WORDS, plain, says, SIGNS, type FieldMeaning } from './words.js';

/** A field of a page. */
export type SiteField = SeenPage['fields'][number];

/** What a field asks for; null where nobody knows. */
export function meaningOf(field: SiteField): FieldMeaning | null {
  if (field.type === 'checkbox') return boxMeaning(field);
  const said = byAutocomplete(field);
  if (said !== null) return said;
  if (field.type === 'password') return passwordMeaning(field);
  if (field.type === 'email') return 'email';
  if (field.type === 'tel' && !says(wordsOf(field), CODE_WORDS)) return 'tel';
  return byWords(field);
}

const CODE_WORDS = FIELD_WORDS.find(([meaning]) => meaning === 'one-time-code')![1];

// Words that are a part of many others: they mean it alone.
const GIVEN = ['名', 'ad'];

const ANY_CODE = 'code|codigo|codice|kod|код|コード';

const KNOWN: readonly string[] = [
  ...FIELD_WORDS.map(([name]) => name),
  ...['new-password', 'current-password'],
];

// Autofill names that ask for the same as one of ours.
const SAME: Readonly<Record<string, FieldMeaning>> = {
  'cc-csc': 'cc-number',
  'cc-exp': 'cc-number',
  'cc-name': 'cc-number',
  'tel-national': 'tel',
  'bday-day': 'bday',
  'bday-month': 'bday',
  'bday-year': 'bday',
  'address-line1': 'street-address',
  'country-name': 'country',
  nickname: 'username',
};

/** By its last word: others name a section, or say of what kind it is. */
function byAutocomplete({ autocomplete }: SiteField): FieldMeaning | null {
  const name = autocomplete
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== 'webauthn')
    .at(-1);
  if (name === undefined || name === '') return null;
  if (Object.hasOwn(SAME, name)) return SAME[name]!;
  return KNOWN.includes(name) ? (name as FieldMeaning) : null;
}

const NEW =
  'new|repeat|confirm|again|retype|create|choose|wiederholen|neues|confirmer|nouveau|repetir|nueva|conferma|nuova|repetir|nova|herhaal|nieuw|powtorz|nowe|tekrar|yeni|повторите|новый|確認|再入力|确认|新';

/** Of sign-up forms in any case, where there are two, or it says so: the form decides about others. */
const passwordMeaning = (field: SiteField): FieldMeaning =>
  says(wordsOf(field), NEW) ? 'new-password' : 'current-password';

function byWords(field: SiteField): FieldMeaning | null {
  // What it is called in code first, then what people read.
  for (const text of [`${field.name} ${field.id}`, field.label, field.placeholder]) {
    if (GIVEN.includes(plain(text))) return 'given-name';
    const [meaning] = FIELD_WORDS.find(([, words]) => says(plain(text), words)) ?? [];
    if (meaning !== undefined) return meaning;
  }
  return says(wordsOf(field), ANY_CODE) ? 'one-time-code' : null;
}

function boxMeaning(field: SiteField): FieldMeaning | null {
  const found = BOX_WORDS.filter(([, words]) => says(wordsOf(field), words)).map(([name]) => name);
  // News need nobody's consent to be left out.
  if (field.isRequired && found.includes('terms')) return 'terms';
  const [meaning] = found;
  return meaning ?? null;
}

/** All that names a field. */
export const wordsOf = ({ name, id, label, placeholder }: SiteField): string =>
  plain([name, id, label, placeholder].join(' '));

/** How a person would call it. */
export const nameOf = ({ label, placeholder, name, id, type }: SiteField): string =>
  [label, placeholder, name, id, type].find((text) => text !== '') ?? '';

/** Whether the words of a page, a link or a button are of this kind. */
export const isSign = (text: string, sign: keyof typeof SIGNS): boolean =>
  says(plain(text), SIGNS[sign]);
