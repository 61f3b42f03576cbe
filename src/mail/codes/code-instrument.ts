import type { RawCode } from './code-forms.js';
import { CODE_NAMES, PURPOSES } from './code-names.js';
import { IS } from './name-leads.js';
import { firstHitFrom, lineAt, type TextPage } from '../text/page.js';

/** "Approve the payment with 482913", "482913 is all you need to sign in". */
const MEANS_BEFORE =
  /(?:^|[\s(])(?:with|using|via|mit|dank|per|grâce à|gracias a|graças a|grazie a|avec|con|mediante|com|met|z|za pomocą|kodem|numerem|cu|med|hjälp av|με|с|с помощью|числом|з|за допомогою|числом|bằng|với|dengan|melalui|ใช้|ด้วย|باستخدام|بواسطة|בעזרת|באמצעות|עם|dzięki|dankzij|благодаря|завдяки|nhờ|بـ|用|凭|憑)(?: (?:the|this|dem|le|el|il|o|het|de))?\s?["'“«„]?$/iu;
/** "To open your message you'll need 482913", "ecco 482913": what one has to have, or is handed. */
const NEEDED =
  /(?<!\p{L})(?:need|here is|here you go|here it is|brauchen Sie|brauchst du|benötigen Sie|benötigst du|hier ist|hier kommt|aurez besoin de|auras besoin de|avez besoin de|il vous faut|il vous faudra|il faut|voici|necesitas?|necesitarás?|necesita usted|aquí (?:lo )?tienes?|aquí está|precisa(?:rá)? de|vai precisar de|aqui está|aqui vai|serve|servirà|occorre|ecco|(?:heb je|heeft u|hebt u|hier is) ?(?:nodig)?|hierbij|potrzebujesz|potrzebny jest|potrzebne jest|oto|behöver (?:du|ni)|(?:du|ni) behöver|här kommer|här är|skal du bruge|du skal bruge|her kommer|trenger du|du trenger|tarvitset|tässä|tässä on|potřebujete|budete potřebovat|zde je|tady je|aveți nevoie de|veți avea nevoie de|iată|szüksége lesz|íme|bạn cần|đây là|(?:anda|kamu) (?:akan )?(?:perlu|butuh|memerlukan|membutuhkan|perlukan)|ini dia|berikut|munissez-vous de|potrzebn[ey] będzie|będzie potrzebn[eya]|potrzebować|bạn sẽ cần|sẽ cần|ต้องใช้|(?:س?ي?ت?حتاج|ستحتاجين|تحتاجين) إلى|يلزمك|תצטרכי את|תצטרך את|תצטרכו את|צריכים את|צריכה את)(?:\s?[:：])?\s["'“«„]?$|(?:需要|要用)\s?$/iu;
/** What follows such a number is no thing that is counted: "you need 2500 visitors". */
const NOT_COUNTED =
  /^["'”»’]?(?:$|[.,;:!)\n。，]|\sل\p{L}|\s(?:[–—-]|(?:เพื่อ|สำหรับ|to|for|when|um|zum|zur|beim|pour|para|per|om|voor|för|for|til|aby|do|dla|k|pro|při|pentru|la|untuk|để|khi)\s))/iu;
const MEANS_AFTER =
  /^["'”»’]?\s?(?:ile|ile birlikte|を使|で(?:完了|ログイン|認証|承認|アカウント|本人|ご本人)|(?:が|は)(?:必要|要り)|(?:으)?로\s|[이가] 필요|से\s|की ज़रूरत|की आवश्यकता|चाहिए|का उपयोग|の番号で|nodig (?:om|voor)|gerekecek|gerekiyor|gereklidir|will get you|gets you|lets you|[–—,-]\s(?:damit|hiermit)\s|就能|即可)/iu;
/** How far from a number what makes it a means stands. */
export const MAX_INSTRUMENT_GAP = 20;
/** "To sign in: 482913" */
const AIM =
  /(?:^|[.!?]\s)(?:(?:to|for|zum|zur|für|um|pour|para|per|om|voor|för|til|for|aby|żeby|by|do|dla|pro|k|pentru|untuk|để|для|щоб|чтобы|за|για|เพื่อ|สำหรับ)\s?[^:.!?\d]{3,60}|(?:כדי )?[לل][^:.!?\d]{3,60}|[要想][^:：.!?\d]{3,30}|[^:.!?\d]{3,60}(?:\siçin|के लिए|には|ため|려면|위해|时|時))\s?[:：]\s?$/iu;
/** The same in a cell: "To confirm | 482913". */
const AIM_CELL =
  /^(?:(?:to|for|zum|zur|für|um|pour|para|per|om|voor|för|til|aby|do|dla|pentru|untuk|để|для|щоб|чтобы) |за |για |เพื่อ|สำหรับ)[^:.!?\d\t]{3,60}\t$/iu;
/** How long what leads to a number with a colon is. */
export const MAX_PURPOSE_LABEL = 72;
/** What stands before a number that a line begins with. */
export const MAX_MARGIN = 8;

/** "Approve the payment with code 482913" */
function startOfName({ hits }: TextPage, { start }: RawCode): number {
  const hit = hits[firstHitFrom(hits, start) - 1];
  return hit && CODE_NAMES.has(hit.term.kind) && start - hit.end <= 1 ? hit.start : start;
}

/** Whether what stands around a number makes it what something is done with. */
export function isInstrument(page: TextPage, raw: RawCode): boolean {
  const { text, lines } = page;
  const named = startOfName(page, raw);
  const before = text.slice(Math.max(0, named - MAX_INSTRUMENT_GAP), named);
  const after = text.slice(raw.end, raw.end + MAX_INSTRUMENT_GAP);
  if (isUsed(before, after) || (named < raw.start && isSubject(page, raw))) return true;
  const { start } = lines[lineAt(lines, raw.start)]!;
  const lead = text.slice(Math.max(start, raw.start - MAX_PURPOSE_LABEL), raw.start);
  if (AIM.test(lead) || AIM_CELL.test(lead)) return true;
  return raw.start - start <= MAX_MARGIN && lead.trim() === '' && isSaidOf(raw, after);
}

const isUsed = (before: string, after: string) =>
  MEANS_BEFORE.test(before) ||
  MEANS_AFTER.test(after) ||
  (NEEDED.test(before) && NOT_COUNTED.test(after));

/** "The code 482913 unlocks your account": what the named number does follows at once. */
function isSubject({ hits, text }: TextPage, { end }: RawCode): boolean {
  const next = hits[firstHitFrom(hits, end)];
  return !!next && PURPOSES.has(next.term.kind) && DOES.test(text.slice(end, next.start));
}
const DOES = /^[^.,;:!?\n\d()]{0,24}$/;

/** "482913 is all you need", "482913 to sign in": said of what a line begins with. */
const isSaidOf = ({ code }: RawCode, after: string) =>
  IS.test(after.slice(0, after.indexOf(' ', 1) + 1)) ||
  (code.length >= MIN_AIMED && AIM_AFTER.test(after));

/** Shorter numbers are rather counted: "2500 to register". */
const AIM_AFTER =
  /^["'”»’]?\s(?:to|for|zum|zur|um|pour|para|per|om|voor|för|til|for|aby|by|do|dla|untuk|để|для|чтобы|щоб|за|για)\s|^\s?(?:เพื่อ|เข้า|ใช้เข้า|ל\p{L}|כדי|لل\p{L}|ل\p{L}|[，,]?\s?(?:用|凭|憑)(?:它|此|来|來))/iu;
const MIN_AIMED = 6;
