// Lists for reading what other mail programs wrote; entries are separated by commas or line ends.

/** The verb of the line that introduces a quote, as in "On … Alex wrote:". */
export const WROTE = `
  wrote, writes, schrieb, schreibt, geschrieben, a écrit, écrivait, escribió, escreveu, ha scritto,
  scritto, schreef, skrev, napisał, napisała, napisał(a), pisze, yazdı, написал, написала, пишет,
  написав, пише, 書きました, のメール, 작성, 썼습니다, 작성했습니다, 写道, 寫道, كتب, كتبت, כתב, כתבה, ने लिखा, đã viết,
  viết, เขียนว่า, เขียน, menulis, wrote on
`;

/** What stands between dashes before a quoted original. */
export const ORIGINAL_MESSAGE = `
  original message, ursprüngliche nachricht, originalnachricht, message d'origine,
  message original, mensaje original, mensagem original, messaggio originale,
  oorspronkelijk bericht, ursprungligt meddelande, originalmeddelande, wiadomość oryginalna,
  oryginalna wiadomość, orijinal mesaj, özgün ileti, исходное сообщение, оригинальное сообщение,
  вихідне повідомлення, оригінальне повідомлення, 元のメッセージ, 원본 메시지, 원본 메일, 原始邮件, 原始郵件, 原邮件, 原始訊息,
  الرسالة الأصلية, הודעה מקורית, मूल संदेश, thư gốc, tin nhắn gốc, ข้อความต้นฉบับ, pesan asli,
  alkuperäinen viesti, oprindelig meddelelse
`;

/** What introduces forwarded content. */
export const FORWARDED = `
  forwarded message, begin forwarded message, weitergeleitete nachricht,
  anfang der weitergeleiteten, message transféré, début du message transféré,
  début du message réexpédié, mensaje reenviado, inicio del mensaje reenviado,
  mensagem encaminhada, mensagem reencaminhada, início da mensagem, messaggio inoltrato,
  inizio messaggio inoltrato, doorgestuurd bericht, begin doorgestuurd bericht,
  vidarebefordrat meddelande, vidarebefordrat brev, przekazana wiadomość, wiadomość przekazana,
  początek przekazywanej wiadomości, iletilen ileti, yönlendirilmiş mesaj, iletilen mesaj,
  пересылаемое сообщение, пересланное сообщение, начало переадресованного, переслане повідомлення,
  転送されたメッセージ, 転送メッセージ, 転送元, 전달된 메시지, 전달된 메일, 转发的邮件, 转发邮件, 轉寄的郵件, 轉寄郵件, 轉寄訊息, رسالة معاد توجيهها,
  الرسالة المعاد توجيهها, הודעה שהועברה, अग्रेषित संदेश, tin nhắn được chuyển tiếp,
  thư được chuyển tiếp, ข้อความที่ส่งต่อ, pesan terusan, pesan yang diteruskan
`;

/** The labels of the header block that Outlook and others put over a quote or a forward. */
export const HEADER_LABELS = {
  from: `
    from, von, de, da, van, från, fra, od, kimden, gönderen, от, от кого, від, 差出人, 送信者, 보낸 사람, 보낸사람,
    发件人, 寄件者, 寄件人, من, מאת, प्रेषक, từ, จาก, dari
  `,
  sent: `
    sent, date, gesendet, datum, envoyé, envoyé le, enviado, enviado el, enviada, enviada em, fecha,
    data, inviato, verzonden, skickat, sendt, wysłano, gönderildi, tarih, отправлено, дата,
    надіслано, 送信日時, 日付, 日時, 보낸 날짜, 날짜, 보낸 시간, 发送时间, 日期, 寄件日期, 傳送時間, 寄件時間, التاريخ, تاريخ,
    تم الإرسال, נשלח, תאריך, भेजा गया, दिनांक, đã gửi, ngày, ส่ง, วันที่, dikirim, tanggal
  `,
  to: `
    to, an, à, para, a, aan, till, til, do, kime, alıcı, кому, 宛先, 받는 사람, 받는사람, 收件人, 收件者, إلى, אל,
    प्रति, đến, tới, ถึง, kepada, ke, cc
  `,
  subject: `
    subject, betreff, objet, asunto, assunto, oggetto, onderwerp, ämne, emne, temat, konu, тема, 件名,
    제목, 主题, 主旨, 主題, الموضوع, נושא, विषय, chủ đề, tiêu đề, เรื่อง, หัวเรื่อง, subjek, perihal, judul
  `,
} as const;

/** How the footers of phones and apps begin, or what they contain. */
export const SENT_FROM = `
  sent from my, sent from outlook, sent from yahoo, sent from mail for, sent via, sent with proton,
  get outlook for, get bluemail for, gesendet von, gesendet mit, von meinem,
  diese nachricht wurde von meinem, envoyé de mon, envoyé depuis, envoyé à partir,
  télécharger outlook, enviado desde, enviado do meu, enviado a partir, enviado por,
  obter o outlook, obtener outlook, inviato da, ottieni outlook, verzonden vanaf, verstuurd vanaf,
  verzonden met, outlook voor, skickat från, hämta outlook, wysłane z, wysłano z, pobierz outlook,
  telefonumdan gönderildi, dan gönderildi, den gönderildi, отправлено с, отправлено из,
  надіслано з, надіслано із, から送信, 에서 보냄, 에서 전송, 发自我的, 从我的, 從我的, 寄自我的, 傳送自我的, 获取 outlook,
  取得 outlook, أرسل من, أُرسل من, مرسل من, تم الإرسال من, נשלח מה, נשלח מ, से भेजा गया, đã gửi từ,
  được gửi từ, gửi từ, ส่งจาก, dikirim dari, dikirim melalui, lähetetty, sendt fra
`;
