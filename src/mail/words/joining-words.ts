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
  trong vòng, trong, đến, ภายใน, ใน, เป็นเวลา, ถึง, dalam, dalam waktu, selama, hingga, sampai`;

/** "You can order a new one after 15 minutes": before or behind that time, what says that it is no end. */
export const AFTER_WORDS = `
  after, nach, nach frühestens, frühestens nach, après, au bout de, después de, tras, dopo, após, depois de, na, po, через, после, після,
  efter, etter, după, μετά από, μετά, след, بعد, בעוד, אחרי, לאחר, כעבור, setelah, sesudah, sau, sau khi, หลังจาก, หลัง, selepas,
  sonra, 後, 后, 후, बाद, के बाद, jälkeen, kuluttua, után, elteltével, múlva`;

/** What can be asked for then: the first letters of words, which need not begin where a sentence has no blanks. */
export const NEW_WORDS = `
  new, another, fresh, neue, weitere, nouve, autre, nuev, otro, otra, nuov, altro, un altra, novo, nova, outro, outra, nieuw, ander, now, kolejn, yeni,
  nov, друг, инш, інш, 新, 再, 另, 새, 다시, 재, جديد, آخر, חדש, נוסף, חוזר, नया, नए, दूसर, baru, lain, lagi, mới, khác, ใหม่, อีก,
  ny, nytt, nya, nye, anden, annan, uusi, uude, nouă, nou, alt, νέο, άλλο, új, másik`;
