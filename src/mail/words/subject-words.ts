import type { Words } from './words.js';

/** What the subjects of automatic answers say, in all languages. */
export const away: Words = {
  language: 'mul',
  terms: {
    away: `automatic reply, automatic response, automated reply, automated response, auto reply,
      autoreply, auto response, out of office, out of the office, away from the office,
      away from my desk, on annual leave, on parental leave, on maternity leave, currently
      unavailable until, vacation reply, vacation response, automatische
      antwort, autoantwort, abwesenheitsnotiz, abwesenheitsmeldung, abwesenheitsassistent,
      nicht im büro, nicht im hause, nicht am arbeitsplatz, abwesend, abwesenheit vom,
      abwesenheit bis, abwesenheit, réponse automatique, message d absence, absence du bureau,
      absent du bureau, absente du bureau, hors du bureau, absent jusqu, absente jusqu, en
      congé jusqu, en congés jusqu, absence jusqu, absence du, respuesta automática,
      contestación automática, fuera de la oficina, fuera de oficina, ausente hasta, ausencia
      hasta, estoy de vacaciones hasta, de vacaciones hasta, estoy ausente, mensaje de
      ausencia, resposta automática, fora do escritório, ausente do escritório, ausente até,
      ausência até, de férias até, mensagem de ausência, estou de férias, estou ausente,
      risposta automatica, fuori sede, fuori ufficio, assente fino, assente dal, in ferie
      fino, sono in ferie, assenza fino, automatisch antwoord, automatische reactie,
      afwezigheidsbericht, afwezig tot, afwezig van, afwezig t m, niet op kantoor, niet
      aanwezig tot, met vakantie tot, op vakantie tot, afwezigheid, odpowiedź automatyczna,
      automatyczna odpowiedź, autoodpowiedź, poza biurem, nieobecność do, nieobecność w pracy,
      nieobecny do, nieobecna do, jestem na urlopie, na urlopie do, urlop do, nieobecność,
      otomatik yanıt, otomatik cevap, ofis dışındayım, ofis dışında, ofiste değilim,
      izindeyim, kadar izinliyim, yıllık izindeyim, izinde olduğum, автоответ, автоматический
      ответ, автоматическое сообщение об отсутствии, нет на месте, отсутствую, отсутствие на
      работе, в отпуске до, в отпуске с, нахожусь в отпуске, вне офиса, меня нет в офисе,
      автовідповідь, автоматична відповідь, відсутній до, відсутня до, відсутність, у
      відпустці до, у відпустці з, поза офісом, перебуваю у відпустці, немає в офісі,
      autosvar, automatiskt svar, automatisk svar, frånvaro, frånvarande, frånvaromeddelande,
      på semester till, har semester till, inte på kontoret, fravær, ikke på kontoret, ferie
      til, poissaolo, automaattinen vastaus, 自動返信, 自動応答, 自動回答, 不在通知, 不在のお知らせ, 不在にしております, 不在です,
      休暇をいただいて, 休暇中, 夏季休業中の自動, 자동 회신, 자동회신, 자동 응답, 자동응답, 자동 답장, 부재중, 부재 중, 휴가입니다, 휴가 중, 휴가중,
      自动回复, 自动答复, 自動回覆, 自動答覆, 自動回复, 休假中, 外出中, 不在办公室, 不在辦公室, 正在休假, 請假中, 请假中, 出差中, رد تلقائي, رد
      آلي, الرد التلقائي, خارج المكتب, في إجازة حتى, إجازة حتى, غائب حتى, תגובה אוטומטית, מענה
      אוטומטי, תשובה אוטומטית, לא במשרד, מחוץ למשרד, בחופשה עד, בחופש עד, היעדרות, הודעת
      היעדרות, स्वचालित उत्तर, स्वतः उत्तर, ऑटो रिप्लाई, कार्यालय से बाहर, ऑफिस से बाहर,
      छुट्टी पर हूँ, छुट्टी पर हूं, अवकाश पर, trả lời tự động, phản hồi tự động, vắng mặt,
      nghỉ phép đến, đang nghỉ phép, không có mặt tại văn phòng, ตอบกลับอัตโนมัติ,
      ตอบรับอัตโนมัติ, ไม่อยู่ที่สำนักงาน, ไม่อยู่สำนักงาน, ลาพักร้อน, ลาพักผ่อน, balasan
      otomatis, jawaban otomatis, di luar kantor, sedang cuti, cuti sampai, cuti hingga, tidak
      di kantor, jawapan automatik`,
  },
};

/**
 * Parts of what the subjects of bounces say, in all languages; case and accents do not matter. They count
 * from the address of a mail system only.
 */
export const BOUNCE_WORDS = `
  undeliver, delivery status, delivery fail, delivery has failed, delivery incomplete,
  delivery delayed, delivery problem, returned mail, mail delivery, failure notice, could not
  be delivered, couldn t be delivered, not delivered, wasn t delivered, message blocked,
  returned to sender, rejected, unzustellbar, nicht zugestellt, unzustellbarkeit, zustellung
  fehlgeschlagen, non remis, échec de, non distribué, non délivré, no se pudo entregar, no se
  ha podido entregar, no entregado, error en la entrega, devuelto, não entregue, não foi
  possível entregar, falha na entrega, devolvida, mancata consegna, impossibile recapitare,
  mancato recapito, non recapitabile, niet bezorgd, niet afgeleverd, niet worden afgeleverd,
  onbestelbaar, nie dostarczono, nie można dostarczyć, niedostarczon, teslim edilemedi,
  iletilemedi, gönderilemedi, недоставлен, не доставлено, не удалось доставить, возвращено, не
  вдалося доставити, повернуто, kunde inte levereras, inte levererats, olevererbart, 配信できません,
  配信エラー, 配送不能, 送信できません, 届きません, 반송, 전송 실패, 전송할 수 없, 배달 실패, 無法投遞, 无法投递, 未送达, 投递失败, 無法傳遞, 寄送失敗,
  未能送達, 退信, 无法送达, 無法送達, 無法傳送, تعذر تسليم, تعذر توصيل, لم يتم تسليم, לא נמסרה, לא נמסר, נכשלה
  המסירה, नहीं पहुँचा, नहीं पहुंचा, डिलीवर नहीं, không gửi được, không thể gửi, gửi thất bại,
  ไม่สามารถส่ง, ส่งไม่สำเร็จ, tidak terkirim, gagal terkirim, pengiriman gagal`;
