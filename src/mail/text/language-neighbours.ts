// Languages that are close to each other, and what tells them apart.

const SWEDISH = /[äö]|\b(?:och|inte|från|att|för)\b/gi;
const DANO_NORWEGIAN = /[æø]|\b(?:og|ikke|fra|av|af|til)\b/gi;

const NORWEGIAN =
  /(?<!\p{L})(?:deg|meg|nå|utløper|passord|passordet|bekreft|bekrefte|klikk|vennlig|takk|kjære|hei|etter|bruk|vår|våre|oss|av|koden din|fakturaen|ditt|noe|bare|trykk|logg|engangskode[nr]?|mottatt|kjøp|uke|å|inn|lenken?|innlogging\p{L}{0,8}|hvordan|ikkje|dere|kontoen)(?!\p{L})/giu;
const DANISH =
  /(?<!\p{L})(?:dig|mig|der|nu|udløber|adgangskode|adgangskoden|bekræft|bekræfte|klik|venlig|tak|kære|hej|efter|brug|vores|os|af|dit|noget|kun|tryk|modtaget|køb|uge|sagde|at|ind|linket|hvordan du|jer|kontoen din)(?!\p{L})/giu;
/** Words that no Russian text has. */
const UKRAINIAN =
  /(?<!\p{L})(?:що|та|або|входу|дійсний|вашу|якщо|щоб|від|це|ви|тут|забули|новий|грн|карткою|пошта|ласка)(?!\p{L})/giu;

/** Words that no Russian text has, in texts too short for its letters. */
const BULGARIAN =
  /(?<!\p{L})(?:е(?!\.)|са|си|се|ви|че|лв|бул|моля|със|към|няма|след|чрез|вашата|вашия|вашият|вашето|вашите|уважаема|уважаеми|здравейте|издадена|поздрави)(?!\p{L})/giu;

const UKRAINIAN_OR_BULGARIAN = new RegExp(`${UKRAINIAN.source}|[іїєґ]|\\p{L}ъ\\p{L}`, 'giu');

/** Words that Serbian writes otherwise: "vrijedi", "ovdje", "znamenke". */
const CROATIAN =
  /(?<!\p{L})(?:vrij[ei]|prije(?!m|đ)|ovdje|gdje|uvijek|tjed|znamen|poveznic|zapork|mrežn|uvjet|zahtjev|nedjelj|primje|kôd)\p{L}{0,12}|(?<!\p{L})(?:tko|što)(?!\p{L})/giu;
const SERBIAN =
  /\p{Script=Cyrillic}{3}|(?<!\p{L})(?:vred|pre(?!m|v|p)|ovde|gde|uvek|nedelj|cifr|uslov|zahtev|obavešt|bezbed|primer)\p{L}{0,12}|(?<!\p{L})(?:ko|šta)(?!\p{L})/giu;
const SLOVENIAN =
  /(?<!\p{L})(?:in|če|še|ni|ki|ali|ob|iz|bil|lahko|niste|nisi|velja(?:jo)?|ur[aeo]|geslo|gesl[aou]m?|kod[aeo]|naslov|strani|prosimo|številk\p{L}{1,3}|vpiši(?:te)?|vnesi(?:te)?|spodn?j\p{L}{1,4})(?!\p{L})/giu;
const SERBO_CROATIAN =
  /[ćđ]|(?<!\p{L})(?:i|je|kod|broj|lozink\p{L}{1,3}|važi|vrijedi|minuta|nije|koji|ovaj|ov[eu]|sat[ai]?|upišite?|unesite?|vaš)(?!\p{L})/giu;
const SLOVAK =
  /[ľĺŕôä]|ť(?!\p{L})|(?<!\p{L})prí|(?<!\p{L})(?:sa|ste|sú|ak|alebo|pol|čaká|nie|bol[ao]?|vyzdvihnutie|doručenie)(?!\p{L})/giu;
const CZECH_ALONE = /[řěů]|(?<!\p{L})(?:se|jste|jsou|nebo|není|byl[ao]?)(?!\p{L})/giu;
const ESTONIAN =
  /[õü]|(?<!\p{L})(?:sinu|sind|teie|teil|kood|kehtib|palun|pakk|päeva|ootab|või|kui|see|ning)(?!\p{L})/giu;
const FINNISH =
  /(?<!\p{L})(?:sinun|sinut|sinua|teidän|koodi\p{L}{0,4}|voimassa|paketti\p{L}{0,3}|tai|että|olet|jos|tämä|päivää|ovat)(?!\p{L})/giu;

/** Letters that the other one of the two lacks. */
const CZECH = /[ěščřžýáíéůúťďň]/giu;
const POLISH = /[ąęłśżźćńó]|rz|sz|cz|(?<!\p{L})w(?!\p{L})/giu;
const SPANISH = /[ñ¿¡]|(?<!\p{L})(?:el|los|las|una|del|y|con|hola)(?!\p{L})|ción(?!\p{L})/giu;
const PORTUGUESE = /[ãõçâêô]|(?<!\p{L})(?:os|um|uma|do|dos|das|não|seu|você|com|olá)(?!\p{L})/giu;

/** Neighbours that single letters or words tell apart better than the statistics of a short text. */
const NEIGHBOURS: readonly (readonly [from: string, to: string, signs: RegExp, not: RegExp])[] = [
  ['ru', 'uk', UKRAINIAN, /[ыэъё]/giu],
  ['ru', 'uk', /[іїєґ]/giu, /[ыэъё]/giu],
  ['uk', 'ru', /[ыэё]/giu, /[іїєґ]/giu],
  // No Ukrainian text of some length goes without them.
  // The pattern matches once; a word of Ukrainian weighs as much.
  ['uk', 'ru', /^[^іїєґ]{16,}$/giu, UKRAINIAN_OR_BULGARIAN],
  ['kk', 'ru', /^[^әғқңөұүһі]{16,}$/giu, /[әғқңөұүһі]/giu],
  ['bg', 'ru', /[ыэё]/giu, /\p{L}ъ\p{L}/giu],
  ['ru', 'bg', /\p{L}ъ\p{L}/giu, /[ыэё]/giu],
  ['ru', 'bg', BULGARIAN, /[ыэё]/giu],
  ['uk', 'bg', /\p{L}ъ\p{L}/giu, /[ыэёіїєґ]/giu],
  [
    'id',
    'ms',
    /\b(?:akaun|minit|pautan|sila|kerana|baharu|kod|ialah|e-mel|sahaja|laluan|nombor|poskod|bayaran|penghantaran|penjejakan|boleh|kepunyaan|bungkusan|penghantar|esok|petang|percuma|pejabat|dijangka|daripada|tarikh|syarikat|butang|anggaran|sahkan|pengesahan|mengesahkan|awak|hendaklah|mahu|permintaan)\b/gi,
    /\b(?:akun|menit|tautan|karena|kode|surel|sandi|nomor|kamu|bisa|silakan|pembayaran|pengiriman|verifikasi|tanggal|perusahaan|tombol|perkiraan|mau|resi|hanya|besok|sore|kurir|gratis|uang|per bulan)\b/gi,
  ],
  ['ru', 'be', /ў/giu, /и/giu],
  ['uk', 'be', /ў/giu, /и/giu],
  ['ru', 'mn', /[өү]/giu, /[ңқғһ]/giu],
  ['nb', 'is', /[ðþ]/giu, /[åøæ]/giu],
  ['tr', 'az', /ə/giu, /(?<!\p{L})(?:için|bir|değil)(?!\p{L})/giu],
  ['pl', 'cs', CZECH, POLISH],
  ['cs', 'pl', POLISH, CZECH],
  ['sk', 'cs', CZECH_ALONE, SLOVAK],
  ['cs', 'sk', SLOVAK, CZECH_ALONE],
  ['sr', 'hr', CROATIAN, SERBIAN],
  ['sr', 'sl', SLOVENIAN, SERBO_CROATIAN],
  ['hr', 'sl', SLOVENIAN, SERBO_CROATIAN],
  ['fi', 'et', ESTONIAN, FINNISH],
  ['es', 'pt', PORTUGUESE, SPANISH],
  ['pt', 'es', SPANISH, PORTUGUESE],
  ['da', 'nb', NORWEGIAN, DANISH],
  ['nb', 'da', DANISH, NORWEGIAN],
  ['da', 'sv', SWEDISH, DANO_NORWEGIAN],
  ['nb', 'sv', SWEDISH, DANO_NORWEGIAN],
  [
    'sv',
    'nb',
    /\b(?:ikke|og|deg|passord|fakturaen|forfaller|kundenummer|kontonummer|takk|hei|etter|fra|være|bekreft|på kr|din på)\b|[æø]/gi,
    /[äö]|\b(?:och|inte|från|att)\b/gi,
  ],
];

/** The language, or a neighbour of it whose own letters and words the text has. */
export function corrected(language: string, sample: string): string {
  const better = NEIGHBOURS.find(
    ([from, , signs, not]) => from === language && countOf(sample, signs) > countOf(sample, not),
  );
  return better ? better[1] : language;
}

const countOf = (text: string, signs: RegExp) => text.match(signs)?.length ?? 0;
