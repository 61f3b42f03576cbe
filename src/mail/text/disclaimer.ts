import { holdsAny, phrases, type Phrases } from './phrases.js';

const MAX_PARAGRAPHS = 4;
const MAX_LENGTH = 2000;
const MIN_LENGTH = 12;
/** The longest paragraph that asks to spare paper or speaks of viruses. */
const MAX_REQUEST = 400;
/** A paragraph that names neither the addressee nor a mistake counts only from this length on. */
const MIN_NOTICE = 160;
/** How many of the five things that disclaimers usually say one has to say. */
const MIN_SAID = 3;
/** Lines below a disclaimer: a company's register. */
const MAX_BELOW = 10;

const plain = [
  phrases('disclaimer.mail'),
  phrases('disclaimer.confidential'),
  phrases('disclaimer.forbidden'),
];
/** Nobody says this in the letter itself. */
const addressee = phrases('disclaimer.addressee');
const mistake = phrases('disclaimer.mistake');
const told = [
  [phrases('disclaimer.printing'), phrases('disclaimer.nature'), phrases('disclaimer.needed')],
  [phrases('disclaimer.viruses'), phrases('disclaimer.scanners'), phrases('disclaimer.scanned')],
];

/** The line with which disclaimers at the end of a letter begin; -1 for none. */
export function disclaimerFrom(lines: readonly string[]): number {
  let found = -1;
  let last = lines.length - 1;
  for (let count = 0; count < MAX_PARAGRAPHS; count++) {
    while (last >= 0 && lines[last]!.trim() === '') last--;
    let first = last;
    while (first > 0 && lines[first - 1]!.trim() !== '') first--;
    // Something has to be left.
    if (last < 0) break;
    const start = startIn(lines, first, last);
    if (lines.length - last <= MAX_BELOW + 1 && isAnySaid(lines, start)) found = start;
    last = first - 1;
  }
  return found;
}

const isAnySaid = (lines: readonly string[], before: number) =>
  before > 0 && lines.slice(0, before).some((line) => line.trim() !== '');

/** Where a disclaimer begins in a paragraph; -1 for none. */
function startIn(lines: readonly string[], first: number, last: number): number {
  const paragraph = lines.slice(first, last + 1).join('\n');
  if (paragraph.length < MIN_LENGTH || paragraph.length > MAX_LENGTH) return -1;
  if (!holdsAny(paragraph, any) || !isDisclaimer(paragraph)) return -1;
  let start = first;
  while (start < last && !lists.some((list) => holdsAny(lines[start]!, list))) start++;
  return start;
}

/** Every disclaimer says one of these: one pass rules most paragraphs out. */
const any = phrases(
  'disclaimer.confidential',
  'disclaimer.addressee',
  'disclaimer.mistake',
  'disclaimer.nature',
  'disclaimer.scanners',
);

const lists = [...plain, addressee, mistake, ...told.flat()];

function isDisclaimer(paragraph: string): boolean {
  const holds = (list: Phrases) => holdsAny(paragraph, list);
  if (paragraph.length <= MAX_REQUEST && told.some((all) => all.every(holds))) return true;
  const said = plain.filter(holds).length;
  const isAddressed = holds(addressee);
  const isMistaken = holds(mistake);
  if (said === 0 || said + Number(isAddressed) + Number(isMistaken) < MIN_SAID) return false;
  // "Please delete this mail, I sent it by mistake."
  return isAddressed || paragraph.length >= (isMistaken ? shortest(paragraph) : MIN_NOTICE);
}

const shortest = (paragraph: string) =>
  /[\p{Script=Han}\p{Script=Hangul}]/u.test(paragraph) ? 25 : 80;
