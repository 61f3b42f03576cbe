import { describe, expect, it } from '@jest/globals';
import { cleanText } from '../../src/mail/text/clean-text.js';
import { findLifetime } from '../../src/mail/times/expiry.js';
import { createPage } from '../../src/mail/text/page.js';

const SENT = Date.UTC(2026, 10, 20, 10);
const lifetimeOf = (text: string) =>
  findLifetime([createPage({ source: 'text', text: cleanText(text) })], '482913', SENT);

describe('findLifetime', () => {
  it.each([
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
  ])('reads %j as %d minutes', (text, minutes) => {
    expect(lifetimeOf(text)).toEqual({ kind: 'relative', ms: minutes * 60_000 });
  });

  it.each([
    ['valid until 14:05 UTC', '2026-11-20T14:05:00.000Z'],
    ['valid until 14:05', '2026-11-20T14:05:00.000Z'],
    ['valid until 09:30', '2026-11-21T09:30:00.000Z'],
    ['expires at 2:05 PM EST', '2026-11-20T19:05:00.000Z'],
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
    ['Code: 482913\nValid 10:00 – 10:10 UTC', '2026-11-20T10:10:00.000Z'],
    ['Code : 482913\nÀ saisir avant 13 heures (heure de Paris)', '2026-11-20T12:00:00.000Z'],
  ])('reads %j as %s', (text, at) => {
    expect(lifetimeOf(text)).toEqual({ kind: 'absolute', at: Date.parse(at) });
  });

  it.each([
    'You can request a new code in 60 seconds.',
    'Your account is locked for 30 minutes.',
    'We trust this device for 30 days.',
    'Try again in 5 minutes.',
    'Sie können den Code nach 2 Minuten erneut anfordern.',
    'The meeting takes 30 minutes.',
    'Rezervace propadá po 5 dnech.',
    'Rețeta este valabilă 30 de zile.',
    'Toimita liitteet 14 päivän kuluessa.',
    'Повторный код можно запросить через 60 секунд.',
    '482913. Podrás pedir otro pasados 2 minutos.',
    'Enter 482913, as asked for at 09:58.',
    '482913. יש לך 2 ספרים באיחור, קנס 14.50 ש"ח',
    '482913. Einen neuen Code können Sie in 60 Sekunden anfordern.',
    '482913. Our office is open until 17:00.',
    '482913. Tổng đài phục vụ từ 8 giờ đến 17 giờ 30 phút.',
    '482913. Layanan buka pukul 08.00 sampai 17.00 WIB.',
    '482913. Bitte sagen Sie Termine spätestens 24 Stunden vorher ab.',
    '482913. Sonuçlar portalda 30 gün süreyle görüntülenebilir.',
    'Код: 482913\nТариф «Семья» действует до 30.11.2026 23:59.',
    'Дата: пт, 20 лист. 2026 р. о 12:24\nТема: Код входу до Кабінету\n\nКод входу: 482913',
    '验证码:482913\n您预约的就诊时间为11月22日14:30。如需取消请于11月21日18:00前致电。',
    'Your code: 482913\nYour table is booked for 21/11/2026, 19:30. Cancel before 12:00.',
    'Type 482913 to approve it. Transfers that are not approved within 24 hours are cancelled automatically.',
    'Ihre TAN: 482913. Ohne Freigabe wird der Auftrag nach 24 Stunden gelöscht.',
    '確認番号は 482913 です。24時間以内に確認されない場合、振込は取り消されます。',
    'กรอก 482913 เพื่อยืนยัน หากไม่ยืนยันภายใน 24 ชั่วโมง รายการจะถูกยกเลิก',
    'Code: 482913. We are holding seats 14C and 14D for you for 30 minutes.',
    'Code : 482913. Vos places sont bloquées pendant 15 minutes dans votre panier.',
    '482913. Once signed in you will stay signed in for 24 hours.',
    'Код: 482913. Первые 24 часа действует лимит переводов 5 000 ₽.',
    'PIN: 482913. Tu conductor llega en 6 minutos y espera 3 minutos como máximo.',
    'Code de vote : 482913. Le scrutin est ouvert jusqu’au 27 novembre 2026 à 18h00.',
    '验证码：482913\n投票截止时间为11月27日18:00。',
    'קוד: 482913\nההצעה בתוקף עד יום שישי 27.11.2026 בשעה 17:00.',
    'Nhập 482913 để xác nhận. Giao dịch không được xác nhận trong 24 giờ sẽ bị hủy.',
    'Ihr Kennwort läuft in 3 Tagen ab. Zum Nachweis geben Sie 482913 ein.',
    'Code 482913. El nuevo límite entra en vigor en 4 horas.',
    'Code: 482913. Auf diesem Rechner wird 30 Tage lang kein Code verlangt.',
    'Код: 482913. На этом компьютере код не понадобится 30 дней.',
    'קוד: 482913. במחשב הזה לא תתבקשו להזין קוד במשך 30 יום.',
    'Code: 482913. Trading is not available for 15 days on a new device.',
    'Código: 482913. A sessão dura 8 horas.',
    'Mã: 482913. Mã trong ứng dụng đổi 30 giây một lần.',
    '验证码：482913。如非本人操作，请在24小时内致电我们。',
    'Code: 482913. Withdrawals are paused for 24 hours after a change.',
    'Code: 482913. The PIN must be changed within 30 days.',
    'Código: 482913. Tienes 60 días para activar la tarjeta.',
    '您的验证码是482913，初始密码须在30天内修改。',
    'รหัส 482913 หมายเลขใหม่ใช้งานได้หลัง 24 ชั่วโมง',
    'Код: 482913. У вас есть 14 дней, чтобы сдать документы.',
    'Din kod är 482913. Ditt nya nummer fungerar inom 24 timmar.',
    'Your code is 482913. Setting up your account only takes 5 minutes.',
    'Bevestig met 482913. Je parkeersessie loopt over 2 uur af.',
    'Kode 482913. Jika tidak diterima dalam 5 menit, periksa folder spam.',
    'Kode: 482913\n\nTiga kali salah, login istirahat 30 menit.',
    'Código: 482913\n\nErrou três vezes? O acesso descansa por 30 minutos.',
    'Code 482913. Après cela, vous avez 14 jours pour changer d’avis.',
    'Nothing here.',
  ])('reads no lifetime from %j', (text) => {
    expect(lifetimeOf(text)).toBeNull();
  });

  it.each([
    ['482913. The link is valid for 24 hours, the code for 10 minutes.', 600_000],
    ['482913. Code and link expire in 1 hour.', 3_600_000],
    ['482913. コードとリンクは1時間で期限切れになります。', 3_600_000],
    ['482913. Koden och länken gäller i 1 timme.', 3_600_000],
    ['Your ten-minute code: 482913. Asked for at 09:58.', 600_000],
    ['Codice: 482913. Vita breve: quattro minuti. Un altro fra 30 secondi.', 240_000],
    [
      '482913. Acht Minuten, länger nicht. Ohne Anzahlung ist der Platz in 20 Minuten frei.',
      480_000,
    ],
  ])('tells what %j says of the code', (text, ms) => {
    expect(lifetimeOf(text)).toEqual({ kind: 'relative', ms });
  });

  it('prefers the code’s lifetime to the link’s', () => {
    const text = 'The link expires in 24 hours. The verification code expires in 10 minutes.';

    expect(lifetimeOf(text)).toEqual({ kind: 'relative', ms: 600_000 });
  });
});
