import { detect } from 'tinyld';

/** How many characters of a mail are looked at. */
const SAMPLE = 600;
/** How many letters decide between languages that share a script: each costs half a microsecond. */
const LETTERS = 80;
/** Fewer letters than these say nothing. */
const ENOUGH = 4;

/** Scripts, and the one language that mail in them is written in; null where several share one. */
const SCRIPTS: readonly (readonly [RegExp, string | null])[] = [
  [/[\u3040-\u30ff]/g, 'ja'],
  [/[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]/g, 'ko'],
  [/[\u3400-\u9fff]/g, 'zh'],
  [/[\u0e00-\u0e7f]/g, 'th'],
  [/[\u0590-\u05ff]/g, 'he'],
  [/[\u0900-\u097f]/g, 'hi'],
  [/[\u0980-\u09ff]/g, 'bn'],
  [/[\u0b80-\u0bff]/g, 'ta'],
  [/[\u0c00-\u0c7f]/g, 'te'],
  [/[\u0370-\u03ff]/g, 'el'],
  [/[\u0530-\u058f]/g, 'hy'],
  [/[\u10a0-\u10ff]/g, 'ka'],
  [/[\u0600-\u06ff]/g, null],
  [/[\u0400-\u04ff]/g, null],
  [/[A-Za-z\u00c0-\u024f\u1e00-\u1eff]/g, null],
];

/** A letter of these scripts says as much as several Latin ones. */
const DENSE = new Set<string | null>(['ja', 'ko', 'zh']);
const DENSITY = 3;

// Characters that only one of the two ways to write Chinese has, the most frequent ones first.
const SIMPLIFIED =
  '们这个来说国时会为对发过还样开动点给与实务应两关电话间长门问见无头经进边场车红华产级码验证录请号帐户钟内误订单货账费邮件变确认护网络设备动态录您务输效换码复';
const TRADITIONAL =
  '們這個來說國時會為對發過還樣開動點給與實務應兩關電話間長門問見無頭經進邊場車紅華產級碼驗證錄請號帳戶鐘內誤訂單貨賬費郵件變確認護網絡設備動態錄您務輸效換碼複';
const ONLY_SIMPLIFIED = new Set([...SIMPLIFIED].filter((letter) => !TRADITIONAL.includes(letter)));
const ONLY_TRADITIONAL = new Set([...TRADITIONAL].filter((letter) => !SIMPLIFIED.includes(letter)));

/** Languages that share the Latin, Cyrillic or Arabic script; a short text resembles rare ones, too. */
const LANGUAGES =
  'en de fr es pt it nl pl tr ru uk ar fa ur vi id sv da no fi cs sk hu ro bg hr sr sl lt lv et ca af sq az kk'.split(
    ' ',
  );
/** Addresses of the web and of mail. */
const ADDRESSES = /\bhttps?:\/\/\S+|[^\s@]{1,64}@\S+/gi;

/** Codes of ISO 639-1 that BCP 47 prefers in another form. */
const PREFERRED: Readonly<Record<string, string>> = { no: 'nb', iw: 'he', in: 'id' };

/**
 * The language most of a text is written in, as BCP 47 names it; Chinese with its script.
 * Null when there are too few words to tell.
 */
export function detectLanguage(text: string): string | null {
  const sample = text.slice(0, SAMPLE).replace(ADDRESSES, ' ');
  const [language, letters] = mainScript(sample);
  if (letters < ENOUGH) return null;
  if (language === 'zh') return isTraditional(sample) ? 'zh-Hant' : 'zh-Hans';
  return language ?? byWords(sample);
}

/** The language of the script with the most letters (kana decide for Japanese), and their number. */
function mainScript(sample: string): readonly [string | null, number] {
  let best: readonly [string | null, number] = [null, 0];
  for (const [letters, language] of SCRIPTS) {
    const count = (sample.match(letters)?.length ?? 0) * (DENSE.has(language) ? DENSITY : 1);
    // Japanese is written with Chinese characters between its own.
    if (language === 'zh' && best[0] === 'ja' && count < best[1] * 10) continue;
    if (count > best[1]) best = [language, count];
  }
  return best;
}

/** Whether traditional characters are in the majority. */
function isTraditional(sample: string): boolean {
  let balance = 0;
  for (const letter of sample)
    balance += Number(ONLY_TRADITIONAL.has(letter)) - Number(ONLY_SIMPLIFIED.has(letter));
  return balance > 0;
}

function byWords(sample: string): string | null {
  const words = sample.replace(/[^\p{L}\p{M}]+/gu, ' ').trim();
  const language = detect(words.slice(0, LETTERS), { only: LANGUAGES });
  return language === '' ? null : corrected(PREFERRED[language] ?? language, sample);
}

/** Neighbours that single letters or words tell apart better than the statistics of a short text. */
const NEIGHBOURS: readonly (readonly [from: string, to: string, signs: RegExp, not: RegExp])[] = [
  ['ru', 'uk', /[іїєґ]/iu, /[ыэъё]/iu],
  ['uk', 'ru', /[ыэё]/iu, /[іїєґ]/iu],
  ['ru', 'bg', /\p{L}ъ\p{L}/iu, /[ыэё]/iu],
  [
    'id',
    'ms',
    /\b(?:akaun|minit|pautan|sila|kerana|baharu|kod|ialah|e-mel)\b/i,
    /\b(?:akun|menit|tautan|karena|kode|surel)\b/i,
  ],
];

function corrected(language: string, sample: string): string {
  const better = NEIGHBOURS.find(
    ([from, , signs, not]) => from === language && signs.test(sample) && !not.test(sample),
  );
  return better ? better[1] : language;
}
