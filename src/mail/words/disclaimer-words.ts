// What stands at the end of business mail; entries are separated by commas or line ends. Most are stems.

/** The mail speaks of itself. */
export const THIS_MAIL = `
  this message, this e-mail, this email, this communication, this transmission, this mail, of this message, information transmitted,
  information contained in, contents of this, confidentiality notice, legal disclaimer, disclaimer:,
  diese e-mail, dieser e-mail, diese email, dieser email, diese mail, dieser mail, diese nachricht, dieser nachricht, dieses e-mail, haftungsausschluss, rechtlicher hinweis, vertraulichkeitshinweis,
  ce message, ce courriel, cet e-mail, cet email, ce mail, ce courrier, présent message, présent courriel, avis de confidentialité,
  este mensaje, este correo, este e-mail, este email, presente mensaje, presente correo, aviso legal, aviso de confidencialidad,
  esta mensagem, deste e-mail, este e-mail, este email, deste email, desta mensagem, presente mensagem, presente e-mail, esta comunicação, aviso de confidencialidade,
  presente messaggio, questo messaggio, questa e-mail, questa email, questa mail, presente e-mail, presente email, presente comunicazione, presente mail, avviso di riservatezza, questa comunicazione,
  dit bericht, deze e-mail, deze email, dit e-mailbericht, deze mail,
  ta wiadomość, tej wiadomości, niniejsza wiadomość, niniejszej wiadomości, niniejszy e-mail, tę wiadomość, ten e-mail, niniejsza korespondencja, klauzula poufności,
  bu e-posta, bu mesaj, bu ileti, bu eposta, işbu e-posta, bu elektronik posta,
  данное сообщение, данное письмо, это сообщение, это письмо, настоящее сообщение, настоящее письмо, настоящее электронное, данное электронное, это электронное, в этом письме, в данном сообщении, в этом сообщении, в настоящем, в данном письме, этого сообщения, этого письма, данного сообщения,
  це повідомлення, цей лист, цього листа, цього повідомлення, в цьому листі, у цьому листі, у цьому повідомленні, в цьому повідомленні, дане повідомлення, даний лист, цей електронний,
  本メール, このメール, 本電子メール, 本メッセージ, 当メール, この電子メール, 이 메일, 본 메일, 본 이메일, 이 이메일, 본 전자우편, 이 전자우편, 본 메시지, 이 메시지, 본 전자 메일,
  本邮件, 此邮件, 该邮件, 这封邮件, 本电子邮件, 此电子邮件, 本郵件, 此郵件, 本信件, 此信件, 本電子郵件, 此電子郵件, 誤收本信, 本訊息, 此訊息, 本信,
  هذه الرسالة, هذا البريد, هذه المراسلة, بهذه الرسالة, بهذا البريد, الواردة في هذ,
  הודעה זו, הודעת דוא"ל זו, דוא"ל זה, מייל זה, הודעה זאת, דואר אלקטרוני זה, בהודעה זו,
  यह ईमेल, इस ईमेल, यह संदेश, इस संदेश, यह ई-मेल, इस ई-मेल, यह मेल, इस मेल,
  email này, thư này, thư điện tử này, e-mail này, tin nhắn này, thông điệp này,
  อีเมลฉบับนี้, อีเมลนี้, อีเมล์ฉบับนี้, อีเมล์นี้, ข้อความนี้, จดหมายอิเล็กทรอนิกส์ฉบับนี้, จดหมายอิเล็กทรอนิกส์นี้,
  email ini, e-mail ini, pesan ini, surel ini, surat elektronik ini,
  detta meddelande, det här meddelandet, detta mejl, det här mejlet, detta e-post, detta mail, det här e-post, denna e-post,
  denne e-mail, denne mail, denne besked, denne meddelelse, denne e-posten, denne meldingen, tämä viesti, tämä sähköposti, ezen üzenet, ez az e-mail, tento e-mail, tato zpráva, acest mesaj, acest e-mail, този имейл, това съобщение, το παρόν μήνυμα, αυτό το μήνυμα, το παρόν e-mail, e-mel ini, mesej ini
`;

/** What it holds is for few eyes. */
export const CONFIDENTIAL = `
  سرية, السرية, سري للغاية, سريًا,
  confidential, privileged, proprietary, vertraulich, geschützte information, rechtlich geschützt, confidentiel, secret professionnel, confidencial, sigilos, privilegiad, confidenzial, riservat, vertrouwelijk, geheimhouding,
  poufn, tajemnic, zastrzeżon, gizli, hizmete özel, конфиденциальн, конфіденційн, коммерческую тайн, комерційну таємн, 機密, 秘密, 秘匿, 기밀, 비밀, 대외비, 保密, 机密, 機密, 专属信息,
  خصوصي, חסוי, סודי, חסוי, गोपनीय, bảo mật, thông tin mật, tuyệt mật, là mật, ความลับ, rahasia, konfidential, konfidentiel, sekretess, konfidensiell, fortrolig, luottamukselli, bizalmas, důvěrn, confidențial, поверителн, εμπιστευτικ, sulit
`;

/** It is for nobody but the one it is sent to. */
export const ADDRESSEE = `
  intended recipient, intended solely, intended only, addressee, solely for the, exclusively for the, named recipient, for the sole use, person to which it, person or entity,
  richtige adressat, richtiger adressat, richtige empfänger, vorgesehene empfänger, bezeichneten empfänger, nur für den, ausschließlich für, ausschliesslich für, empfänger bestimmt, adressaten bestimmt, beabsichtigte empfänger, genannten empfänger, nicht der empfänger, nicht der adressat, adressat dieser,
  destinataire prévu, l'usage exclusif, usage exclusif, destinataire visé, exclusif de leurs destinataires, à l'attention exclusive, de ses destinataires, de leurs destinataires, seul destinataire, pas le destinataire, uniquement destiné, exclusivement destiné, destiné exclusivement, destiné uniquement, n'êtes pas destinataire,
  su destinatario, exclusivamente al destinatario, no es el destinatario, destinatario indicado, uso exclusivo, dirigidos exclusivamente, dirigido exclusivamente, destinatario previsto, únicamente a su, persona a la que, no es usted el destinatario, exclusivamente a su,
  seu destinatário, não seja o destinatário, não é o destinatário, destina-se exclusivamente, destinada exclusivamente, uso exclusivo, exclusivamente ao, destinatário pretendido, exclusivamente para o, não for o destinatário,
  esclusivamente al destinatario, solo al destinatario, destinate esclusivamente, destinato esclusivamente, non siete il destinatario, non è il destinatario, esclusivo del destinatario, unicamente al destinatario, esclusivamente alla persona, esclusivamente ai destinatari, non foste i destinatari, effettivo destinatario, non sia il destinatario, ad uso esclusivo, unicamente alle persone, persone indicate,
  uitsluitend bestemd, alleen bestemd, bedoeld voor de ontvanger, beoogde ontvanger, de geadresseerde, beoogd ontvanger, alleen bedoeld, uitsluitend bedoeld, niet de geadresseerde,
  wyłącznie dla adresat, przeznaczone wyłącznie, przeznaczona wyłącznie, ich adresatem, jej adresatem, zamierzonym adresatem, właściwym adresatem, do użytku adresata, jego adresatem, tylko dla adresata, wyłącznie do adresata, nie są państwo adresat, nie jest pan, nie jesteś adresat, wyłącznie dla osób,
  yalnızca alıcı, alıcısına, muhatabı değil, sadece gönderildiği, gönderildiği kişi, yalnızca gönderilen, hedeflenen alıcı, ilgili alıcı, alıcısı değil, sadece alıcı, muhatabına,
  только для адресат, не являетесь адресат, исключительно для, предназначено только, предназначены только, предназначенн, надлежащим получател, указанного адресата, лишь для адресат, не являетесь получател, только адресат, использования адресат,
  лише для адресат, тільки для адресат, не є адресат, виключно для, призначене лише, призначене тільки, призначені лише, не є отримувач, не є одержувач, призначено виключно, призначений лише,
  宛先の方, 受信者以外, 名宛人, 宛先以外, 受取人以外, 宛先に指定, 意図された受信者, 特定の方, 宛てられた方, 지정된 수신, 수신인이 아닌, 수신자가 아닌, 수신인만, 수신자만, 수신인만을, 지정된 수신인, 수신인이 아니, 수신자가 아니, 해당 수신인,
  仅限于, 仅供收件人, 指定收件人, 非指定收件, 预定的收件人, 预期的收件人, 指定的收件人, 目标收件人, 僅供指定, 僅供收件人, 非指定, 指定收件者, 預定收件, 仅供指定, 仅限收件人, 限指定, 并非收件人, 不是收件人, 並非收件人, 不是预定, 未经许可, 未經許可, 未经授权, 未經授權,
  المرسل إليه, المستلم المقصود, للشخص المعني, المتلقي المقصود, الجهة المرسل إليها, المستلم المعني, لمستلمها, لاستخدام المستلم, الموجهة إليه,
  מיועד לנמען, מיועדת לנמען, מיועדים לנמען, לנמען בלבד, אינך הנמען, שאינך הנמען, הנמען המיועד, לנמעני, אינכם הנמען, מיועד אך ורק, מיועדת אך ורק, אל הנמען,
  केवल प्राप्तकर्ता, इच्छित प्राप्तकर्ता, अभीष्ट प्राप्तकर्ता, निर्धारित प्राप्तकर्ता, संबोधित व्यक्ति, केवल उस व्यक्ति,
  chỉ dành cho người nhận, không phải là người nhận, không phải người nhận, người nhận dự kiến, chỉ dành riêng cho, người được chỉ định, người nhận được chỉ định, dành riêng cho người nhận,
  ผู้รับที่ระบุ, ผู้รับที่กำหนด, สำหรับผู้รับ, ไม่ใช่ผู้รับ, มิใช่ผู้รับ, มิได้เป็นผู้รับ, เฉพาะผู้รับ, เฉพาะบุคคล,
  ditujukan kepada penerima, ditujukan hanya, hanya ditujukan, hanya untuk penerima, bukan penerima, penerima yang dituju, penerima yang dimaksud, khusus untuk penerima, hanya diperuntukkan,
  avsedda för mottagaren, avsedd för mottagaren, avsett för mottagaren, avsedd mottagare, endast avse, avsedda mottagaren, enbart avse, rätt mottagare, inte är mottagare, kun beregnet, rette modtager, rette mottaker, tarkoitettu vain, címzett, pouze pro adresát, exclusiv destinatar, само за адресат, предназначен само, αποκλειστικά για τον, παραλήπτη, penerima yang
`;

/** It may have come to the wrong one. */
export const MISTAKE = `
  received in error, in error, by mistake, by accident, erroneously, irrtümlich, versehentlich, fälschlicherweise, par erreur, par mégarde, por error, por equivocación, per errore, por engano, por erro, indevidamente, equivocadamente,
  ten onrechte, per ongeluk, abusievelijk, per abuis, niet voor u bestemd, omyłkowo, pomyłkowo, przez pomyłkę, w wyniku pomyłki, błędnie, yanlışlıkla, hata ile, hatayla, sehven, по ошибке, ошибочно, помилково, через помилку, 誤って, 誤送信, 誤受信, 잘못 수신, 잘못 받, 착오로, 실수로, 잘못 전달, 잘못 전송,
  错收, 误收, 錯收, 誤收, 错误地收到, 误发, 誤發, 误送, 誤送, 误传, 誤傳, 误寄, 誤寄, 错误收到, 收到此邮件有误, 通过错误, عن طريق الخطأ, بطريق الخطأ, بالخطأ, בטעות, בשוגג, गलती से, ग़लती से, भूल से, त्रुटिवश, nhầm lẫn, do nhầm, nhận nhầm, gửi nhầm, do sơ suất,
  โดยไม่ได้ตั้งใจ, โดยผิดพลาด, โดยความผิดพลาด, โดยบังเอิญ, ผิดพลาด, karena kesalahan, secara tidak sengaja, tidak sengaja, salah kirim, karena kekeliruan, secara keliru, av misstag, felaktigt, oavsiktligt, ved en fejl, ved fejl, ved en feil, ved feil, erehdyksessä, vahingossa, tévedésből, omylem, din greșeală, din eroare, по погрешка, εκ παραδρομής, κατά λάθος, tersilap, tersalah
`;

/** What whoever gets it by mistake is to do, or must not. */
export const FORBIDDEN = `
  slet den, slet denne, divulgac, divulgaç, divulgar, silin, distribution of, distribution or,
  notify the sender, advise the sender, inform the sender, contact the sender, delete, destroy, prohibited, copying or, disclosure, dissemination, unauthorized, unauthorised,
  den absender, vernichten, löschen, untersagt, nicht gestattet, weitergabe, unbefugt, nicht erlaubt, verboten, nicht zulässig,
  l'expéditeur, de le supprimer, supprimer, détruire, interdit, divulgation, diffusion, al remitente, elimin, destru, prohibid, difusión, bórrelo, borrar, remetente, apague, apagu, exclua, proibid,
  il mittente, al mittente, cancell, distrug, vietat, diffusione, proibit, de afzender, verwijder, vernietig, verboden, niet toegestaan, verspreid, openbaarmaking,
  nadawc, usunięci, usunąć, zabronion, rozpowszechni, kopiowani, zniszcz, niedozwolon, göndereni, gönderene, silmeniz, siliniz, imha, yasaktır, kopyala, paylaşmay, çoğalt, ifşa,
  отправител, удалит, уничтож, запрещ, распростран, копирован, разглаш, відправник, видал, знищ, заборон, поширен, копіюван, розголош, 削除, 破棄, 送信者, 禁じ, 禁止, 複製, 삭제, 폐기, 발신자, 발신인, 금지, 복사, 배포, 무단,
  删除, 销毁, 发件人, 严禁, 禁止, 复制, 散发, 传播, 刪除, 銷毀, 寄件人, 寄件者, 嚴禁, 請勿, 複製, 散布, 散佈, 傳播, 请勿,
  إبلاغ المرسل, المرسل, حذف, إتلاف, يُحظر, يحظر, محظور, نسخ, توزيع, יש למחוק, מחק, מחיקת, למחוק, לשולח, השולח, אסור, להעתיק, להפיץ, הפצה,
  प्रेषक, हटा दें, हटाएँ, हटाएं, मिटा, नष्ट, वर्जित, निषिद्ध, प्रतिलिपि, वितरण, người gửi, xóa, xoá, hủy, huỷ, nghiêm cấm, sao chép, phát tán, tiết lộ, phân phối, ผู้ส่ง, ลบ, ทำลาย, ห้าม, ทำสำเนา, เผยแพร่, เปิดเผย,
  pengirim, hapus, menghapus, musnahkan, dilarang, menyalin, menyebar, penyebaran, penggandaan, avsändaren, radera, förstör, kopiera, sprida, förbjud, otillåt, afsender, avsender, lähettäj, poista, feladó, törölje, odesílatel, smaž, expeditor, șterge, подател, изтрий, αποστολέα, διαγράψτε, penghantar, padam
`;

/** Mails ask not to be printed, for nature's sake. */
export const PRINTING = `
  printing, you print,
  printing this, before printing, before you print, this, do not print, ausdrucken, ausdruck, drucken, d'imprimer, imprimer ce, n'imprimez, imprimez, imprimir, imprima, imprime, stampare, stampa questa, stampi, printen, afdrukken, print, afdrukt, wydruk, drukuj, drukow, yazdır, çıktısını, распечат, печатать, роздрук, надрук, друкув, друкуй, 印刷, 인쇄, 出力, 출력, 打印, 列印, طباعة, طبع, תדפיס, מדפיס, הדפס, प्रिंट, मुद्रित, छापने, in email, in thư, trước khi in, in ấn, พิมพ์, mencetak, dicetak, cetak, skriver ut, skriva ut, udskriv, tulosta, nyomtat, vytisk, tisknout, imprimați, отпечата, εκτυπώσετε
`;
/** What that is for. */
export const NATURE = `
  environment, the trees, the planet, umwelt, environnement, la planète, medio ambiente, medioambiente, meio ambiente, l'ambiente, ambiente, het milieu, milieu, środowisk, przyrod, çevre, doğayı, окружающ, природ, довкілл, 環境, 환경, 环境, 环保, 環保, البيئة, הסביבה, סביבה, पर्यावरण, môi trường, สิ่งแวดล้อม, lingkungan, miljö, miljø, ympäristö, környezet, životní, mediul, околната, περιβάλλον, alam sekitar
`;

/** Programs tell that they have looked for viruses. */
export const VIRUSES = `
  virus, virüs, wirus, вирус, вірус, vírus, ウイルス, ウィルス, 바이러스, 病毒, فيروس, וירוס, वायरस, vi-rút, ไวรัส, víru, viren
`;
/** Which programs those are. */
export const SCANNERS = `
  eset nod, eset security, eset endpoint, eset mail, norton security, norton antivirus,
  avast, avg.com, antivirus avg, avg anti, kaspersky, bitdefender, mcafee, avira, sophos, nod32, g data, dr.web, mailscanner, アバスト
`;

/** The mail is to be printed where one must. */
export const IF_NEEDED = `
  before, really need, necess, bevor, vor dem, notwendig, nötig, erforderlich, avant, que si, nécessaire, antes, realmente, prima di, se non, voordat, alvorens, nodig, zanim, przed, koniecz, naprawdę, önce, gerek, прежде, перед, необходим, нужн, перш, потрібн, 前に, 必要, 전에, 필요, 前请, 前請, 之前, 件前, 信前, 印前,
  قبل, الضرورة, לפני, באמת, पहले, जरूरी, ज़रूरी, आवश्यक, trước, cần thiết, ก่อน, จำเป็น, sebelum, perlu, innan, nödvänd, verkligen, før, inden, ennen, előtt, než, înainte, преди, πριν
`;
/** The program has done its work. */
export const SCANNED = `
  www., https://, checked, scanned, clean, protect, geprüft, überprüft, gescannt, vérifi, analys, contrôl, analiza, escanea, comprob, controllat, verificat, scansion, verificad, escanead, gecontroleerd, gescand, sprawdz, skanow, przeskan, kontrol edil, tarandı, taranmış, провер, просканир, перевір, проскан, チェック, スキャン, 検査, 검사, 확인되, 检查, 扫描, 檢查, 掃描, فحص, נבדק, נסרק, जाँच, जांच, स्कैन, kiểm tra, quét, ตรวจสอบ, สแกน, diperiksa, dipindai, genomsök, kontrollera, scannat, skannet, tarkist, ellenőriz, zkontrol, verificat, проверен, ελέγχ
`;
