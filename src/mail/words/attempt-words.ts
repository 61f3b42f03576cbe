/**
 * What mail says behind a code of what happens otherwise: that somebody may type it wrong a few times.
 * Beginnings of words where the script separates words; case and accents do not matter.
 */
export const MISS_WORDS = `
  attempts, tries, wrong, misses, mistakes, guesses, slip up, slips, typos, fehlversuch, falsch, versuche, fehler, vertipp, fehleingab, essais, tentatives, erreurs, trompez, te trompes, fallos, errores, intentos, equivoc, te fallas, erros, tentativas, errar, errad, enganos, errori, tentativi, sbagli, fout, pogingen, keer mis, vergissing,
  błęd, pomył, próby, prób, yanlış, hatalı, hatada, deneme, ошиб, попыт, неверн, неправильн, помил, спроб, невірн, 間違え, 間違う, まちがえ, 誤入力, 失敗, 틀리, 틀렸, 잘못 입력, 오류, 실패, 错三, 错五, 错误, 错了, 输错, 填错, 錯三, 錯五, 錯誤, 輸錯, 填錯, 次机会, 次機會, 尝试, 嘗試,
  محاولات, أخطاء, خاطئة, ניסיונות, נסיונות, טעויות, שגוי, תטעו, गलत, ग़लत, गलतियों, ग़लतियों, कोशिश, sai ba, sai ba lần, sai năm, nhập sai, gõ sai, lần sai, lần thử, ผิด, ครั้งที่ผิด, kali salah, salah tiga, salah lima, percobaan, kesalahan, keliru, tre fel, fem fel, fel och, försök,
  feil, forsøk, forsøg, fejl, virhe, yritys, yrityks, pokus, chyb, greșel, încercăr, próbálkoz, elront, λάθος, προσπάθει, грешк, опит`;

/** What is locked then. */
export const LOCK_WORDS = `
  lock, block, shut, closes, close for, paus, freez, suspend, start over, sperr, gesperrt, blockier, schluss, ist zu, bloqu, verrouill, se ferm, on ferme, pas un de plus, bloque, se cierra, cerramos, trava, fecha, blocc, si chiude, chiudiamo, op slot, blokke, geblokk, gaat dicht, ligt stil,
  blok, zablok, zamyk, przerw, wstrzym, kilit, bloke, kapan, durdur, блокир, заблок, закры, перерыв, закри, перерв, блоку, ロック, 止まり, 停止, お休み, 잠기, 잠겨, 잠금, 막혀, 막힙, 멈춥, 차단, 쉬어, 锁, 鎖定, 鎖住, 鎖, 暂停, 暫停, 冻结, 凍結, 停一, 停24,
  يقفل, تقفل, نقفل, قفل, يتوقف, توقف, التوقف, حظر, إيقاف, ננעל, נעילה, נחסם, חסימה, הפסקה, עוצר, लॉक, ब्लॉक, विराम, बंद हो, khóa, khoá, chặn, dừng, nghỉ, ล็อก, ระงับ, หยุด, พัก, terkunci, dikunci, diblokir, istirahat, låser, låses, låst, spärr, stoppas, stoppar,
  sperre, spærr, lukit, zamkne, uzamk, blochea, letilt, zárol, κλειδών, μπλοκ, заключ`;

/** How to get another one. */
export const AGAIN_WORDS = `
  ask for another, ask for a new, ask for a fresh, request another, request a new, get another, get a new one, send another, send a new, send you another, resend, send it again, neuen anforder, neues anforder, neue anforder, neu anforder, erneut anforder, noch einmal anforder, den nächsten, erneut schicken, erneut senden, noch einmal senden, redemandez, redemande, demandez en un, demande en un, renvoyer, renvoi, nouvel envoi,
  pide otro, pida otro, pide uno, solicita otro, solicite otro, reenvi, mandamos otr, enviamos otr, peça outro, pede outro, solicite outro, peça um novo, enviamos de novo, chiedine, chiedi un altro, chieda un altro, rimandiamo, nuovo invio, nieuwe aan, een nieuwe, opnieuw, nog een, o następn, o kolejn, o nowy, wyślemy nowy, ponownie, yenisini, yeniden gönder, tekrar gönder, tekrar isteyin,
  запросите нов, запроси нов, попросите нов, отправим снова, отправим ещё, запитайте нов, попросіть нов, надішлемо ще, надішлемо знову, 再送, もう一度送, 再発行, 送り直, 다시 보내, 다시 받, 다시 요청, 재전송, 새로 받, 重新获取, 重新獲取, 重新发送, 重新發送, 再发, 再發, 再寄, 重发, 重發, 重新申请, 重新索取,
  اطلب غيره, اطلبي غيره, اطلب رقما, إعادة الإرسال, نرسل غيره, נשלח שוב, בקשו חדש, בקשו אחר, בקש חדש, नया माँग, नया मांग, दोबारा भेज, फिर भेज, yêu cầu lại, gửi lại, yêu cầu mới, ขอใหม่, ส่งใหม่, ส่งอีกครั้ง, ขออีกครั้ง, minta yang baru, minta baru, kirim lagi, kirim ulang, be om en ny, be om ett nytt, skicka en ny, skickar igen, skickar en ny,
  send en ny, be om ny, pyydä uusi, požádejte o nov, cereți altul, cere altul, kérjen újat, ζητήστε νέο, поискайте нов`;
