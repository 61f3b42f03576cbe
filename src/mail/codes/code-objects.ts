import { fold } from '../text/fold.js';
import { foldedWords } from '../text/folded-words.js';
import { NUMBERS, type CodeName } from './code-names.js';
import { TOPIC_KINDS, type Hit } from '../text/lexicon.js';
import { firstHitFrom, lineAt, type TextPage } from '../text/page.js';
import type { TermKind } from '../words/roles.js';

const OWN: ReadonlySet<string> = new Set(foldedWords('own'));

/** Whether the thing that a code is of stands before "code". */
export const isNamedByObject = (page: TextPage, name: Hit): boolean =>
  isJoinedToThing(page, name) || isLabelOfThing(page, name);

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

/** "Número de carné 20041877", "номер читательского билета 20041877": words that say whose number it is. */
export function isObjectNumber(
  { text, hits }: TextPage,
  { hit, leads, distance }: CodeName,
): boolean {
  if (hit.term.kind !== 'digits' || !leads || distance > MAX_THING) return false;
  const [, thing = ''] = NUMBER_OF.exec(text.slice(hit.end, hit.end + distance)) ?? [];
  if (thing === '' || OWN.has(fold(thing))) return false;
  const next = hits[firstHitFrom(hits, hit.end)];
  return !next || next.start >= hit.end + distance || OTHERS.has(next.term.kind);
}

const NUMBER_OF = /^\s(?:\p{Ll}{1,16}\s)?(\p{Ll}[\p{Ll}\p{M}]{3,20})\s$/u;
const OTHERS: ReadonlySet<TermKind> = new Set([...NUMBERS, ...TOPIC_KINDS, 'otherCode']);

/** 「महाविद्यालय कोड 5512」: in Hindi the thing stands before it. */
const THING_BEFORE =
  /(?:^|[\s,।])(?!आप|यह |ये |इस|उस|का |की |के |को |है |हैं |से |में |एक |नया |नई |निम्न|नीचे|ऊपर|अंक|वाला |और |या |यहाँ |यहां |लिए |गया |अपना |तथा |हमारा |ताज़ा |अस्थायी |दर्ज |भेजा |प्राप्त )[\p{Script=Devanagari}]{3,20} $/u;

/** 「과목코드 77120」, 「課程代码」: the thing stands right before it, and is no verb that takes it. */
function isJoinedToThing({ text, hits }: TextPage, { start }: Hit): boolean {
  if (THING_BEFORE.test(text.slice(Math.max(0, start - MAX_THING), start))) return true;
  if (
    !/[\p{Script=Hangul}\p{Script=Han}\p{Script=Katakana}]$/u.test(
      text.slice(Math.max(0, start - 1), start),
    )
  )
    return false;
  const last = hits[firstHitFrom(hits, start) - 1];
  return last?.end !== start && !OWN_BEFORE.test(text.slice(Math.max(0, start - 2), start));
}

const MAX_THING = 24;
/** "This", "your", "following", "new", "the … that", a count of digits. */
const OWN_BEFORE =
  /[的此该該这這本下上列述记記新位码字桁ケ个個]$|以下|上記|下記|随机|隨機|临时|臨時|一次|아래|다음|해당|임시|자리/u;
