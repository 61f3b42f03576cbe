/**
 * What is said of a code that nobody can use any more, right behind it, and what shows that one is only
 * an example, right before it. Terms as in the word files.
 */
export const STALE_WORDS = `
  has expired, had expired, expired, has already, was already, was used, has been used, is wrong, was wrong, is invalid, is incorrect,
  is no longer, no longer works, does not work, doesn't work, did not work, didn't work, is not working, isn't working, was not accepted, you mention, you mentioned, i got, i received, i entered, i typed,
  ist abgelaufen, ist falsch, ist ungültig, funktioniert nicht, geht nicht, wurde bereits, wurde verwendet, ist nicht mehr, wird nicht akzeptiert, gilt nicht mehr,
  a expiré, est expiré, est faux, est invalide, est incorrect, ne marche pas, ne fonctionne pas, n'est plus, n'est pas valide, a déjà été, a été utilisé,
  ha caducado, ha expirado, ha vencido, no funciona, no sirve, ya no, no es válido, es incorrecto, ya fue, fue usado, está vencido,
  è scaduto, è errato, è sbagliato, non funziona, non è valido, non è più, è già stato, è stato usato,
  expirou, não funciona, não é válido, não é mais, está errado, já foi, foi usado, é inválido, já não,
  is verlopen, is fout, is ongeldig, werkt niet, is al gebruikt, is niet meer,
  wygasł, nie działa, jest błędny, jest nieważny, stracił ważność, został wykorzystany, został użyty, nie jest już,
  süresi doldu, çalışmıyor, geçersiz oldu, hatalı, kullanıldı, artık geçerli değil, yanlış,
  истёк, не работает, не подходит, не принимает, неверный, недействителен, устарел, больше не, уже использован, был использован,
  не працює, не підходить, недійсний, більше не, вже використано, був використаний, прострочений,
  は無効, が無効, は使えません, は使えない, が通らない, は期限切れ, は間違, は使用済み,
  가 만료, 이 만료, 은 만료, 는 만료, 가 안 됩니다, 이 안 됩니다, 는 틀, 가 틀,
  已过期, 已過期, 已失效, 已经失效, 已經失效, 无效, 無效, 不能用, 错误, 錯誤, 已使用, 不对, 不對, 已被使用,
  انتهت صلاحيته, لا يعمل, غير صحيح, غير صالح, تم استخدامه, לא עובד, פג תוקפו, שגוי, לא תקין, כבר נוצל, לא נכון,
  काम नहीं कर, गलत है, अमान्य है, की वैधता समाप्त, đã hết hạn, không đúng, không hợp lệ, không dùng được, bị sai, đã được dùng, หมดอายุแล้ว, ใช้ไม่ได้, ไม่ถูกต้อง, ถูกใช้แล้ว,
  sudah kedaluwarsa, tidak berfungsi, tidak valid, tidak bisa, salah, sudah digunakan, har gått ut, fungerar inte, är fel, är ogiltig, har redan använts,
  er udløbet, virker ikke, er forkert, er allerede brugt, er utløpt, fungerer ikke, er feil, er allerede brukt, on vanhentunut, ei toimi, on väärä, on jo käytetty,
  vypršel, nefunguje, je neplatný, byl použit, a expirat, nu funcționează, este greșit, a fost folosit, έληξε, δεν λειτουργεί, είναι λάθος, lejárt, nem működik, hibás, изтече, не работи, е грешен,
  sudah tamat tempoh, telah tamat tempoh, tidak sah`;

/** "A code like 123456" */
export const EXAMPLE_WORDS = `
  e.g., e. g., for example, for instance, such as, like, like this, z. B., z.B., zum Beispiel, beispielsweise, etwa, wie, par exemple, p. ex., comme, tel que,
  por ejemplo, p. ej., como, tipo, per esempio, ad esempio, es., come, por exemplo, p. ex., bijvoorbeeld, bijv., zoals, na przykład, np., jak, örneğin, mesela, gibi,
  например, вроде, типа, как, наприклад, типу, як, たとえば, 例えば, 例:, 例：, 예:, 예를 들어, 예컨대, 例如, 比如, 譬如, مثل, مثلا, على سبيل المثال, למשל, לדוגמה, כמו, उदाहरण के लिए, जैसे, जैसे कि,
  ví dụ, chẳng hạn, như, เช่น, ตัวอย่างเช่น, misalnya, contohnya, seperti, till exempel, t.ex., t ex, såsom, for eksempel, f.eks., fx, esimerkiksi, esim., kuten, například, např., jako,
  de exemplu, precum, για παράδειγμα, π.χ., όπως, például, pl., mint, contohnya`;
