import { invalid, tooLarge } from '../../errors.js';
import { escapeHtml } from '../../mail/html/escape-html.js';

/** What places in a template are filled with, by name. */
export type Variables = Readonly<Record<string, string | number | boolean>>;

/** How a variable may be called. */
export const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** A text with places such as `{{name}}`, and the field it is given in. */
export interface Template {
  readonly field: 'subject' | 'text' | 'html';
  readonly text: string;
}

// What is longer, or goes over several lines, is no place: mail about templates has to be possible.
const PLACE = /\{\{([^{}\r\n]{0,100})\}\}/g;
// Characters of a text at most: some places and a long value would make far more of a short one.
const MAX_FILLED = 25 * 1024 * 1024;

/**
 * Fills the places of a template, once and in one go: a value is never read as a template.
 * @throws AppError 400 for a place that no variable fills, 413 for a text that gets too long
 */
export function fill({ field, text }: Template, values: Variables): string {
  const write = field === 'html' ? escapeHtml : (value: string) => value;
  let length = text.length;
  return text.replace(PLACE, (place, inside: string) => {
    const name = nameOf(field, place, inside);
    if (!Object.hasOwn(values, name))
      throw invalid(`variables.${name} is missing: ${field} holds ${place}`);
    const value = write(String(values[name]!));
    length += value.length;
    if (length > MAX_FILLED) throw tooLarge(`${field} is larger than 25 MiB with its variables`);
    return value;
  });
}

/** About how long a template gets: known before anything is made of it. */
export function measure({ text }: Template, values: Variables): number {
  let length = text.length;
  for (const [place, inside] of text.matchAll(PLACE)) {
    const name = inside!.trim();
    if (Object.hasOwn(values, name)) length += String(values[name]).length - place.length;
  }
  return length;
}

/** @throws AppError 400 for a place that no variable could fill. */
export function checkTemplate({ field, text }: Template): void {
  for (const [place, inside] of text.matchAll(PLACE)) nameOf(field, place, inside!);
}

function nameOf(field: string, place: string, inside: string): string {
  const name = inside.trim();
  if (VARIABLE_NAME.test(name)) return name;
  throw invalid(
    `${field} holds ${place}, which is no variable: names have letters, digits and _, and no digit in front`,
  );
}
