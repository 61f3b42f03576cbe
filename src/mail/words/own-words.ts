/**
 * What stands before "code" on a label and names no thing that has one, as "team" or "donor" do: whose it is,
 * which, how long, by what way it comes, what it is like. Folded as the terms are.
 */
export const OWN_WORDS = `
  your, my, our, this, that, the, a, an, new, old, next, first, second, third, last, latest, current, following, one, time, single, unique, full, short, long, secret, secure, safe, private, personal, special, temporary, digital, numeric, mobile, online, web, app, sms, email, mail, e mail, text, digit, character, today, todays, actual, valid, correct, emergency, master, key, pass, account, user, customers, device, phone, browser, session, computer, tablet, tv,
  ihr, ihre, ihren, dein, deine, deinen, unser, der, die, das, den, dem, dieser, diesen, neuer, neue, neuen, erster, zweiter, aktueller, folgender, geheimer, persönlicher, einmaliger, sechsstelliger, stelliger,
  votre, ton, notre, le, la, ce, un, nouveau, premier, deuxième, second, su, tu, el, este, nuevo, primer, segundo, seu, sua, teu, o, um, novo, primeiro, segundo, il, suo, tuo, un, nuovo, primo, secondo, questo, codice, código,
  uw, je, jouw, mijn, de, het, deze, dit, een, nieuwe, eerste, tweede, twój, pana, pani, państwa, nowy, pierwszy, drugi, ten, oto, bu, yeni, tek, birinci, ikinci, ilk, son, geçici, gizli, güvenli, özel, haneli, basamaklı, aşağıdaki, gönderilen, kısa, mobil, kişisel, anlık, senin, sizin, hesap, cihaz, telefon,
  ваш, твой, вот, этот, новый, первый, второй, личный, секретный, мой, твій, ось, цей, новий, перший, другий, особистий, секретний, мій, вашият, твоят, нов, нова, първи, втори, το, ο, σας, νέος, ο κωδικός,
  din, ditt, den, det, denne, denna, ny, nye, nya, første, första, andra, andre, en, et, ett, váš, tvůj, nový, první, druhý, tento, codul, noul, primul, a, az, új, első, második, sinun, uusi, ensimmäinen, toinen,
  아래, 다음, 이, 그, 새, 새로운, 위, 해당, 임시, 자리, 숫자, 보낸, 받은, 발송된, 전송된, 발급된, 고객님, 회원님, 나의, 내, 첫, 첫번째, 두번째, 비밀, 개인, 문자, 이메일, 메일, 일회용, 보안용, 확인용, 입력할, 필요한, 사용할, 귀하의, 회원님의, 고객님의, 당신의, 기기, 단말, 계정, 모바일, 앱,
  below, above, shown, given, dessous, suivant, suivante, suivants, affiché, siguiente, siguientes, abajo, mostrado, indicado, abaixo, seguinte, seguintes, sotto, seguente, seguenti, riportato, indicato, unten, onder, hieronder, poniżej, następujący, ниже, далее, следующий, указанный, нижче, наступний, вказаний, berikut, nedan, följande, nedenfor, alla, seuraava, níže, jos, alább, dưới, này,
  mã, kode, kodemu, angka, รหัส`;
