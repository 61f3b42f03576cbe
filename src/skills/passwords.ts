import { randomInt } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import type { SiteField } from './fields.js';

/** What a site wants of passwords. */
export type PasswordWishes = Pick<
  SiteField,
  'minLength' | 'maxLength' | 'pattern' | 'passwordRules'
>;

// The low line is no special sign to sites that look for `\W`.
const [LOWER, UPPER, DIGIT, SPECIAL] = [
  ...(['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'] as const),
  ...(['0123456789', '-!@#$%&*+=.?'] as const),
];
const ALL = LOWER + UPPER + DIGIT + SPECIAL;
// Names of `passwordrules`.
const CLASSES: Readonly<Record<string, string>> = {
  ...{ lower: LOWER, upper: UPPER, digit: DIGIT, special: SPECIAL },
  ...{ 'ascii-printable': ALL, unicode: ALL },
};
const LENGTH = 20;
const MAX_LENGTH = 128;
const TRIES = 50;
const PATTERN_WITHIN_MS = 100;

interface Rules {
  readonly required: readonly string[];
  readonly allowed: string;
  readonly min: number;
  readonly max: number;
  readonly maxConsecutive: number;
}

/**
 * A random password that a site takes: by its `passwordrules`, the lengths and the pattern of its field. Null where
 * none was found. A pattern that is none, or takes longer than `withinMs` to look at, is left to the site to judge.
 */
export function makePassword(wishes: PasswordWishes, withinMs = PATTERN_WITHIN_MS): string | null {
  const rules = rulesOf(wishes);
  // Patterns often allow no special signs.
  const looser = { ...rules, required: [LOWER, UPPER, DIGIT], allowed: '' };
  const digits = { ...rules, required: [DIGIT], allowed: '' };
  const kinds = wishes.passwordRules === null ? [rules, looser, digits] : [rules];
  const candidates = kinds
    .flatMap((kind) => Array.from({ length: TRIES }, () => draw(kind)))
    .filter((password) => !isConsecutive(password, rules.maxConsecutive));
  const first = wishes.pattern === null ? 0 : firstThatFits(wishes.pattern, candidates, withinMs);
  return candidates[first] ?? null;
}

function rulesOf({ minLength, maxLength, passwordRules }: PasswordWishes): Rules {
  const said = readRules(passwordRules ?? '');
  const max = Math.min(maxLength ?? MAX_LENGTH, said.max, MAX_LENGTH);
  const min = Math.min(Math.max(minLength ?? 0, said.min), max);
  return { ...said, min, max };
}

/** `required: lower, upper; required: digit; allowed: [-_]; minlength: 8; max-consecutive: 2`. */
function readRules(text: string): Rules {
  const parts = [...text.matchAll(/([a-z-]+)\s*:\s*((?:\[[^\]]*\]?\]|[^;[])+)/gi)];
  const valuesOf = (key: string) =>
    parts.filter(([, name = '']) => name.toLowerCase() === key).map(([, , value = '']) => value);
  const numbersOf = (key: string) =>
    valuesOf(key)
      .map((value) => Number.parseInt(value, 10))
      .filter((number) => number > 0);
  const required = valuesOf('required').map(signsOf).filter(Boolean);
  const allowed = valuesOf('allowed').map(signsOf).join('');
  const isSaid = required.length > 0 || allowed !== '';
  return {
    required: isSaid ? required : [LOWER, UPPER, DIGIT, SPECIAL],
    allowed,
    min: Math.max(0, ...numbersOf('minlength')),
    max: Math.min(MAX_LENGTH, ...numbersOf('maxlength')),
    maxConsecutive: Math.min(MAX_LENGTH, ...numbersOf('max-consecutive')),
  };
}

/** Signs of a list of classes, such as `upper, [-_]`. */
function signsOf(text: string): string {
  const own = [...text.matchAll(/\[([^\]]*\]?)\]/g)].map(([, signs = '']) => signs);
  const names = text.replace(/\[[^\]]*\]?\]/g, '').split(/[\s,]+/);
  return [...own, ...names.map((name) => CLASSES[name] ?? '')].join('');
}

function draw({ required, allowed, min, max, maxConsecutive }: Rules): string {
  const length = Math.min(Math.max(LENGTH, min), max);
  const all = required.join('') + allowed;
  const classes = required.slice(0, length);
  while (classes.length < length) classes.push(all);
  return shuffled(classes).reduce(
    (password, signs) => password + oneOf(fitBehind(password, signs, maxConsecutive)),
    '',
  );
}

/** Those of the signs that do not stand too often in a row behind a password's beginning; all where none is left. */
function fitBehind(password: string, signs: string, maxConsecutive: number): string {
  const last = password.at(-1);
  if (last === undefined || !password.endsWith(last.repeat(maxConsecutive))) return signs;
  return signs.replaceAll(last, '') || signs;
}

const oneOf = (signs: string) => signs[randomInt(signs.length)]!;

function shuffled(signs: string[]): string[] {
  for (let at = signs.length - 1; at > 0; at--) {
    const other = randomInt(at + 1);
    [signs[at], signs[other]] = [signs[other]!, signs[at]!];
  }
  return signs;
}

/** Whether a sign stands more often in a row than it may. */
function isConsecutive(password: string, most: number): boolean {
  const runs = password.match(/(.)\1*/gs) ?? [];
  return runs.some((run) => run.length > most);
}

/** The number of the first that fits; the very first where nobody knows, -1 where none does. */
function firstThatFits(pattern: string, passwords: readonly string[], timeout: number): number {
  // Of a stranger, who may have written one that never ends: looked at apart, for a while.
  const test =
    'const fits = new RegExp(`^(?:${pattern})$`, "v"); passwords.findIndex((one) => fits.test(one))';
  try {
    return Number(runInNewContext(test, { pattern, passwords }, { timeout }));
  } catch {
    return 0;
  }
}
