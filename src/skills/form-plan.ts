import { meaningOf, nameOf, type SiteField } from './fields.js';
import { ask, EMPTY, type SkillKnowledge, type SkillMove } from './moves.js';
import { placeOf, type PageForm } from './page-forms.js';
import { plain, type FieldMeaning } from './words.js';

/** What a form is filled in with; a person is asked for what is not known. */
export function fillMove(form: PageForm, known: SkillKnowledge): SkillMove {
  const entries = form.fields.map((field) => entryFor(field, form, known));
  const missing = form.fields.filter((_field, index) => entries[index] === 'missing');
  if (missing.length > 0) return ask(reasonOf(missing), missing.map(nameOf));
  const placesOf = (entry: FieldEntry) =>
    form.fields.filter((_field, index) => entries[index] === entry).map(placeOf);
  const password = form.fields.find((_field, index) => entries[index] === 'password');
  return {
    kind: 'fill',
    plan: {
      ...EMPTY,
      values: form.fields.flatMap((field, index) => valueAt(field, entries[index]!)),
      ticks: placesOf('tick'),
      unticks: placesOf('untick'),
      passwords: placesOf('password'),
      totps: placesOf('totp'),
      wishes: password ? wishesOf(password) : null,
      username: usernameIn(form, known),
      print: form.print,
    },
  };
}

function usernameIn({ fields }: PageForm, known: SkillKnowledge): string | null {
  if (fields.some((field) => meaningOf(field) === 'email') || known.sent.length > 0) return null;
  const field = fields.find((one) => meaningOf(one) === 'username');
  return field ? valueFor(field, 'username', known) : null;
}

/** What a field for a password says of it. */
export const wishesOf = ({ minLength, maxLength, pattern, passwordRules }: SiteField) => ({
  ...{ minLength, maxLength, pattern, passwordRules },
});

/** What goes into a field: a value, something secret, nothing, or what is not known. */
type FieldEntry =
  { readonly value: string } | ('password' | 'totp' | 'tick' | 'untick' | 'nothing' | 'missing');

function entryFor(field: SiteField, { fields }: PageForm, known: SkillKnowledge): FieldEntry {
  const meaning = meaningOf(field);
  if (field.type === 'checkbox') return tickFor(field, meaning, known);
  const given = valueFor(field, meaning, known);
  if (given !== null) return { value: given };
  if (field.type === 'password') return known.hasPassword ? 'password' : 'missing';
  if (meaning === 'one-time-code' && known.hasTotp) return 'totp';
  return isMissing(field, fields) ? 'missing' : 'nothing';
}

/** Whether a field has to be filled in, and is not. */
const isMissing = (field: SiteField, fields: readonly SiteField[]) =>
  field.isRequired && !(field.type === 'radio' ? isChosen(field, fields) : field.isFilled);

function tickFor(
  { isRequired, isChecked }: SiteField,
  meaning: FieldMeaning | null,
  { acceptTerms }: SkillKnowledge,
): FieldEntry {
  if (isChecked && meaning === 'newsletter') return 'untick';
  if (isChecked || meaning === 'newsletter' || meaning === 'remember') return 'nothing';
  if (meaning === 'terms') return acceptTerms ? 'tick' : isRequired ? 'missing' : 'nothing';
  return isRequired ? 'missing' : 'nothing';
}

const isChosen = ({ name }: SiteField, fields: readonly SiteField[]) =>
  fields.some((other) => other.name === name && other.isChecked);

/** What was given for a field, by its own name or label or by what it asks for. */
function valueFor(
  field: SiteField,
  meaning: FieldMeaning | null,
  { values }: SkillKnowledge,
): string | null {
  const names = [field.name, field.id, field.label, field.placeholder].map(plain);
  const own = Object.entries(values).find(
    ([name]) => plain(name) !== '' && names.includes(plain(name)),
  );
  const value = own?.[1] ?? (meaning !== null ? values[meaning] : undefined) ?? null;
  if (value === null || meaning === 'cc-number' || field.type === 'radio') return null;
  return field.type.startsWith('select') ? optionFor(field, value) : value;
}

function optionFor({ options }: SiteField, value: string): string | null {
  const wanted = plain(value);
  const found = options.find((one) => plain(one.value) === wanted || plain(one.text) === wanted);
  return found?.value ?? null;
}

const valueAt = (field: SiteField, entry: FieldEntry) =>
  typeof entry === 'object' ? [{ at: placeOf(field), value: entry.value }] : [];

const REASONS: readonly (readonly [FieldMeaning, string])[] = [
  ['cc-number', 'The site asks for a means of payment'],
  ['tel', 'The site asks for a telephone number'],
  ['terms', 'The site asks to accept its terms (accept_terms)'],
];

function reasonOf(missing: readonly SiteField[]): string {
  const meanings = missing.map(meaningOf);
  const [, reason] = REASONS.find(([meaning]) => meanings.includes(meaning)) ?? [];
  return reason ?? 'The site asks for what is not known';
}
