// Lists for reading what other mail programs wrote; entries are separated by commas or line ends.

/** The verb of the line that introduces a quote, as in "On … Alex wrote:". */
export const WROTE = `
  писал, писала, писал(а), писали, писав, писала, писав(ла), написано, 提到:, skrev den, 작성함,
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
  replied message, mail original, mails originaux, e-mail original, original-nachricht, originele bericht, courriel d'origine, e-mail d'origine,
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

/** What help desks write between dashes: an answer goes above. */
export const ANSWER_ABOVE = `
  reply above this line, write above this line, replies above this line, type your reply above, antwort oberhalb, oberhalb dieser zeile, au-dessus de cette ligne, encima de esta línea, sopra questa riga, acima desta linha, boven deze lijn, boven deze regel, powyżej tej linii, bu satırın üst, выше этой строки, вище цього рядка, ovanför denna rad, ovanför den här raden,
  au dessus de cette ligne, por encima de esta, acima desta, powyżej tej, この行より上, 이 줄 위에, 在此行上方, 在此行之上, 请在此线上方, 請在此行上方, فوق هذا السطر, מעל שורה זו, इस पंक्ति के ऊपर, phía trên dòng này, เหนือบรรทัดนี้, di atas baris ini
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
  sent from spark, sent with spark, sent from gmail, sent from canary, sent from workspace, sent using zoho, sent using proton, sent from boxer, sent from edison, sent from aol, sent with airmail, sent from airmail, sent from mailbird, sent with mailbird, sent from fastmail, sent with fastmail, sent with shortwave,
  securely sent with, sent securely, sent with tuta, sent from tuta, sent using hey, sent from nine, sent from aqua mail, sent from k-9, sent from mobile, sent from a mobile, sent from an iphone, yahoo mail:, yahoo mail :, please excuse my brevity, excuse my brevity, please excuse any typos,
  von proton mail für, mobil gesendet, sicher versandt mit, sicher gesendet mit, sicher verschickt mit, unterwegs geschrieben, vom handy gesendet, vom smartphone gesendet, per handy gesendet, outlook herunterladen, obtenez outlook, récupérer outlook, installer outlook, baixar o outlook, baixe o outlook, baixe outlook, consigue outlook, consiga outlook, descarga outlook, descárgate outlook, ottenere outlook, scaricare outlook, obtener el outlook, transferir o outlook, obtém o outlook,
  verzonden vanuit mail, verzonden vanuit outlook, verzonden vanuit proton, verstuurd vanuit mail, verstuurd vanuit outlook, verzonden van mijn, verstuurd van mijn, outlook ophalen, pobierz program outlook, pobierz aplikacje outlook, uzyskaj aplikację outlook, uzyskaj program outlook, zainstaluj outlook, wysłane bezpieczną pocztą, wysłano bezpieczną pocztą, wysłane bezpiecznie, wysłano bezpiecznie, wysłano za pomocą, wysłano zabezpieczoną, wysłane zabezpieczoną, wysłano przy użyciu, wysłane przy użyciu,
  outlook uygulamasını, yahoo postadan gönderildi, yahoo mail'den gönderildi, proton mail güvenli, proton mail ile, posta ile gönderildi, mail ile gönderildi, ile güvenli olarak gönderildi, mobil cihazımdan,
  получите outlook, загрузите outlook, скачайте outlook, простите за краткость, извините за краткость, создано в k-9, вибачте за стислість, завантажте outlook, надіслано за допомогою, відправлено за допомогою, отправлено при помощи, отправлено в,
  outlook for ios を, outlook for android を, outlook を取得, proton mail のセキュア, proton mail の安全, proton mail セキュア, proton mailのセキュア, proton mailの安全, proton mail で送信, proton mailで送信, proton mail から, proton mail を使用,
  proton mail 보안, proton mail로, proton mail의, 이메일로 보냄, outlook for ios 다운로드, outlook for android 다운로드, outlook for ios 받기, outlook for android 받기, outlook for ios 가져오기, outlook for android 가져오기, outlook 가져오기,
  来自qq邮箱, 来自 qq邮箱, 使用 proton mail, 使用proton mail, 通过 proton mail, 通过proton mail, 由 proton mail, 从 windows, 发自新浪, 发自阿里, 发自 foxmail, 发自foxmail, 发自qq邮箱, 发自飞书, 发自钉钉, 发自 outlook, 发自outlook, 发自 ipad, 发自ipad, 发自荣耀, 发自vivo, 发自oppo, 发自 android, 发自我, 从 yahoo, 获取适用于, 從 outlook, 從 windows, 使用 proton mail, 透過 proton mail, 透過proton mail, 發自我的, 由我的 iphone, 下載適用於, 取得適用於, 取得 outlook,
  נשלח עם proton, נשלח מ proton, נשלח מ דואר, נשלח מתוך, נשלח באופן מאובטח, נשלח בדוא"ל מאובטח, נשלח בצורה מאובטחת, הורידו את outlook, השיגו את outlook, השג את outlook,
  تم الإرسال باستخدام, تم الإرسال عبر, أرسل عبر, أُرسل عبر, مرسل عبر, أرسلت عبر, أُرسلت عبر, تم إرسالها عبر, تم إرساله عبر, تم إرساله باستخدام, تم إرسالها باستخدام, أُرسل باستخدام, أُرسلت باستخدام, حمّل outlook, نزّل outlook,
  outlook डाउनलोड करें, outlook पाएं, outlook पाएँ, yahoo mail से भेजा, proton mail सुरक्षित, proton mail की, proton mail के, proton mail से, के लिए मेल से भेजा, windows के लिए मेल, सुरक्षित ईमेल से भेजा,
  lấy outlook, gửi bằng email bảo mật, gửi bằng email an toàn, gửi bằng proton, gửi bằng thư bảo mật, gửi từ proton, gửi qua proton, gửi qua email bảo mật, tải về outlook, gửi qua outlook, gửi từ windows,
  ส่งด้วยอีเมล, ส่งด้วย proton, ส่งจาก proton, ส่งโดยใช้ proton, ส่งผ่าน proton, ส่งผ่านอีเมล, ส่งอย่างปลอดภัย, ติดตั้ง outlook, ส่งจาก windows, ส่งจากอีเมล,
  dikirim dengan email aman, dikirim menggunakan email, dikirim dengan proton, dikirim menggunakan proton, dikirim dari proton, dikirim melalui proton, dikirim dengan aman, dikirim lewat email, dapatkan aplikasi outlook, unduh aplikasi outlook,
  ladda ned outlook, ladda hem outlook, skaffa outlook, skickat via proton, skickat via min, skickat via yahoo, skickat via outlook,
  sent from my, sent from proton, sent from outlook, sent from yahoo, sent from mail for, sent via, sent with proton,
  get outlook for, get bluemail for, gesendet von, gesendet mit, von meinem iphone, von meinem ipad, von meinem mobil, von meinem handy, von meinem smartphone, von meinem samsung, von meinem galaxy, von meinem android, von meinem huawei, von meinem xiaomi, von meinem pixel, von meinem gerät, von meinem blackberry, von meinem telefon, von meinem tablet, von meinem/meiner, von meiner galaxy, von meinem fairphone, von meinem sony, von meinem oneplus, von meinem windows phone,
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

/** What such footers name: a device, a program, or that it was written on the way. */
export const SENDING = `
  iphone, ipad, ipod, apple watch, galaxy, samsung, outlook, yahoo, proton, gmail, android, windows, huawei, xiaomi, redmi, realme, oppo, vivo, oneplus, pixel, nokia, xperia, sony, motorola, fairphone, blackberry, asus, iphon,
  k-9, k9, gmx, web.de, mail.ru, яндекс, yandex, bluemail, aquamail, aqua mail, mymail, spark, superhuman, canary, workspace, boxer, edison, airmail, mailbird, fastmail, shortwave, tuta, zoho, aol, thunderbird, em client, ios, macos, telekom, mail orange, kpn, libero, virgilio, tiscali, uol, wp poczta, interia, seznam, ukr.net, rambler, naver, 네이버, daum, 다음, kakao, qq邮箱, foxmail, 网易, 網易, 新浪, 阿里, 企业微信, 飞书, 钉钉, 华为, 小米, 三星, 安卓, 荣耀, rediff, hotmail, icloud, exchange, airwatch, mobileiron, good for, mail app, mailapp, mail-app, メールアプリ, 메일 앱, 메일앱,
  mail for, mail für, mail pour, mail para, mail per, mail voor, mail dla, mail для, correo para, correio para, email para, courrier pour, courrier sur, posta per, poczta dla, почты для, пошти для, e-post för, posta için, için posta, için mail, 版のメール, 용 메일, 版邮件, 版郵件, البريد ل, דואר, के लिए मेल, thư dành cho, จดหมายสำหรับ, surat untuk, mel untuk, mail untuk, mail dành,
  my mobile, my phone, my cell, my device, my tablet, mobile device, smartphone, on the go, on the move, brevity, typos, the road, mobile, handheld, handy, mobil, unterwegs, telefon, gerät, kürze, tippfehler,
  téléphone, portable, mon mobile, mon appareil, ma tablette, brièveté, móvil, celular, teléfono, tableta, dispositivo, brevedad, cellulare, telefono, brevità, telemóvel, brevidade, telefoon, mobiel, toestel, apparaat, tablet, beknopt, telefonu, komórk, urządzeni, aplikacji, zwięzłość, telefonum, cep tele, cihaz, uygulama, телефон, смартфон, планшет, мобильн, мобільн, устройств, пристро, приложени, додатк, застосунк, краткость, стислість, スマートフォン, スマホ, 携帯, 휴대폰, 스마트폰, 핸드폰, 모바일, 手机, 手機, 平板, 行動裝置, هاتف, جوال, موبايل, جهاز, الهاتف, טלפון, נייד, סלולר, סמארטפון, אייפון, אייפד, גלקסי, אנדרואיד, מכשיר, אפליקצי,
  फ़ोन, फोन, मोबाइल, डिवाइस, टैबलेट, एंड्रॉइड, आईफ, याहू, आउटलुक, सुरक्षित ईमेल, điện thoại, thiết bị, máy tính bảng, ứng dụng, email bảo mật, email an toàn, โทรศัพท์, มือถือ, อุปกรณ์, แท็บเล็ต, สมาร์ท, ไอโฟน, ไอแพด, แอป, ponsel, hp saya, handphone, perangkat, peranti, aplikasi, email aman, min mobil, surfplatta, mobilen, telefonen, puhelim, kännyk, laitte, mobilom, mobilról, készülék, κινητό, mobilního, mobilu, telefonul, dispozitiv, мобилн, устройство
`;

/** Formulas that close a letter, at the start of a line of their own. */
export const CLOSINGS = `
  regards, kind regards, best regards, warm regards, many thanks, thanks, thank you, sincerely, yours sincerely,
  yours faithfully, best, best wishes, all the best, cheers, with kind regards, with best regards,
  mit freundlichen grüßen, mit freundlichem gruß, freundliche grüße, viele grüße, beste grüße, herzliche grüße,
  liebe grüße, schöne grüße, mfg, lg, vg, gruß, grüße, besten dank, vielen dank,
  cordialement, bien cordialement, très cordialement, bien à vous, salutations, meilleures salutations,
  sincères salutations, respectueusement, amicalement, merci, merci d'avance,
  un saludo, saludos, un cordial saludo, saludos cordiales, atentamente, cordialmente, muchas gracias, gracias,
  atenciosamente, cumprimentos, com os melhores cumprimentos, melhores cumprimentos, abraços, um abraço,
  obrigado, obrigada, att, cordiais saudações,
  cordiali saluti, distinti saluti, un cordiale saluto, saluti, un saluto, cordialmente, grazie,
  cu stimă, cu respect, toate cele bune, mulțumesc, o zi bună,
  met vriendelijke groet, met vriendelijke groeten, vriendelijke groet, hartelijke groet, groet, groeten, mvg, bedankt,
  med vänliga hälsningar, vänliga hälsningar, vänlig hälsning, med vänlig hälsning, hälsningar, mvh, tack,
  med venlig hilsen, venlig hilsen, mange hilsner, hilsen, med vennlig hilsen, vennlig hilsen, beste hilsen, tak, takk,
  ystävällisin terveisin, terveisin, parhain terveisin, kiitos,
  z poważaniem, pozdrawiam, pozdrawiam serdecznie, z wyrazami szacunku, łączę pozdrowienia, dziękuję,
  s pozdravem, s přátelským pozdravem, děkuji, s úctou,
  saygılarımla, saygılarımızla, iyi çalışmalar, sevgiler, selamlar, teşekkürler,
  с уважением, с наилучшими пожеланиями, всего доброго, спасибо, с благодарностью,
  з повагою, з найкращими побажаннями, усього найкращого, дякую, щиро ваш, щиро ваша,
  с уважение, поздрави, сърдечни поздрави, благодаря,
  με εκτίμηση, φιλικά, με φιλικούς χαιρετισμούς, ευχαριστώ,
  üdvözlettel, tisztelettel, köszönettel, köszönöm, üdv,
  よろしくお願いいたします, よろしくお願いします, 以上 よろしくお願いいたします, 敬具, 草々,
  감사합니다, 드림, 수고하세요, 此致, 敬礼, 敬禮, 祝好, 祝商祺, 顺颂商祺, 順頌商祺, 谢谢, 謝謝, 敬上,
  مع التحية, تحياتي, مع خالص التحية, وتفضلوا بقبول فائق الاحترام, مع أطيب التحيات, شكراً, شكرا,
  בברכה, בכבוד רב, בתודה, תודה, सादर, भवदीय, धन्यवाद, शुभकामनाओं सहित,
  trân trọng, thân mến, kính thư, trân trọng kính chào, cảm ơn, ขอแสดงความนับถือ, ด้วยความเคารพ, ขอบคุณค่ะ, ขอบคุณครับ,
  salam, hormat saya, hormat kami, salam hormat, terima kasih, sekian terima kasih, yang benar
`;
