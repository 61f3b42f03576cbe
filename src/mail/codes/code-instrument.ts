import type { RawCode } from './code-forms.js';
import { CODE_NAMES } from './code-names.js';
import { firstHitFrom, type TextPage } from '../text/page.js';

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
const MAX_GAP = 20;
/** "Approve the payment with code 482913" */
function startOfName({ hits }: TextPage, { start }: RawCode): number {
  const hit = hits[firstHitFrom(hits, start) - 1];
  return hit && CODE_NAMES.has(hit.term.kind) && start - hit.end <= 1 ? hit.start : start;
}

/** Whether what stands around a number makes it what something is done with. */
export function isInstrument(page: TextPage, raw: RawCode): boolean {
  const { text } = page;
  const named = startOfName(page, raw);
  const before = text.slice(Math.max(0, named - MAX_GAP), named);
  const after = text.slice(raw.end, raw.end + MAX_GAP);
  return (
    MEANS_BEFORE.test(before) ||
    MEANS_AFTER.test(after) ||
    (NEEDED.test(before) && NOT_COUNTED.test(after))
  );
}
