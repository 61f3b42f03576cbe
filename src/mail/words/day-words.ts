/** How mail names noon, in all languages; case and accents do not matter. */
export const NOON_WORDS = `
  noon, midday, mittag, mittags, à midi, avant midi, d ici midi, demain midi, ce midi, mediodía, meio dia, mezzogiorno, het middaguur, middag, południa,
  południe, południem, öğlene, öğleye, öğlen, öğle vakti, полудня, полдень, полудень, опівдні, 正午, 中午, 정오, عند الظهر, حتى الظهر, قبل الظهر, עד הצהריים,
  trưa, เที่ยงวัน, เที่ยงตรง, tengah hari, keskipäivään, keskipäivällä, keskipäivää, puoleenpäivään, puoltapäivää, délig, délben, prânz, prânzului, amiază,
  amiaza, amiezii, poledne, polednem, poledním, обяд, обед, μεσημέρι`;

/** How mail names the next day. "Morgen" and "mañana" are the morning, too: see `MORNING_WORDS`. */
export const TOMORROW_WORDS = `
  tomorrow, the next day, morgen, morgigen, demain, mañana, amanhã, domani, jutro, jutra, yarın, yarına, завтра, завтрашнего дня, завтрашнього дня,
  i morgon, imorgon, i morgen, imorgen, huomenna, huomiseen, huomiselle, zítra, zítřka, zítřejší, mâine, holnap, holnapig, утре, αύριο, 明日, 明天, 翌日, 내일, غدا,
  מחר, कल, ngày mai, hôm sau, trưa mai, sáng mai, chiều mai, tối mai, พรุ่งนี้, วันพรุ่งนี้, besok, esok`;

/** What holds such a word and means the morning or a greeting. */
export const MORNING_WORDS = `
  guten morgen, heute morgen, goede morgen, de la mañana, por la mañana, esta mañana, en la mañana, la mañana, god morgen`;
