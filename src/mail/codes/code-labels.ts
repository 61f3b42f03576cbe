import type { RawCode } from './code-forms.js';
import { CODE_NAMES, NUMBERS, PURPOSES, type CodeName } from './code-names.js';
import { endsSentence, IS, LEADER } from './name-leads.js';
import { isNamedByObject, isObjectNumber } from './code-objects.js';
import { isCompound, type Hit } from '../text/lexicon.js';
import { countsOf, firstHitFrom, lineAt, type TextPage } from '../text/page.js';
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

/** Whether a word for a code stands right before a candidate, or leads to it. */
export const isCalledCode = (name: CodeName | null): boolean =>
  name !== null && name.leads && name.distance <= CALLED && CODE_NAMES.has(name.hit.term.kind);

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
  return OF_OTHER.test(gap) || OF_THING.test(gap) || isNamedByObject(page, name.hit);
}

/** The same in scripts without capitals, where it is neither "your" nor "this" nor what the code is for. */
const OF_THING =
  /^ ?(?!ש?ל|ה[באזוי]|ال?(?:خاص|تالي|آتي|مرسل|جديد|مكون|مؤلف|[يت])|أدناه|هذ|هو|هي|ل|من |الذي|في |ของ|คือ|นี้|ต่อ|ที่|สำหรับ|เพื่อ|ให้|ใน|ด้าน|ใหม่|จำนวน|ดัง)[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}]{3,}(?: ?[:：])? ?$/u;

/** "Meeting ID: 882 9104 Passcode: …", "booking code": the word is part of another thing's name. */
export function belongsToOther(page: TextPage, name: CodeName): boolean {
  if (isPaired(page, name) || isOfNetwork(page, name) || isObjectNumber(page, name)) return true;
  const { hits } = page;
  const last = firstHitFrom(hits, name.hit.start) - 1;
  for (let i = last; i >= 0 && hits[i]!.end === hits[last]!.end; i--)
    if (isPartOf(hits[i]!, name, page)) return true;
  return false;
}

/** "Meter number 55120934 and PIN 4829": a pair that is kept, unless it lasts for minutes only. */
function isPaired(page: TextPage, { hit, leads, distance }: CodeName): boolean {
  if (!LABELS.has(hit.term.kind) || !leads || distance > CALLED) return false;
  if (!PIN.test(page.text.slice(hit.start, hit.end))) return false;
  const before = page.text.slice(Math.max(0, hit.start - OTHER_REACH), hit.start);
  if (!PAIRED.test(before) && !BELOW_CARD.test(before)) return false;
  // Where the mail has a code, and says so, it is not this one that must not be shared.
  return !isSecret(page) || (hit.term.kind === 'maybeCode' && Boolean(countsOf(page).code));
}

const PIN =
  /^(?:(?:code|código|codice|codul|cod|kod) )?(?:pin|passcode|kenncode|пин|пін|暗証|password|passwort|密码|密碼)/iu;
const PAIRED = /\p{L}[^\n\d]{0,3}\d{4,}(?: \d{2,6}){0,4}\S{0,2}(?:[,;/&+]|\s\p{L}{1,3})\s$/u;
/** "Card number: 6006 4471 8820", and in the next line "PIN: 5520": what a gift card is spent with. */
const BELOW_CARD = /(?<![\d.,])\d{4}(?:[ -]?\d{4}){1,3}[ -]?\d{2,6}[ \t]?\n\s{0,3}$/u;

/** "Подтвердите перевод кодом 9052": what the transfer is confirmed with. */
const MEANS =
  /^(?:код[оа]м|парол(?:ем|ею)|п[иі]н[- ]?кодом|п[иі]ном|kodem|hasłem|pinem|kódem|heslem|koodilla|kóddal|kodla|koduyla|şifreyle|parolayla)$/iu;

/** "Wi-Fi: Roza, password 20212021" */
function isOfNetwork({ text }: TextPage, { hit, leads }: CodeName): boolean {
  if (hit.term.kind !== 'maybeCode' || !leads) return false;
  const before = text.slice(Math.max(0, hit.start - OTHER_REACH), hit.start);
  // "Wi-Fi: Roza", and in the next line "Password: 20212021".
  const end = before.endsWith('\n') ? before.length - 1 : before.length;
  const line = before.slice(before.lastIndexOf('\n', end - 1) + 1);
  return NETWORK.test(line) || NETWORK_LABEL.test(line);
}

/** "Network: Roza" */
const NETWORK_LABEL =
  /^(?:мережа|сеть|мрежа|δίκτυο|الشبكة|اسم الشبكة|רשת|שם הרשת|नेटवर्क|เครือข่าย|ชื่อเครือข่าย|ネットワーク名?|네트워크|网络|網路|网络名称|網路名稱|network|netzwerk|réseau|red|rede|rete|netwerk|sieć|ağ|nätverk|nettverk|netværk|verkko|síť|rețea|hálózat|jaringan|mạng)(?: name)?\s?[:：]/iu;

const NETWORK =
  /wi-?fi|wlan|ssid|вай-?фай|гостьов\p{L}{0,3} мереж|гостев\p{L}{0,3} сет|guest network|gästenetz|réseau invité|red de invitados|rete ospiti|gastnetwerk|sieć dla gości|와이파이|无线网|無線網|访客网络|訪客網路|ゲストネットワーク|واي ?فاي|רשת אורחים|ווי-?פיי|वाई-?फ़?ाई|ไวไฟ/iu;

/** What has a number: "your request number 620417". */
const NUMBERED: ReadonlySet<TermKind> = new Set([...NUMBERS, 'support', 'offer']);

function isPartOf(before: Hit, { hit, leads, distance }: CodeName, page: TextPage): boolean {
  if (hit.start - before.end > OTHER_REACH) return false;
  const gap = page.text.slice(before.end, hit.start);
  const isGeneral = hit.term.kind === 'maybeCode';
  if (NUMBERED.has(before.term.kind)) {
    const isOpen = isGeneral || (hit.term.kind === 'digits' && leads && distance <= CALLED);
    return isOpen && isWithin(page, gap, hit);
  }
  return before.term.kind === 'otherCode' && isOfOtherCode(page, gap, hit);
}

const isOfOtherCode = (page: TextPage, gap: string, hit: Hit): boolean =>
  isBelowRow(page, gap, hit) ||
  (leadsOn(page, gap) && (hit.term.kind === 'maybeCode' || /\d/.test(gap)));

/** "To complete the order enter the code": the verb begins another part of the sentence. */
const isWithin = ({ text }: TextPage, gap: string, { start, end, term }: Hit) =>
  /^[ -]?$/.test(gap) && !term.isTyped && !MEANS.test(text.slice(start, end));

/** Whether a text speaks of what nobody else may know, or what lasts for minutes only. */
function isSecret(page: TextPage): boolean {
  const { secret, lasts, minute, second } = countsOf(page);
  return Boolean(secret ?? (lasts && (minute ?? second)));
}

/** "Meeting ID: 882 910 443", and in the next paragraph "Passcode". */
const isBelowRow = ({ text }: TextPage, gap: string, { start, end }: Hit): boolean =>
  IS_ROW.test(gap) && PIN.test(text.slice(start, end));
const IS_ROW = /^\s?[:：][\d \t-]{4,24}\n\s{0,9}$/;

/** Whether the name of another code also says what the next words name. */
function leadsOn(page: TextPage, gap: string): boolean {
  // "Webinar ID: 882 910 443. Passcode: 551820"
  // "Dear Mr. Doe (patient no. 26.0019283),", an address: what comes next is another thing.
  const above = gap.slice(0, gap.lastIndexOf('\n') + 1);
  if (/\n[ \t]{0,8}\n/.test(gap) || /\p{L}/u.test(above)) return false;
  // "Customer code: 5520817", and in the next row "PIN: 307651".
  if (above !== '' && isSecret(page)) return false;
  return !endsSentence(gap) || /^\p{L}{0,8}[\s:#\d()-]*\d\.\s$/u.test(gap);
}
