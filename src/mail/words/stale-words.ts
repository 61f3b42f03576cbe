/**
 * What is said of a code that nobody can use any more, right behind it, and what shows that one is only
 * an example, right before it. Terms as in the word files.
 */
export const STALE_WORDS = `
  was blocked, was rejected, was refused, was declined, has been blocked, has been rejected, was not correct, failed, wurde blockiert, wurde abgelehnt, wurde abgewiesen, wurde nicht akzeptiert, a été bloqué, a été refusé, a été rejeté, fue bloquead, fue rechazad, ha sido rechazad,
  foi bloquead, foi recusad, foi rejeitad, è stato bloccato, è stato rifiutato, è stato respinto, werd geblokkeerd, is geblokkeerd, werd geweigerd, is geweigerd, werd afgewezen, został odrzucony, został zablokowany, zostało odrzucone,
  engellendi, reddedildi, kabul edilmedi, был отклонен, было отклонено, отклонен, был заблокирован, заблокирован, було відхилено, був відхилений, відхилено, заблоковано, blockerades, avvisades, nekades, ditolak, diblokir, bị từ chối, bị chặn, đã bị,
  は拒否, が拒否, が無効でした, 被拒绝, 被拒絕, 被拦截, 被攔截, 거부, 차단, تم رفضه, تم حظره, נדחה, נחסם, अस्वीकार, ब्लॉक, ถูกปฏิเสธ, ถูกบล็อก,
  has expired, had expired, expired, has already, was already, was used, has been used, is wrong, was wrong, is invalid, is incorrect,
  is no longer, no longer works, does not work, doesn't work, did not work, didn't work, is not working, isn't working, was not accepted, you mention, you mentioned, i got, i received, i entered, i typed,
  has unfortunately expired, ist leider, est malheureusement, helaas verlopen, is helaas, har tyvärr, er desværre, er dessverre, è purtroppo, lamentablemente, infelizmente, niestety,
  ist abgelaufen, ist falsch, ist ungültig, funktioniert nicht, geht nicht, wurde bereits, wurde verwendet, ist nicht mehr, wird nicht akzeptiert, gilt nicht mehr,
  a expiré, est expiré, est faux, est invalide, est incorrect, ne marche pas, ne fonctionne pas, n'est plus, n'est pas valide, a déjà été, a été utilisé,
  ha caducado, ha expirado, ha vencido, no funciona, no sirve, ya no, no es válido, es incorrecto, ya fue, fue usado, está vencido,
  è scaduto, è errato, è sbagliato, non funziona, non è valido, non è più, è già stato, è stato usato,
  expirou, não funciona, não é válido, não é mais, está errado, já foi, foi usado, é inválido, já não,
  is verlopen, is fout, is ongeldig, werkt niet, is al gebruikt, is niet meer,
  wygasł, nie działa, jest błędny, jest nieważny, stracił ważność, został wykorzystany, został użyty, nie jest już,
  süresi doldu, çalışmıyor, geçersiz oldu, hatalı, kullanıldı, artık geçerli değil, yanlış,
  истёк, не работает, не подходит, не принимает, неверный, недействителен, устарел, больше не, уже использован, был использован,
  о котором вы, о котором ты, который не, про який ви, про який ти, який не, за който пишете, който не, που δεν, που αναφέρ, الذي لم, الذي ذكرت, الذي لا, שכתבת, שציינת, שלא התקבל, שלא עבד, שלא הגיע,
  जो काम नहीं, जो आपने बताया, ที่ท่านแจ้ง, ที่คุณแจ้ง, ที่แจ้งว่า, ที่ไม่ได้, 이 오지, 가 오지, が届か, の件, 的问题, 的問題, 没收到, 沒收到, 未收到,
  не сработал, не срабатывает, не принимается, не принят, просрочен, просроченный, истекший, уже недействителен, уже не действует, считается неверным,
  не спрацював, не спрацьовує, не приймається, не прийнято, не діє, нечинний, застарів, протермінований, вже недійсний, вже нечинний,
  не работеше, не сработи, не се приема, не е валиден, вече не важи, е изтекъл, е невалиден, δεν λειτούργησε, δεν ισχύει, δεν έγινε δεκτός, έχει λήξει, δεν είναι έγκυρος,
  לא עבד, לא התקבל, אינו תקין, אינו בתוקף, כבר לא בתוקף, אינו פעיל, لم يعمل, لم يقبل, لا يقبل, منتهي الصلاحية, انتهت مدته, غير مقبول, قد انتهت صلاحيته,
  काम नहीं किया, स्वीकार नहीं, मान्य नहीं, अमान्य, समाप्त हो चुका, की अवधि समाप्त, ไม่ทำงาน, หมดอายุไปแล้ว, ใช้งานไม่ได้, ไม่ผ่าน, ขึ้นว่า,
  が使え, がエラー, でエラー, が期限切れ, が正しく, を入力しても, が認識, が受け付け, と表示され, が拒否,
  가 작동, 이 작동, 가 유효하지, 이 유효하지, 는 유효하지, 은 유효하지, 가 맞지, 이 맞지, 가 오류, 이 오류, 를 입력해도, 을 입력해도, 가 안 되, 이 안 되, 가 틀렸, 이 틀렸, 로 입력했는데,
  提示错误, 提示錯誤, 提示已, 提示无效, 提示無效, 提示过期, 提示過期, 提示不, 显示错误, 顯示錯誤, 显示无效, 顯示無效, 显示已, 顯示已, 过期了, 過期了, 输入后, 輸入後, 无法使用, 無法使用, 不正确, 不正確,
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
  previous:, previously:, previously, last time:, last time it was, last reading:, last read:, zuletzt, zuletzt:, vorher:, voriger:, letzter stand:, précédent :, précédent:, précédente :, précédente:, dernière fois :, anterior:, anterior era, la última vez:, última:, precedente:, l'ultima volta:, vorige:, vorige keer:, laatst:, poprzednio:, poprzedni:, ostatnio:,
  önceki:, geçen:, son okuma:, предыдущее:, предыдущий:, прошлый раз:, попереднє:, попередній:, минулого разу:, förra:, senast:, föregående:, sebelumnya:, trước:, lần trước:, kỳ trước:, 前回：, 前回:, 前回は, 이전:, 지난번:, 지난달:, 上次：, 上次:, 上期：, 上期:, السابقة:, السابق:, קודמת:, קודם:, पिछली:, पिछला:, ครั้งก่อน:, ครั้งก่อน,
  e.g., e. g., for example, for instance, such as, like, like this, z. B., z.B., zum Beispiel, beispielsweise, etwa, wie, par exemple, p. ex., comme, tel que,
  por ejemplo, p. ej., como, tipo, per esempio, ad esempio, es., come, por exemplo, p. ex., bijvoorbeeld, bijv., zoals, na przykład, np., jak, örneğin, mesela, gibi,
  например, вроде, типа, как, наприклад, типу, як, たとえば, 例えば, 例:, 例：, 예:, 예를 들어, 예컨대, 例如, 比如, 譬如, مثل, مثلا, على سبيل المثال, למשל, לדוגמה, כמו, उदाहरण के लिए, जैसे, जैसे कि,
  ví dụ, chẳng hạn, như, เช่น, ตัวอย่างเช่น, misalnya, contohnya, seperti, till exempel, t.ex., t ex, såsom, for eksempel, f.eks., fx, esimerkiksi, esim., kuten, například, např., jako,
  de exemplu, precum, για παράδειγμα, π.χ., όπως, például, pl., mint, contohnya`;

/** What programmers try things in, by a part of the word: "in the sandbox 000000 always works". */
export const TRIAL_WORDS = `
  sandbox, test code, test account, test mode, test environment, testing, dummy, placeholder, testcode, testumgebung, testmodus, testkonto, compte de test, environnement de test,
  de prueba, entorno de pruebas, de teste, ambiente de testes, di prova, di test, ambiente di test, testomgeving, testaccount, testowy, testowe, testowym, testowego, środowisko testowe,
  test ortamı, test hesabı, test kodu, тестов, песочниц, пісочниц, заглушк, тестове, サンドボックス, テスト, 테스트, 샌드박스, 测试, 測試, 沙箱, 沙盒, 模拟, 模擬,
  تجريبي, الاختبار, للاختبار, اختباري, ארגז חול, בדיקות, לבדיקה, לניסיון, परीक्षण, टेस्ट, सैंडबॉक्स, thử nghiệm, kiểm thử, giả lập, ทดสอบ, แซนด์บ็อกซ์,
  uji coba, pengujian, percobaan, ujian, testmiljö, testläge, testkonto, testmiljø, testiympäristö, testitili, testovací, zkušební, tesztkörnyezet, tesztfiók, mediul de test, cont de test, δοκιμ`;
