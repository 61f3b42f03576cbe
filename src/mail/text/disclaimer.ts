import { holdsAny, phrases, type Phrases } from './phrases.js';

const MAX_PARAGRAPHS = 4;
const MAX_LENGTH = 2000;
/** How many of the things that disclaimers usually say one has to say. */
const MIN_SAID = 3;
/** Lines below a disclaimer: a company's register. */
const MAX_BELOW = 10;

/** Nobody says this in the letter itself. */
const addressee = phrases('disclaimer.addressee');
const mistake = phrases('disclaimer.mistake');
const confidential = [
  ...[addressee, mistake, phrases('disclaimer.mail')],
  ...[phrases('disclaimer.confidential'), phrases('disclaimer.forbidden')],
];
/** It asks to spare paper, or speaks of viruses. */
const others = (['printing', 'nature', 'needed', 'viruses', 'scanners', 'scanned'] as const).map(
  (what) => phrases(`disclaimer.${what}`),
);

/** The line with which disclaimers at the end of a letter begin; -1 for none. */
export function disclaimerFrom(lines: readonly string[]): number {
  let found = -1;
  let last = lines.length - 1;
  for (let count = 0; count < MAX_PARAGRAPHS; count++) {
    while (last >= 0 && lines[last]!.trim() === '') last--;
    let first = last;
    while (first > 0 && lines[first - 1]!.trim() !== '') first--;
    if (last < 0 || lines.length - last > MAX_BELOW + 1) break;
    const paragraph = lines.slice(first, last + 1);
    if (isDisclaimer(paragraph.join('\n')))
      found =
        first +
        paragraph.findIndex((line) =>
          [...confidential, ...others].some((list) => holdsAny(line, list)),
        );
    last = first - 1;
  }
  return found;
}

function isDisclaimer(paragraph: string): boolean {
  if (paragraph.length > MAX_LENGTH) return false;
  const holds = (list: Phrases) => holdsAny(paragraph, list);
  if (others.filter(holds).length >= MIN_SAID) return true;
  if (confidential.filter(holds).length < MIN_SAID) return false;
  return holds(addressee) || paragraph.length >= shortest(paragraph, holds(mistake));
}

/** How long a paragraph is that names no addressee: "Please delete this mail, I sent it by mistake" is none. */
const shortest = (paragraph: string, isMistaken: boolean) =>
  !isMistaken ? 160 : /[\p{Script=Han}\p{Script=Hangul}]/u.test(paragraph) ? 25 : 80;
