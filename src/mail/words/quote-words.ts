// Lists for reading what other mail programs wrote; entries are separated by commas or line ends.

/** The verb of the line that introduces a quote, as in "On … Alex wrote:". */
export const WROTE = `
  wrote, writes, schrieb, schreibt, geschrieben, geschreven, schrijft, skriver, har skrivit, har skrevet,
  a écrit, écrivait, escribió, ha escrito, escreveu,
  ha scritto, a scris, schreef, skrev, napisał, napisała, napisał(a), pisze, yazdı, написал, написала, пишет,
  написав, написала, написав(ла), пише, написа, написал(а), пишете, отправил, отправила, відправив, надіслав, надіслала, napsal, napsala, napsal(a), napsal/a, píše, odeslal, napísal, napísala, napisał/a, napisali, wysłał, 書きました, 書いた, 書き込みました, のメール, からのメール, のメッセージ, 작성, 썼습니다, 쓴 글, 님이 쓴, 님이 보낸, 작성했습니다, 작성하였습니다, 写道, 寫道, 写到, 寫到, 的邮件, 的郵件, كتب, كتبت, כתב, כתבה, ने लिखा, ने ये लिखा, ने यह लिखा, लिखते हैं, đã viết,
  viết, đã ghi, เขียนว่า, เขียน, menulis, tulis, wrote on,
  yazmış, yazdi, yazıyor, έγραψε, εγραψε, ezt írta, írta:, következőt írta, következőket írta,
  írta (, keltezéssel, kirjoitti, kirjoittaa, כותב, כותבת, أرسل:, أرسلت:
`;

/** What stands between dashes before a quoted original. */
export const ORIGINAL_MESSAGE = `
  original message, ursprüngliche nachricht, originalnachricht, message d'origine,
  message original, message initial, courriel original, mensaje original, correo original,
  mensagem original, mensagem de origem, messaggio originale, mesaj original, mesajul original,
  oorspronkelijk bericht, ursprungligt meddelande, originalmeddelande, wiadomość oryginalna,
  oryginalna wiadomość, orijinal mesaj, özgün ileti, исходное сообщение, оригинальное сообщение,
  первоначальное сообщение, исходное письмо, оригинал сообщения, вихідне повідомлення, оригінальне повідомлення, початкове повідомлення, оригінал повідомлення, původní zpráva, původní e-mail, původní email, pôvodná správa, оригинално съобщение, първоначално съобщение, oryginalny e-mail, wiadomość pierwotna, pierwotna wiadomość, 元のメッセージ, 元のメール, オリジナルメッセージ, 元メール, 원본 메시지, 원본메시지, 원본 메일, 원본메일, 원본 이메일, 원본 편지, 원문 메시지, 原始邮件, 原始郵件, 原邮件, 原郵件, 原始信件, 原始消息, 原始訊息, 原訊息,
  الرسالة الأصلية, הודעה מקורית, मूल संदेश, मूल सन्देश, मूल ईमेल, मूल मेल, thư gốc, tin nhắn gốc, email gốc, thư ban đầu,
  ข้อความต้นฉบับ, ข้อความเดิม, อีเมลต้นฉบับ, จดหมายต้นฉบับ, ต้นฉบับ, pesan asli, email asli, surel asli,
  mesej asal, e-mel asal, emel asal,
  alkuperäinen viesti, oprindelig meddelelse, oprindelig besked, oprindelig mail, opprinnelig melding,
  opprinnelig e-post, original melding, original meddelelse, originalmelding, ursprungligt mejl,
  ursprungligt brev, oorspronkelijke bericht, oorspronkelijke e-mail, origineel bericht,
  ursprüngliche e-mail, ursprüngliche mail, originalmail,
  özgün mesaj, orijinal ileti, orjinal mesaj, asıl mesaj, ההודעה המקורית, رسالة أصلية, النص الأصلي,
  αρχικό μήνυμα, αρχικο μηνυμα, πρωτότυπο μήνυμα, eredeti üzenet, eredeti levél,
  alkuperäinen sähköposti
`;

/** What introduces forwarded content. */
export const FORWARDED = `
  forwarded message, begin forwarded message, weitergeleitete nachricht,
  anfang der weitergeleiteten, message transféré, début du message transféré,
  début du message réexpédié, message réexpédié, courriel transféré, mensaje reenviado,
  inicio del mensaje reenviado, correo reenviado, mensagem encaminhada, mensagem reencaminhada,
  início da mensagem, e-mail encaminhado, messaggio inoltrato, inizio messaggio inoltrato,
  inizio del messaggio inoltrato, email inoltrata, mesaj redirecționat, mesaj retransmis,
  mesaj transmis mai departe, începutul mesajului, mesaj forwardat, doorgestuurd bericht, begin doorgestuurd bericht,
  doorgestuurde e-mail, doorgezonden bericht, weitergeleitete e-mail, weitergeleitete mail,
  weiterleitung, vidarebefordrat meddelande, vidarebefordrat brev, vidarebefordrat mejl,
  vidarebefordrade brevet, start på vidarebefordrat, videresendt meddelelse, videresendt besked,
  videresendt mail, videresendt e-mail, start på videresendt, videresendt melding,
  videresendt e-post, begynnelse på videresendt, starten på videresendt, przekazana wiadomość, wiadomość przekazana,
  początek przekazywanej wiadomości, początek przekazanej, treść przekazanej, wiadomość przesłana dalej, przesłana wiadomość, przekazany e-mail, iletilen ileti, yönlendirilmiş mesaj, iletilen mesaj,
  пересылаемое сообщение, пересланное сообщение, пересылаемое письмо, пересланное письмо, переадресованное сообщение, перенаправленное сообщение, переадресованное письмо, начало переадресованного, начало пересылаемого, переслане повідомлення, пересилане повідомлення, пересланий лист, переспрямоване повідомлення, переадресоване повідомлення, перенаправлене повідомлення, початок переадресованого, початок пересланого, přeposlaná zpráva, přeposílaná zpráva, přeposlaný e-mail, začátek přeposlané, začátek přeposílané, preposlaná správa, препратено съобщение, препратен имейл, препратено писмо, начало на препратеното,
  転送されたメッセージ, 転送されたメール, 転送メッセージ, 転送メール, 転送元, 전달된 메시지, 전달된 메일, 전달된 이메일, 전달 메일, 전달된 편지, 转发的邮件, 转发邮件, 转发的消息, 转发信息, 被转发的邮件, 已转发的邮件, 轉寄的郵件, 轉寄郵件, 轉寄的信件, 轉寄訊息, 轉寄的訊息, 轉發的郵件, 轉發郵件, 已轉寄的郵件, رسالة معاد توجيهها,
  الرسالة المعاد توجيهها, הודעה שהועברה, अग्रेषित संदेश, अग्रेषित सन्देश, अग्रेषित मेल, अग्रेषित ईमेल, फ़ॉरवर्ड किया गया, फॉरवर्ड किया गया,
  फ़ॉरवर्ड संदेश, फॉरवर्ड संदेश, tin nhắn được chuyển tiếp, tin nhắn đã chuyển tiếp, tin nhắn chuyển tiếp,
  thư được chuyển tiếp, thư đã chuyển tiếp, thư chuyển tiếp, email được chuyển tiếp, email chuyển tiếp,
  ข้อความที่ส่งต่อ, ข้อความส่งต่อ, อีเมลที่ส่งต่อ, อีเมลส่งต่อ, จดหมายที่ส่งต่อ, pesan terusan, pesan diteruskan,
  pesan yang diteruskan, email terusan, email yang diteruskan, surel terusan, surel yang diteruskan,
  mesej dimajukan, mesej yang dimajukan, mesej majuan, mesej dipanjangkan, mesej yang dipanjangkan,
  e-mel dimajukan, e-mel yang dimajukan, emel dimajukan,
  iletilen e-posta, iletilmiş ileti, iletilmiş mesaj, yönlendirilen ileti, yönlendirilen mesaj,
  yönlendirilmiş ileti, yönlendirilen e-posta, رسالة محولة, الرسالة المحولة, رسالة مُعاد توجيهها,
  الرسالة المُعاد توجيهها, رسالة تمت إعادة توجيهها, بداية الرسالة, הודעה מועברת, ההודעה המועברת,
  ההודעה שהועברה, προωθημένο μήνυμα, προωθημενο μηνυμα, προωθημένου μηνύματος, προώθηση μηνύματος,
  μήνυμα που προωθήθηκε, továbbított üzenet, továbbított levél, továbbított e-mail,
  välitetty viesti, välitetyn viestin, edelleenlähetetty viesti, edelleen lähetetty viesti
`;

/** The labels of the header block that Outlook and others put over a quote or a forward. */
export const HEADER_LABELS = {
  from: `
    from, von, de, da, de la, expéditeur, remitente, remetente, mittente, expeditor, van, från, fra, od, kimden, gönderen, nadawca, odesílatel, от, от кого, отправитель, від, від кого, відправник, подател, изпратено от, 差出人, 送信者, 送信元, 発信者, 보낸 사람, 보낸사람, 보낸이, 보낸 이, 발신, 발신인, 발신자,
    发件人, 发信人, 寄件者, 寄件人, من, מאת, प्रेषक, से, द्वारा, भेजने वाला, từ, người gửi, จาก, ผู้ส่ง, dari, pengirim, daripada, penghantar,
  المرسل, השולח, από, αποστολέας, feladó, küldő, lähettäjä
  `,
  sent: `
    sent, date, gesendet, datum, envoyé, envoyé le, date d'envoi, enviado, enviado el, enviado em,
    enviado a, enviada, enviada em, fecha, fecha de envío, data, data de envio, inviato, inviato il,
    data invio, trimis, trimis la, trimis la data de, verzonden, skickat, skickat den, sendt, dato, gesendet am, verzonden op, wysłano, gönderildi, tarih, wysłane, data wysłania, odesláno, posláno, отправлено, дата, дата отправки, дата и время, изпратено, изпратен, изпратено на,
    надіслано, відправлено, 送信日時, 送信日, 日付, 日時, 보낸 날짜, 보낸날짜, 날짜, 보낸 시간, 보낸시간, 보낸 일시, 보낸일시, 일시, 작성일, 发送时间, 发送日期, 发件时间, 时间, 日期, 寄件日期, 寄送日期, 傳送時間, 傳送日期, 寄件時間, 已傳送, 時間, التاريخ, تاريخ,
    تم الإرسال, נשלח, תאריך, भेजा गया, भेजने का समय, भेजने की तिथि, दिनांक, तारीख, तारीख़, तिथि, समय, đã gửi, gửi, gửi lúc,
    gửi vào, ngày, ngày gửi, thời gian, vào lúc, ส่ง, ส่งเมื่อ, วันที่, วันที่ส่ง, เวลา, ส่งวันที่, dikirim, terkirim,
    tanggal, waktu, dihantar, tarikh,
  gönderilme tarihi, gönderme tarihi, gönderim tarihi, أرسلت, أُرسلت, مرسلة, تاريخ الإرسال,
  נשלח בתאריך, στάλθηκε, εστάλη, απεστάλη, ημερομηνία, elküldve, küldve, dátum, lähetetty,
  päivämäärä, päiväys, pvm
  `,
  to: `
    to, an, à, pour, para, a, per, către, pentru, destinataire, destinatario, destinatário,
    destinatar, aan, till, til, do, kime, alıcı, кому, копия, получатель, копія, одержувач, до, за, към, получател, adresat, dw, do wiadomości, komu, pro, kopie, příjemce, 宛先, 宛て先, 受信者, 받는 사람, 받는사람, 받는이, 받는 이, 수신, 수신인, 수신자, 收件人, 收信人, 收件者, إلى, אל,
    प्रति, को, प्राप्तकर्ता, सेवा में, प्रतिलिपि, đến, tới, gửi đến, gửi tới, người nhận, kính gửi, đồng gửi, ถึง, ผู้รับ, สำเนา,
    สำเนาถึง, kepada, ke, untuk, penerima, tembusan, salinan, cc,
  alıcılar, kopya, bilgi, نسخة, עותק, προς, κοιν, κοινοποίηση, címzett, címzettek, másolat,
  másolatot kap, vastaanottaja, vastaanottajat, kopio
  `,
  subject: `
    subject, betreff, objet, sujet, asunto, assunto, oggetto, subiect, subiectul, onderwerp, ämne, emne, temat, konu, předmět, predmet, věc, тема, тема письма, относно, предмет, 件名, 題名,
    제목, 메일 제목, 主题, 标题, 主旨, 主題, 標題, الموضوع, נושא, विषय, chủ đề, tiêu đề, v/v, เรื่อง, หัวเรื่อง, หัวข้อ, ชื่อเรื่อง, subjek, perihal, judul, hal, topik, perkara,
    tajuk,
  موضوع, הנידון, θέμα, tárgy, aihe
  `,
} as const;

/** How the footers of phones and apps begin, or what they contain. */
export const SENT_FROM = `
  sent from my, sent from outlook, sent from yahoo, sent from mail for, sent via, sent with proton,
  get outlook for, get bluemail for, gesendet von, gesendet mit, von meinem,
  diese nachricht wurde von meinem, envoyé de mon, envoyé depuis, envoyé à partir,
  envoyé avec, envoyé via, télécharger outlook, téléchargez outlook, obtenir outlook,
  provenance : courrier, enviado desde, enviado con, enviado mediante, enviado do, enviado da minha,
  enviado de meu, enviado a partir, enviado por, enviado pelo, enviado via, enviado com,
  enviada do meu, obter o outlook, obter outlook, obtenha o outlook, baixar outlook,
  obtener outlook, obtén outlook, descargar outlook, inviato da, inviato con, inviato tramite,
  inviato mediante, ottieni outlook, scarica outlook, trimis de pe, trimis din, trimis cu,
  trimis de la, obțineți outlook, descărcați outlook, verzonden vanaf, verstuurd vanaf,
  verzonden met, outlook voor, skickat från, hämta outlook, wysłane z, wysłano z, wysłane przez, wysłano przez, wysłane za pomocą, wysłane ze, wysłano ze, pobierz outlook, uzyskaj outlook, pobierz aplikację outlook,
  telefonumdan gönderildi, отправлено с, отправлено из, отправлено через, отправлено от, послано с, скачать outlook, получить outlook, загрузить outlook, надіслано через, надіслано з, відправлено з, відправлено із, відправлено через, завантажити outlook, отримати outlook, отримайте outlook, odesláno z, odesláno ze, odesláno pomocí, odesláno přes, posláno z, z mého iphonu, stáhnout outlook, získat outlook, získejte outlook, изпратено от моя, изпратено от iphone, изпратено от мобил, изпратено от samsung, изпратено от android, изпратено от yahoo, изпратено от телефон, изпратено чрез, изпратено с, изтеглете outlook, вземете outlook,
  надіслано з, надіслано із, から送信, から送られ, から送りました, outlook を入手, outlook の入手, outlook を取得, 에서 보냄, 에서 보냈습니다, 에서 전송, 에서 발송, 용 outlook, outlook 다운로드, outlook 받기, 发自我的, 发自手机, 发自华为, 发自小米, 发自安卓, 发自iphone, 发自 iphone, 发自网易, 发自企业微信, 发送自, 来自我的, 从我的, 手机版发送, 从 outlook, 從我的, 寄自我的, 寄自iphone, 傳送自, 手機版寄出, 手機傳送, 手機寄出, 從 yahoo, 获取 outlook, 下载 outlook, 获取 ios 版, 获取 android 版, 下载适用于, 适用于 ios 的 outlook, 適用於 ios 的 outlook, 取得 ios 版, 取得 android 版, 下載 outlook, 下載 ios 版, 下載 android 版,
  取得 outlook, أرسل من, أُرسل من, مرسل من, تم الإرسال من,  iphone से भेजा, ipad से भेजा, android से भेजा,
  एंड्रॉइड से भेजा, आईफ़ोन से भेजा, आईफोन से भेजा, फ़ोन से भेजा, फोन से भेजा, मोबाइल से भेजा,
  डिवाइस से भेजा, याहू मेल से भेजा, yahoo मेल से भेजा, yahoo से भेजा, outlook से भेजा, gmail से भेजा, galaxy से भेजा,
  samsung से भेजा, outlook प्राप्त करें, आउटलुक प्राप्त करें, gửi từ iphone, gửi từ ipad,
  gửi từ điện thoại, gửi từ thiết bị, gửi từ máy, gửi từ android, gửi từ samsung, gửi từ galaxy, gửi từ yahoo,
  gửi từ outlook, gửi từ gmail, gửi từ mail, gửi từ thư, gửi từ ứng dụng, gửi từ oppo, gửi từ xiaomi,
  gửi từ redmi, gửi từ vivo, gửi từ nokia, gửi từ smartphone, tải outlook, tải xuống outlook, nhận outlook,
  ส่งจาก iphone, ส่งจาก ipad, ส่งจากไอโฟน, ส่งจากไอแพด, ส่งจากโทรศัพท์, ส่งจากมือถือ, ส่งจากสมาร์ท,
  ส่งจากอุปกรณ์, ส่งจากแอป, ส่งจาก android, ส่งจาก samsung, ส่งจาก galaxy, ส่งจาก yahoo,
  ส่งจาก outlook, ส่งจาก gmail, ส่งจาก mail, ส่งจากจดหมาย, ส่งจาก oppo, ส่งจาก vivo, ส่งจาก xiaomi,
  ส่งมาจาก iphone, รับ outlook, ดาวน์โหลด outlook, ขอรับ outlook, dikirim dari iphone, dikirim dari ipad,
  dikirim dari ponsel, dikirim dari hp, dikirim dari perangkat, dikirim dari telepon, dikirim dari handphone,
  dikirim dari smartphone, dikirim dari tablet, dikirim dari samsung, dikirim dari galaxy, dikirim dari android,
  dikirim dari yahoo, dikirim dari outlook, dikirim dari gmail, dikirim dari mail,
  dikirim dari surat, dikirim dari aplikasi, dikirim dari blackberry, dikirim dari oppo, dikirim dari vivo,
  dikirim dari xiaomi, dikirim dari redmi, dikirim dari realme, dikirim dari huawei, dikirim dari nokia,
  dikirim dari my, dikirim melalui yahoo, dikirim melalui gmail, dikirim melalui ponsel, dikirim melalui aplikasi, dapatkan outlook, unduh outlook, dihantar dari iphone,
  dihantar dari ipad, dihantar dari telefon, dihantar dari peranti, dihantar dari android, dihantar dari samsung,
  dihantar dari galaxy, dihantar dari yahoo, dihantar dari mel, dihantar dari outlook, dihantar daripada iphone, dihantar daripada telefon, dihantar daripada peranti, dihantar daripada mel,
  dihantar melalui yahoo, sendt fra, sendt med, hent outlook, få outlook, skickades från, skickat med, ladda ner outlook,
  outlook für, verschickt mit, verschickt von, von unterwegs gesendet, verzonden via, verstuurd met,
  verstuurd via, download outlook,
  iphone'umdan gönderildi, iphone'dan gönderildi, iphone umdan gönderildi, ipad'imden gönderildi,
  ipad'den gönderildi, cihazımdan gönderildi, cihazından gönderildi, telefonundan gönderildi,
  android'den gönderildi, outlook'tan gönderildi, mail'den gönderildi, posta'dan gönderildi,
  galaxy'den gönderildi, galaxy'mden gönderildi, samsung'dan gönderildi, huawei'den gönderildi,
  mobilden gönderildi, uygulamasından gönderildi, uygulamasıyla gönderildi, tabletimden gönderildi,
  aracılığıyla gönderildi, outlook'u edinin, outlook'u edin, outlook'u indirin, outlook'u alın,
  outlook edinin, נשלח מהiphone, נשלח מה iphone, נשלח מ iphone, נשלח מiphone, נשלח מה ipad,
  נשלח מהipad, נשלח מהאייפון, נשלח מאייפון, נשלח מהאייפד, נשלח מהטלפון, נשלח מטלפון, נשלח מהנייד,
  נשלח מנייד, נשלח מהסלולרי, נשלח ממכשיר, נשלח מהמכשיר, נשלח מסמארטפון, נשלח מהסמארטפון,
  נשלח מהגלקסי, נשלח מה galaxy, נשלח מ galaxy, נשלח מ samsung, נשלח מ outlook, נשלח מ yahoo,
  נשלח מ android, נשלח מאנדרואיד, נשלח מדואר, נשלח מאפליקציית, נשלח מיישום, נשלח באמצעות, נשלח דרך,
  קבל את outlook, קבלו את outlook, קבלי את outlook, הורד את outlook, הורידו את outlook,
  השג את outlook, أُرسلت من, أرسلت من, تم إرساله من, تم إرسالها من, تم الإرسال بواسطة, مرسلة من,
  مُرسل من, مُرسلة من, أرسل بواسطة, أُرسل بواسطة, أُرسلت بواسطة, احصل على outlook,
  الحصول على outlook, تنزيل outlook, تحميل outlook, στάλθηκε από το, στάλθηκε από iphone,
  στάλθηκε από android, στάλθηκε με το, εστάλη από το, στάλθηκε μέσω, αποκτήστε το outlook,
  λήψη του outlook, λήψη outlook, κατεβάστε το outlook, iphone-omról küldve, iphone-ról küldve,
  iphone készülékemről, ipademről küldve, telefonomról küldve, mobilomról küldve, mobilról küldve,
  készülékemről küldve, készülékről küldve, elküldve az iphone, elküldve iphone,
  elküldve a samsung, elküldve android, elküldve az outlook, küldve az outlook, küldve az iphone,
  elküldve a yahoo, az outlook letöltése, outlook letöltése, az outlook beszerzése,
  outlook beszerzése, szerezze be az outlook, töltse le az outlook, lähetetty iphone,
  lähetetty ipad, lähetetty puhelim, lähetetty android, lähetetty samsung, lähetetty galaxy,
  lähetetty laitte, lähetetty outlook, lähetetty gmail, lähetetty yahoo, lähetetty mobiili,
  lähetetty huawei, lähetetty windows, lähetetty nokia, lähetetty oneplus, lähetetty sähköposti,
  lähetetty kännyk, lähetetty minun, hanki outlook, lataa outlook
`;
