import type { RawCode } from './code-forms.js';
import { NUMBERS, PURPOSES, type CodeName } from './code-names.js';
import { endsSentence, IS, LEADER } from './name-leads.js';
import { fold } from '../text/fold.js';
import { foldedWords } from '../text/folded-words.js';
import { isCompound, type Hit } from '../text/lexicon.js';
import { firstHitFrom, lineAt, type TextPage } from '../text/page.js';
import type { TermKind } from '../words/roles.js';

const OTHER_REACH = 45;
/** Characters between the name of a code and the code. */
export const CALLED = 8;
/** A label is no longer than this. */
export const MAX_DIRECT = 80;

/** Whether another number stands between a name and its own: no sum, and none in brackets, "(invoice 448120)". */
export const holdsNumber = (gap: string): boolean =>
  /\d/.test(gap) && /\d{4}/.test(gap.replace(/[(（][^()（）]{0,40}[)）]/g, ''));

/** Names that say what a code is for. */
const LABELS: ReadonlySet<TermKind> = new Set(['code', 'maybeCode']);

/**
 * Whether a label of its own calls a candidate a code: "Code for the new address: 482913"; `open` where
 * what the code is for is told in words that no list has.
 */
export function labelOf(page: TextPage, raw: RawCode, name: CodeName): 'code' | 'open' | null {
  const { hit, leads, distance } = name;
  if (!leads || !LABELS.has(hit.term.kind) || belongsToOther(page, name)) return null;
  if (!isLabelGap(page.text.slice(hit.end, raw.start))) return null;
  const isCode = hit.term.kind === 'code' || distance <= CALLED;
  return isCode || isOfPurpose(page, name, raw.start) ? 'code' : 'open';
}

function isLabelGap(between: string): boolean {
  const gap = between.replace(LEADER, ':');
  if (gap.length > MAX_DIRECT || /\d{3}/.test(gap) || endsSentence(gap)) return false;
  return LEADS_ON.test(gap) || IS.test(gap.slice(-8));
}

/** A colon, points, an arrow, the next cell or the next line. */
const LEADS_ON = /[:：=→►>.…·_\t\n]\s{0,8}$|[:：]\s/;

/** "PIN to confirm the address", "Confirm the address with this PIN", but not "code of the school". */
function isOfPurpose({ hits, lines }: TextPage, { hit }: CodeName, end: number): boolean {
  const { start } = lines[lineAt(lines, hit.start)]!;
  const from = firstHitFrom(hits, Math.max(start, hit.start - MAX_DIRECT));
  for (let i = from; i < hits.length && hits[i]!.start < end; i++)
    if (PURPOSES.has(hits[i]!.term.kind)) return true;
  return false;
}

/** "Code participant: ", "Код участника: " */
const OF_OTHER = /^\s(?:\p{Ll}[\p{Ll}\p{M}'’]*\s){0,2}\p{Ll}[\p{Ll}\p{M}]{3,}(?:\s?:)?\s?$/u;

/** Whether the name of a code says whose it is in words that no list has. */
export function hasUnknownQualifier(page: TextPage, raw: RawCode, name: CodeName | null): boolean {
  if (name?.hit.term.kind !== 'maybeCode' || !name.leads) return false;
  if (isCompound(name.hit)) return true;
  const gap = page.text.slice(name.hit.end, raw.start);
  if (gap.length > OTHER_REACH) return false;
  return OF_OTHER.test(gap) || OF_THING.test(gap) || isLabelOfThing(page, name.hit);
}

/** The same in scripts without capitals, where it is neither "your" nor "this" nor what the code is for. */
const OF_THING =
  /^ ?(?!ש?ל|ה[באזוי]|ال?(?:خاص|تالي|آتي|مرسل|جديد|مكون|مؤلف|[يت])|أدناه|هذ|هو|هي|ل|من |الذي|في |ของ|คือ|นี้|ต่อ|ที่|สำหรับ|เพื่อ|ให้|ใน|ด้าน|ใหม่|จำนวน|ดัง)[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}]{3,}(?: ?[:：])? ?$/u;

/** "Team code: 482913", "Takım kodu: 482913": a label of a word that no list has. */
function isLabelOfThing({ text, lines, hits }: TextPage, { start, end }: Hit): boolean {
  if (!LABEL_END.test(text.slice(end, end + 2))) return false;
  const line = lines[lineAt(lines, start)]!;
  const [, thing = ''] =
    start - line.start > MAX_THING ? [] : (LABEL_OF.exec(text.slice(line.start, start)) ?? []);
  if (thing === '' || OWN.has(fold(thing))) return false;
  return hits[firstHitFrom(hits, start) - 1]?.end !== start - 1;
}

const LABEL_OF = /^[ \t]{0,4}(\p{L}[\p{L}\p{M}]{0,20})[ -]$/u;
const LABEL_END = /^\s?[:：\t]/;

const MAX_THING = 24;
const OWN: ReadonlySet<string> = new Set(foldedWords('own'));

/** "Meeting ID: 882 9104 Passcode: …", "booking code", "Wi-Fi password": the word is part of another thing's name. */
export function belongsToOther({ hits, text }: TextPage, { hit, leads }: CodeName): boolean {
  const isGeneral = hit.term.kind === 'maybeCode';
  if (isGeneral && leads && isOfNetwork(text, hit)) return true;
  const next = firstHitFrom(hits, hit.start);
  const before = hits[next - 1];
  if (!before || hit.start - before.end > OTHER_REACH) return false;
  const gap = text.slice(before.end, hit.start);
  if (IS_ROW.test(gap))
    return hits.slice(Math.max(0, next - MAX_NAMES), next).some(isOther(before.end));
  if (!isGeneral) return false;
  if (before.term.kind === 'otherCode') return isOpen(gap);
  return NUMBERED.has(before.term.kind) && isWithin(text, gap, hit);
}
/** "Wi-Fi: Roza, password 20212021" */
const isOfNetwork = (text: string, { start }: Hit) =>
  NETWORK.test(text.slice(Math.max(0, start - OTHER_REACH), start));

const isOpen = (gap: string) => !endsSentence(gap) && !/\p{L}/u.test(gap);

const isOther =
  (place: number) =>
  ({ end, term }: Hit) =>
    end === place && term.kind === 'otherCode';

/** Terms that may end at one place. */
const MAX_NAMES = 4;
const IS_ROW = /^\s?[:：][\d \t-]{4,24}\n\s{0,9}$/;

/** "Подтвердите перевод кодом 9052": what the transfer is confirmed with. */
const MEANS =
  /^(?:код[оа]м|парол(?:ем|ею)|п[иі]н[- ]?кодом|п[иі]ном|kodem|hasłem|pinem|kódem|heslem|koodilla|kóddal|kodla|koduyla|şifreyle|parolayla)$/iu;

/** "To complete the order enter the code": the verb begins another part of the sentence. */
const isWithin = (text: string, gap: string, { start, end, term }: Hit) =>
  /^[ -]?$/.test(gap) && !term.isTyped && !MEANS.test(text.slice(start, end));

/** What has a number: "your request number 620417". */
const NUMBERED: ReadonlySet<TermKind> = new Set([...NUMBERS, 'support', 'offer']);

const NETWORK =
  /wi-?fi|wlan|ssid|вай-?фай|гостьов\p{L}{0,3} мереж|гостев\p{L}{0,3} сет|guest network|gästenetz|réseau invité|red de invitados|rete ospiti|gastnetwerk|sieć dla gości|와이파이|无线网|無線網|访客网络|訪客網路|ゲストネットワーク|واي ?فاي|רשת אורחים|ווי-?פיי|वाई-?फ़?ाई|ไวไฟ|мережа: |сеть: /iu;
