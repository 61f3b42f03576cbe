/**
 * Words of validity that only join a length of time to what is said of it: they stand nearer to it than
 * the verb in "you can ask for a new one within 60 seconds", too. Terms as in the word files.
 */
export const JOINING_WORDS = `
  within, within the next, in the next, for, in, up to, until, innerhalb, innerhalb von, binnen, in den nächsten, bis, für, dans, dans les, d'ici, pendant,
  durant, jusqu'à, dentro de, en, en los próximos, durante, hasta, em, nos próximos, dentro, até, por, entro, nei prossimi, per, fino a,
  gedurende, voor, tot, inom, i, under, till, inden for, innen, inden, w ciągu, w przeciągu, przez, do, w, do końca, během, do, po dobu, în,
  în termen de, timp de, в течение, в течении, течение, в ближайшие, на, до, протягом, упродовж, впродовж, в рамках, в срок до, до, içinde, için, boyunca, kadar, süreyle,
  たつと, 経つと, 以内, 以內, 内, 內, 之内, 之內, まで, 間, 이내, 안에, 동안, 까지, خلال, لمدة, حتى, في غضون, תוך, בתוך, למשך, עד, כעבור, के भीतर, के अंदर, तक, में,
  transcurridos, pasados, passados, decorridos, trascorsi, passé, passées, après,
  before, bis um, vor, jusqu'au, jusqu'à, dans un délai, dans le délai, d'ici, avant, en un plazo, hasta las, antes de, antes de las, no prazo, até às,
  até as, antes das, entro le, fino al, fino alle, nell'arco di, prima delle, prima del, tot en met, do godziny, do godz, till kl, till klockan, före,
  innan, til kl, til klokken, inden, indenfor, før, saakka, asti, mennessä, do hodiny, până la, înainte de, în decurs de, μέχρι, έως, πριν τις, в рамките на,
  în următoarele, до кінця, sehingga, sebelum, đến hết, trước, trước lúc, עד השעה, לפני השעה, קודם, حتى الساعة, قبل الساعة, 之前, 以前, 까지,
  trong vòng, trong, đến, ภายใน, ใน, เป็นเวลา, ถึง, dalam, dalam waktu, selama, hingga, sampai`;

/** "You can order a new one after 15 minutes": before or behind that time, what says that it is no end. */
export const AFTER_WORDS = `
  after, nach, nach frühestens, frühestens nach, après, au bout de, después de, tras, dopo, após, depois de, na, po, через, после, після,
  efter, etter, după, μετά από, μετά, след, بعد, בעוד, אחרי, לאחר, כעבור, setelah, sesudah, lewat, lewat dari, sau, sau khi, หลังจาก, หลัง, selepas,
  sonra, 後, 后, 후, बाद, के बाद, jälkeen, kuluttua, után, elteltével, múlva`;

/** What can be asked for then: the first letters of words, which need not begin where a sentence has no blanks. */
export const NEW_WORDS = `
  new, another, fresh, neue, weitere, nouve, autre, nuev, otro, otra, nuov, altro, un altra, novo, nova, outro, outra, nieuw, ander, now, kolejn, yeni,
  nov, друг, инш, інш, 新, 再, 另, 새, 다시, 재, جديد, آخر, חדש, נוסף, חוזר, नया, नए, दूसर, baru, lain, lagi, mới, khác, ใหม่, อีก,
  ny, nytt, nya, nye, anden, annan, uusi, uude, nouă, nou, alt, νέο, άλλο, új, másik`;

/** How languages call a link, as stems where they inflect it. */
export const LINK_WORDS = `
  link, lien, enlace, ligaç, hiperlig, collegament, koppeling, odkaz, odnośnik, bağlantı, ссылк, посилан, линк, връзк, リンク, url, 링크, 链接,
  連結, 鏈結, رابط, קישור, לינק, लिंक, liên kết, đường dẫn, ลิงก์, ลิงค์, tautan, pautan, länk, lenke, linkki, hivatkozás, legătur, σύνδεσμο`;

/** "You have ten minutes", "il te reste 5 minutes": right before a length of time they say that it is left. Terms as in the word files. */
export const HAVING_WORDS = `
  time left, time remaining, remaining time, remaining, restlaufzeit, restzeit, verbleibende zeit, verbleiben, temps restant, tiempo restante, tempo restante, tempo rimanente, resterende tijd, pozostały czas, pozostało, kalan süre, осталось, залишилось, залишилося, 残り時間, 残り, 남은 시간, 剩余时间, 剩余, 剩餘時間, 剩餘, الوقت المتبقي, זמן שנותר, शेष समय, còn lại, thời gian còn lại, เวลาที่เหลือ, เหลือเวลา, sisa waktu, waktu tersisa, återstående tid, tid kvar,
  you have, you ve got, you ll have, you will have, you get, you ve only got, we give you, gives you, leaves you, all you get is, du hast, sie haben, ihr habt, hast du, haben sie, habt ihr, dir bleiben, ihnen bleiben,
  euch bleiben, dir bleibt, ihnen bleibt, bleiben dir, bleiben ihnen, bleibt dir, bleibt ihnen, wir geben ihnen, vous avez, tu as, tu n as, vous n avez, il vous reste, il te reste, vous reste, te reste, ne vous reste,
  vous disposez, tu disposes, vous laisse, te laisse, plus que, vous accordons, vous laissons, tienes, tiene, tenés, tienen, dispones, dispone, disponés, te quedan, te queda, le quedan, le queda, cuentas con, cuenta con, contás con,
  você tem, você só tem, só tem, tens, tem apenas, tem só, dispõe de, dispões de, conta com, restam, restam te, restam lhe, lhe restam, te restam, hai, ha a disposizione, ha solo, ha tempo, hai a disposizione, ti restano, ti resta,
  le restano, le resta, ti rimangono, ti rimane, le rimangono, le rimane, avete, dispone di, disponi di, je hebt, u hebt, u heeft, jullie hebben, heb je, hebt u, heeft u, je krijgt, u krijgt, er resten je, er resten u,
  masz, mają państwo, ma pan, ma pani, macie, zostało ci, zostały ci, zostało państwu, zostały państwu, pozostało ci, pozostały ci, du har, ni har, har du, har ni, de har, i har, har de, dere har, har dere, bạn có, bạn còn, bạn chỉ có, bạn chỉ còn, quý khách có, quý khách còn,
  quý khách chỉ có, anda punya, kamu punya, anda memiliki, kamu memiliki, anda mempunyai, waktu anda, waktumu, waktu kamu, sinulla on, teillä on, aikaa on, máte, máš, zbývá vám, zbývá ti, zbývají vám, zbývají ti, ai, aveți,
  dispuneți de, dispui de, ai la dispoziție, aveți la dispoziție, v-au rămas, mai ai, mai aveți`;

/** Behind a length of time: how long before something it is. Terms as in the word files. */
export const AHEAD_WORDS = `
  before, beforehand, ahead, prior, in advance, earlier, early, vorher, vor, zuvor, im voraus, früher, avant, à l avance, auparavant, antes, de antelación, de anticipación, con antelación, de antecedência,
  com antecedência, prima, di anticipo, in anticipo, van tevoren, voor aanvang, voor vertrek, vooraf, eerder, przed, wcześniej, önce, öncesinde, öncesine, trước, sebelum, sebelumnya, innan, före, i förväg, dessförinnan, før, inden, forinden, i forvejen, på forhånd,
  ennen, aikaisemmin, etukäteen, před, předem, předtím, înainte, în avans, előtt, előbb, korábban,
  до отправления, до вылета, до приема, до визита, до начала, до встречи, до занятия, до сеанса, до закрытия, заранее, до прийому, до візиту, до початку, до вильоту, до відправлення, до зустрічі, заздалегідь, преди, по рано, предварително,
  πριν από, νωρίτερα, قبل, مسبقا, מראש, पहले, ล่วงหน้า, 前, 前に, 前までに, 전에, 전까지`;

/** Words of validity that as often say how long something else can be had: "results are available for 30 days". */
export const KEEPING_WORDS = `
  available for, available until, kept for, open for, disponible pendant, disponible durante, disponible hasta, disponible por, disponibles durante, disponibles por, disponibles hasta, disponível por, disponível durante, disponível até, disponibile per,
  disponibile fino, disponibil timp, disponibil până, áll rendelkezés, tồn tại`;

/** Right beside a length of time they say that something has to happen before it is over. Terms as in the word files. */
export const WITHIN_WORDS = `
  within, within the next, within about, in under, innerhalb, innerhalb von, innert, binnen, innerhalb der nächsten, dans les, dans un délai de, sous, d ici, en moins de, dentro de, en menos de, en un plazo de,
  em até, em menos de, no prazo de, dentro dos próximos, entro, entro i prossimi, in meno di, binnen de, w ciągu, w przeciągu, içinde, içerisinde, inom, inden for, indenfor, inden, innen, trong vòng, dalam waktu, dalam,
  během, do, în termen de, în decurs de, în maximum, belül, kuluessa, sisällä`;
