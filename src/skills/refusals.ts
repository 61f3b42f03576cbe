import type { PasswordWishes } from './passwords.js';
import { PASSWORD_WORDS, plain, says } from './words.js';

type PasswordClass = 'lower' | 'upper' | 'digit' | 'special';

const CLASSES: readonly PasswordClass[] = ['lower', 'upper', 'digit', 'special'];

// Numbers from this on are lengths of passwords, those below count signs of a kind.
const LEAST_LENGTH = 4;
// Characters around a number that say whether it is the most or the least.
const AROUND = 32;

// What is tried where a site does not say what it wants.
const GUESSES = [
  'required: lower; required: upper; required: digit; maxlength: 16',
  'required: lower; required: upper; required: digit; required: [!]; maxlength: 12',
] as const;

/** Whether a site speaks of a password. */
export const isAboutPassword = (text: string): boolean =>
  says(plain(text), PASSWORD_WORDS.password);

/**
 * What the next password is to be like, by all that the site said of those before it, in any of 12 languages. Null
 * where nothing is left to be tried.
 */
export function wishesAfter(
  said: readonly string[],
  before: PasswordWishes,
  refused: number,
): PasswordWishes | null {
  const rules = rulesSaid(said) ?? GUESSES[refused - 1];
  if (rules === undefined) return null;
  return { ...before, passwordRules: [before.passwordRules, rules].filter(Boolean).join('; ') };
}

/** `passwordrules` of what was said; null where that says nothing of what passwords are to be like. */
function rulesSaid(said: readonly string[]): string | null {
  const lengths = said.flatMap(lengthsIn);
  const named = CLASSES.filter((name) => said.some((text) => wants(text, name)));
  const isPlain = said.some(forbidsSpecial);
  if (lengths.length === 0 && named.length === 0 && !isPlain) return null;
  const wanted = CLASSES.filter((name) => name !== 'special' || named.includes(name));
  const required = wanted
    .filter((name) => !(isPlain && name === 'special'))
    .map((name) => `required: ${name === 'special' ? specialsIn(said) : name}`);
  return [...required, ...lengths].join('; ');
}

const wants = (text: string, name: PasswordClass) =>
  says(plain(text), PASSWORD_WORDS[name]) && !(name === 'special' && forbidsSpecial(text));

/** Letters and digits alone, or no special ones: by one of the clauses. */
const forbidsSpecial = (text: string): boolean =>
  text.split(/[.,;:!。、]/).some((clause) => {
    const words = plain(clause);
    if (says(words, PASSWORD_WORDS.only) && says(words, PASSWORD_WORDS.digit)) return true;
    // Not the name of who signs up: that says nothing of what stands before it.
    return (
      says(words, PASSWORD_WORDS.special) &&
      says(words, PASSWORD_WORDS.not) &&
      !/name|mail/.test(words)
    );
  });

function lengthsIn(text: string): string[] {
  const words = plain(text);
  const numbers = [...words.matchAll(/(?<!\d)\d{1,3}(?!\d)/g)]
    .map((match) => ({
      value: Number(match[0]),
      at: match.index,
      end: match.index + match[0].length,
    }))
    .filter(({ value }) => value >= LEAST_LENGTH && value <= 128);
  const [one, other] = numbers;
  // From one to another.
  if (one && other && one.value < other.value && other.at - one.end < AROUND)
    return [`minlength: ${one.value}`, `maxlength: ${other.value}`];
  return numbers.map(({ value, at, end }) => {
    const near = words.slice(Math.max(0, at - AROUND), end + AROUND);
    return `${says(near, PASSWORD_WORDS.most) ? 'maxlength' : 'minlength'}: ${value}`;
  });
}

/** Those that the site names, or any. */
function specialsIn(said: readonly string[]): string {
  const signs = /[!-/:-@[-`{-~](?:[\s,]?[!-/:-@[-`{-~]){2,}/;
  const named = said.map((text) => signs.exec(text)?.[0] ?? '').find((found) => found !== '');
  // Those that hold others are hardly meant themselves.
  const own = [...new Set((named ?? '').replace(/[\s\]["'<>,()]/g, ''))].join('');
  return own === '' ? 'special' : `[${own}]`;
}
