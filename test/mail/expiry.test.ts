import { describe, expect, it } from '@jest/globals';
import { cleanText } from '../../src/mail/text/clean-text.js';
import { findLifetime } from '../../src/mail/times/expiry.js';
import { createPage } from '../../src/mail/text/page.js';
import { expectMost } from './misread.js';

const SENT = Date.UTC(2026, 10, 20, 10);
const lifetimeOf = (text: string, sentAt = SENT) =>
  findLifetime([createPage({ source: 'text', text: cleanText(text) })], '482913', sentAt);

/** How many minutes the code lasts; null where no time is told of it. */
const LENGTHS: readonly (readonly [text: string, minutes: number | null])[] = [
  ['The code is valid for 10 minutes.', 10],
  ['This code expires in 1 hour.', 60],
  ['It expires in an hour and 30 minutes', 90],
  ['valid for half an hour', 30],
  ['valid for fifteen minutes', 15],
  ['Enter it within 24 hours.', 1440],
  ['It expires in 2 days.', 2880],
  ['Valid for 90 seconds', 1.5],
  ['Der Code ist 10 Minuten gültig.', 10],
  ['Der Code läuft in einer halben Stunde ab.', 30],
  ['Ce code expire dans dix minutes.', 10],
  ['Este código caduca en un cuarto de hora.', 15],
  ['O código é válido por vinte e quatro horas.', 1440],
  ['Il codice scade tra mezz’ora.', 30],
  ['De code is een half uur geldig.', 30],
  ['Koden är giltig i tio minuter.', 10],
  ['Kod wygasa za 5 minut.', 5],
  ['Kod 3 dakika geçerlidir.', 3],
  ['Код действителен полчаса.', 30],
  ['Код дійсний 15 хвилин.', 15],
  ['有効期限は30分です。', 30],
  ['10분간 유효합니다.', 10],
  ['이 코드는 1시간 후에 만료됩니다.', 60],
  ['이 코드는 2시간 동안 유효합니다.', 120],
  ['KOD ALTI DAKİKA GEÇERLİDİR.', 6],
  ['验证码十五分钟内有效。', 15],
  ['驗證碼於 5 分鐘後失效', 5],
  ['الرمز صالح لمدة ١٠ دقائق', 10],
  ['تنتهي صلاحية الرمز خلال ساعتين', 120],
  ['הקוד תקף לחצי שעה', 30],
  ['הקוד יפוג בתוך עשר דקות', 10],
  ['यह कोड 10 मिनट में समाप्त हो जाएगा', 10],
  ['Mã có hiệu lực trong 5 phút', 5],
  ['รหัสจะหมดอายุภายใน 15 นาที', 15],
  ['Kode berlaku selama sepuluh menit', 10],
  ['482913. You have half an hour.', 30],
  ["482913. Attention, tu n'as qu'une demi-heure. Le compte est bloqué 24 heures.", 30],
  ['482913. Lukt het niet binnen 10 minuten? Vraag dan een nieuwe aan.', 10],
  ['482913. Haltbarkeit: ½ Stunde. Sitzungsdauer: 8 Stunden.', 30],
  ['Enter 482913 within five minutes, or you will have to request a new one.', 5],
  ["482913. After three minutes you'll have to ask for another.", 3],
  ['482913. After 20 minutes you need to request a new one.', 20],
  ['482913. Passé 3 minutes, il faudra en demander un autre.', 3],
  ['482913. Pasados 3 minutos tendrás que pedir otro.', 3],
  ['482913. Setelah 10 menit Anda harus meminta kode baru.', 10],
  ['482913. Hai cinque minuti di tempo.', 5],
  ['482913. Ambos funcionan durante 15 minutos.', 15],
  ['Введите код 482913 за 10 минут, иначе перевод будет отменён.', 10],
  ['482913. Caduca ao fim de um quarto de hora; à quarta a conta fica bloqueada 60 minutos.', 15],
  ['482913. Tienes tres cuartos de hora.', 45],
  ['482913. Je hebt drie kwartier.', 45],
  ['Gültigkeit: 1,5 Stunden', 90],
  ['الرمز ساري المفعول لمدة 24 ساعة فقط', 1440],
  ['ใช้ได้สี่สิบห้านาที', 45],
  ['请将 482913 填入登录窗口,600秒内完成验证。', 10],
  ['验证码482913,10分钟后失效。', 10],
  ['- 발송 시각으로부터 30분 안에 입력하세요. 482913', 30],
  ['קוד הכניסה: 482913\nזמן תוקף: 5 דקות\nמועד אחרון לתשלום: 31/12/2026 23:59', 5],
  ['修改密码的验证码：482913，2天内有效，新设备24小时内不能提现。', 2880],
  ['482913. Mit diesem Code können Sie Ihr Passwort innerhalb von 3 Tagen ändern.', 4320],
  ['482913 ใช้ได้ภายใน 10 นาที กรุณายื่นเอกสารภายใน 14 วัน', 10],
  ['482913\nExpires in:\t00:10:00\nRequested\t10:04', 10],
  ['482913. Confirmez votre adresse sous 48 heures.', 2880],
  ['認証コード：482913\n有効期限は2日です。', 2880],
  ['الرمز 482913. سيتوقف عن العمل بعد ربع ساعة.', 15],

  ['482913. The link is valid for 24 hours, the code for 10 minutes.', 10],
  ['482913. Code and link expire in 1 hour.', 60],
  ['482913. コードとリンクは1時間で期限切れになります。', 60],
  ['482913. Koden och länken gäller i 1 timme.', 60],
  ['Your ten-minute code: 482913. Asked for at 09:58.', 10],
  ['Codice: 482913. Vita breve: quattro minuti. Un altro fra 30 secondi.', 4],
  ['482913. Acht Minuten, länger nicht. Ohne Anzahlung ist der Platz in 20 Minuten frei.', 8],
  ['The link expires in 24 hours. The verification code expires in 10 minutes.', 10],

  ['You can request a new code in 60 seconds.', null],
  ['Your account is locked for 30 minutes.', null],
  ['We trust this device for 30 days.', null],
  ['Try again in 5 minutes.', null],
  ['Sie können den Code nach 2 Minuten erneut anfordern.', null],
  ['The meeting takes 30 minutes.', null],
  ['Rezervace propadá po 5 dnech.', null],
  ['Rețeta este valabilă 30 de zile.', null],
  ['Toimita liitteet 14 päivän kuluessa.', null],
  ['Повторный код можно запросить через 60 секунд.', null],
  ['482913. Podrás pedir otro pasados 2 minutos.', null],
  ['Enter 482913, as asked for at 09:58.', null],
  ['482913. יש לך 2 ספרים באיחור, קנס 14.50 ש"ח', null],
  ['482913. Einen neuen Code können Sie in 60 Sekunden anfordern.', null],
  ['482913. Our office is open until 17:00.', null],
  ['482913. Tổng đài phục vụ từ 8 giờ đến 17 giờ 30 phút.', null],
  ['482913. Layanan buka pukul 08.00 sampai 17.00 WIB.', null],
  ['482913. Bitte sagen Sie Termine spätestens 24 Stunden vorher ab.', null],
  ['482913. Sonuçlar portalda 30 gün süreyle görüntülenebilir.', null],
  ['Код: 482913\nТариф «Семья» действует до 30.11.2026 23:59.', null],
  ['Дата: пт, 20 лист. 2026 р. о 12:24\nТема: Код входу до Кабінету\n\nКод входу: 482913', null],
  ['验证码:482913\n您预约的就诊时间为11月22日14:30。如需取消请于11月21日18:00前致电。', null],
  ['Your code: 482913\nYour table is booked for 21/11/2026, 19:30. Cancel before 12:00.', null],
  [
    'Type 482913 to approve it. Transfers that are not approved within 24 hours are cancelled automatically.',
    null,
  ],
  ['Ihre TAN: 482913. Ohne Freigabe wird der Auftrag nach 24 Stunden gelöscht.', null],
  ['確認番号は 482913 です。24時間以内に確認されない場合、振込は取り消されます。', null],
  ['กรอก 482913 เพื่อยืนยัน หากไม่ยืนยันภายใน 24 ชั่วโมง รายการจะถูกยกเลิก', null],
  ['Code: 482913. We are holding seats 14C and 14D for you for 30 minutes.', null],
  ['Code : 482913. Vos places sont bloquées pendant 15 minutes dans votre panier.', null],
  ['482913. Once signed in you will stay signed in for 24 hours.', null],
  ['Код: 482913. Первые 24 часа действует лимит переводов 5 000 ₽.', null],
  ['PIN: 482913. Tu conductor llega en 6 minutos y espera 3 minutos como máximo.', null],
  ['Code de vote : 482913. Le scrutin est ouvert jusqu’au 27 novembre 2026 à 18h00.', null],
  ['验证码：482913\n投票截止时间为11月27日18:00。', null],
  ['קוד: 482913\nההצעה בתוקף עד יום שישי 27.11.2026 בשעה 17:00.', null],
  ['Nhập 482913 để xác nhận. Giao dịch không được xác nhận trong 24 giờ sẽ bị hủy.', null],
  ['Ihr Kennwort läuft in 3 Tagen ab. Zum Nachweis geben Sie 482913 ein.', null],
  ['Code 482913. El nuevo límite entra en vigor en 4 horas.', null],
  ['Code: 482913. Auf diesem Rechner wird 30 Tage lang kein Code verlangt.', null],
  ['Код: 482913. На этом компьютере код не понадобится 30 дней.', null],
  ['קוד: 482913. במחשב הזה לא תתבקשו להזין קוד במשך 30 יום.', null],
  ['Code: 482913. Trading is not available for 15 days on a new device.', null],
  ['Código: 482913. A sessão dura 8 horas.', null],
  ['Mã: 482913. Mã trong ứng dụng đổi 30 giây một lần.', null],
  ['验证码：482913。如非本人操作，请在24小时内致电我们。', null],
  ['Code: 482913. Withdrawals are paused for 24 hours after a change.', null],
  ['Código: 482913. Tienes 60 días para activar la tarjeta.', null],
  ['รหัส 482913 หมายเลขใหม่ใช้งานได้หลัง 24 ชั่วโมง', null],
  ['Код: 482913. У вас есть 14 дней, чтобы сдать документы.', null],
  ['Din kod är 482913. Ditt nya nummer fungerar inom 24 timmar.', null],
  ['Your code is 482913. Setting up your account only takes 5 minutes.', null],
  ['Bevestig met 482913. Je parkeersessie loopt over 2 uur af.', null],
  ['Kode 482913. Jika tidak diterima dalam 5 menit, periksa folder spam.', null],
  ['Kode: 482913\n\nTiga kali salah, login istirahat 30 menit.', null],
  ['Código: 482913\n\nErrou três vezes? O acesso descansa por 30 minutos.', null],
  ['Code 482913. Après cela, vous avez 14 jours pour changer d’avis.', null],
  ['Nothing here.', null],
  ['482913. If it has not arrived after 5 minutes, you will need to request a new one.', null],
  ['482913. After 60 seconds you can ask for a new one.', null],
  ["482913. S'il n'arrive pas sous 5 minutes, il faudra en demander un autre.", null],
];

describe('findLifetime', () => {
  it('reads nearly all lengths of time as they are told, and none of other things', () => {
    expectMost(LENGTHS, ([text, minutes]) => {
      const read = lifetimeOf(text);
      const told = minutes === null ? null : { kind: 'relative', ms: minutes * 60_000 };
      return JSON.stringify(read) === JSON.stringify(told);
    });
  });

  it.each([
    ['valid until 14:05 UTC', '2026-11-20T14:05:00.000Z'],
    ['valid until 14:05', '2026-11-20T14:05:00.000Z'],
    ['valid until 09:30', '2026-11-21T09:30:00.000Z'],
    ['valid until 14:05 (+3)', '2026-11-20T11:05:00.000Z'],
    ['valid until 14:05 - 10 minutes before we close', '2026-11-20T14:05:00.000Z'],
    ['valid until 14:05. Questions? 14:05 +1 415 555 0127', '2026-11-20T14:05:00.000Z'],
    ['expires at 2:05 PM EST', '2026-11-20T19:05:00.000Z'],
    ['expires at 2:05 p.m. EST', '2026-11-20T19:05:00.000Z'],
    [
      'berlaku hingga 20 November 2026 18.10 WIB\nPT Northwind, Jakarta',
      '2026-11-20T11:10:00.000Z',
    ],
    ['a kód érvényes 2026.11.20. 14:40-ig', '2026-11-20T14:40:00.000Z'],
    ['a kód érvényes november 20. 14:40-ig (közép-európai téli idő)', '2026-11-20T13:40:00.000Z'],
    ['koda velja do 21.00 po srednjeevropskem času', '2026-11-20T20:00:00.000Z'],
    ['有効期限 2026年11月20日 20時09分\n時刻は日本時間（JST）です。', '2026-11-20T11:09:00.000Z'],
    ['valid until 14:05\nSign-in at 10:59 (CET), 11:02 (EET)', '2026-11-20T14:05:00.000Z'],
    ['expires on 2026-11-21 08:00 UTC', '2026-11-21T08:00:00.000Z'],
    ['gültig bis 21.11.2026 um 08:00 (UTC+1)', '2026-11-21T07:00:00.000Z'],
    ['valid until 21 November 2026, 08:00 GMT', '2026-11-21T08:00:00.000Z'],
    ['действителен до 21 ноября 2026, 08:00 МСК', '2026-11-21T05:00:00.000Z'],
    ['有効期限：2026年11月21日 08:00', '2026-11-21T08:00:00.000Z'],
    ['möglich bis morgen, 21. November, 12 Uhr MEZ', '2026-11-21T11:00:00.000Z'],
    ['vervalt op 21 november 2026 om 9.00 uur CET', '2026-11-21T08:00:00.000Z'],
    ['482913. Gebruik hem voor 14.30 uur (Nederlandse tijd).', '2026-11-20T13:30:00.000Z'],
    ['482913. Użyj go przed 14:30 (czasu polskiego).', '2026-11-20T13:30:00.000Z'],
    ['请在今晚8点30分（北京时间）前输入', '2026-11-20T12:30:00.000Z'],
    ['It works until midnight (UTC).', '2026-11-21T00:00:00.000Z'],
    ['The code lapses tomorrow at noon.', '2026-11-21T12:00:00.000Z'],
    ['Twój kod to 482913 (do 14:20).', '2026-11-20T14:20:00.000Z'],
    ['482913. Du kan använda den till kl. 14.05.', '2026-11-20T14:05:00.000Z'],
    ['482913. Te gebruiken tot 18 uur vandaag (CET).', '2026-11-20T17:00:00.000Z'],
    ['Använd koden senast i morgon kl. 12 (svensk tid).', '2026-11-21T11:00:00.000Z'],
    ["Kod saat 15:00'e kadar geçerlidir (TSİ, UTC+03:00).", '2026-11-20T12:00:00.000Z'],
    ['Vigente hasta las 11:59 p. m. (UTC-6)', '2026-11-21T05:59:00.000Z'],
    ['Expires ............. 11/20/2026 9:30 PM EST', '2026-11-21T02:30:00.000Z'],
    [
      'có giá trị đến 17 giờ 30 phút ngày 20/11/2026 (giờ Việt Nam, UTC+7)',
      '2026-11-20T10:30:00.000Z',
    ],
    ['ใช้ได้ถึงเวลา 17.30 น. ของวันที่ 20 พฤศจิกายน 2569 (เวลาประเทศไทย)', '2026-11-20T10:30:00.000Z'],
    ['Scade il 20 novembre 2026 alle ore 11.45 (ora di Roma).', '2026-11-20T10:45:00.000Z'],
    ['482913. Он действует до конца суток по московскому времени.', '2026-11-20T21:00:00.000Z'],
    [
      'رمز الدخول: 482913\nينتهي في 20/11/2026 الساعة 1:30 م بتوقيت القاهرة',
      '2026-11-20T11:30:00.000Z',
    ],
    ['접속 코드: 482913\n오늘 20시까지 입력해 주십시오. (한국 시간)', '2026-11-20T11:00:00.000Z'],
    ['Code : 482913\nÀ saisir avant 13 heures (heure de Paris)', '2026-11-20T12:00:00.000Z'],
    ['Code: 482913\nValid from 10:00 to 10:20 (UTC)', '2026-11-20T10:20:00.000Z'],
    ['Kod: 482913. Den gäller mellan kl. 11.00 och 11.20 (UTC+1).', '2026-11-20T10:20:00.000Z'],
    ['Kód: 482913\nÉrvényes: 2026. november 21. 08:00-ig (CET)', '2026-11-21T07:00:00.000Z'],
    [
      'Code 482913, asked for on 2026-11-19, expires on 21 November 2026, 08:00 UTC',
      '2026-11-21T08:00:00.000Z',
    ],
  ])('reads %j as %s', (text, at) => {
    expect(lifetimeOf(text)).toEqual({ kind: 'absolute', at: Date.parse(at) });
  });

  it('may end in the year before the one it is sent in', () => {
    const text = 'Your code 482913 is valid until 31 December, 23:30 EST.';

    expect(lifetimeOf(text, Date.UTC(2027, 0, 1, 2))).toEqual({
      kind: 'absolute',
      at: Date.UTC(2027, 0, 1, 4, 30),
    });
  });

  it.each(['30 February 2027, 10:00 UTC', '31/11/2026 10:00 UTC'])(
    'does not move %s into the next month',
    (day) => {
      const read = lifetimeOf(`Your code 482913 is valid until ${day}.`);

      expect(read).not.toMatchObject({ at: Date.UTC(2027, 2, 2, 10) });
      expect(read).not.toMatchObject({ at: Date.UTC(2026, 11, 1, 10) });
    },
  );
});
