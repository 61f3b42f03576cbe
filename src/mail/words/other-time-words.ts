/**
 * What becomes of a transfer, an order, a request that nobody confirms: a clause with one of them tells of the
 * time left for that, not of a code. Beginnings of words where the script separates words; case and accents
 * do not matter.
 */
export const CANCELLED_WORDS = `
  cancelled, canceled, cancels, cancel it, declined, rejected, discarded, withdrawn, voided, refunded, goes back, go back on sale, returned to, reversed, released again, given to someone, dropped,
  storniert, gelöscht, verworfen, abgebrochen, abgelehnt, zurückgewiesen, zurückgezogen, zurückgebucht, nicht ausgeführt, freigegeben für andere, hinfällig,
  annulé, annulons, annulera, annulerons, abandonné, rejeté, refusé, remboursé, remis en vente, supprimé, ne sera pas exécuté, sera perdu,
  anulará, anularemos, anula, anulado, anulada, se cancel, cancelará, cancelada, cancelado, cancelaremos, rechaza, descarta, se perderá, devuelt, eliminará, se liberan, se liberará,
  cancelad, cancelamos, cancelaremos, será anulad, recusad, rejeitad, descartad, estornad, devolvid, excluíd,
  annullat, annullerem, verrà eliminat, verranno eliminat, respint, rifiutat, stornat, rimborsat, sarà perso, decade, decadrà,
  geannuleerd, annuleren wij, annuleren we, afgebroken, afgewezen, geweigerd, teruggestort, verwijderd, vervalt de opdracht, niet uitgevoerd,
  anulowan, anulujemy, odrzucon, usunięt, odwołan, zwrócon, przepadn, skasowan,
  iptal ed, iptal olur, iptal olacak, reddedil, silinir, silinecek, iade edil, geri alın,
  отмен, аннулир, отклон, удален, удалён, сгор, будет возвращ, возвратим, сброшен, скасован, скасуємо, анульован, анулю, відхилен, видален, буде повернен, згорить,
  取り消, 取消, 自動キャンセル, キャンセルされ, キャンセルとなり, キャンセルいたし, 破棄され, 却下, 削除され, 無効扱い, 返金, 취소, 거절, 반려, 삭제됩, 삭제돼, 환불, 파기, 자동 해제, 撤销, 撤銷, 作废, 作廢, 拒绝, 拒絕, 退回, 退款, 关闭, 關閉, 释放, 釋放,
  إلغا, تلغى, ستلغى, يلغى, سيلغى, سنلغي, ترفض, يرفض, سيرفض, سترفض, تحذف, يحذف, سيتم حذف, يعاد, תבוטל, יבוטל, תתבטל, יתבטל, מתבטל, מבוטל, נבטל, תידחה, יידחה, תימחק, יימחק, יוחזר, תוחזר,
  रद्द, निरस्त, अस्वीकार, हटा दि, हटा दी, वापस कर, bị hủy, bị huỷ, sẽ hủy, sẽ huỷ, hủy bỏ, huỷ bỏ, tự động hủy, tự động huỷ, bị từ chối, bị xóa, bị xoá, hoàn tiền, hoàn lại, ยกเลิก, ปฏิเสธ, ถูกลบ, คืนเงิน, ตกไป,
  dibatalkan, batal, ditolak, dihapus, dikembalikan, avbryt, annuller, avslås, avvisas, raderas, återkallas, återbetalas, slettes, afvises, avvises, peruutetaan, peruuntuu, hylätään, poistetaan, zrušen, zruší, zamítnut, smazán,
  anulat, anulăm, respins, ștears, șters, ακυρ, απορρι, διαγρα, törl, visszavon, elutasít, lemond, отказ, анулира`;

/** What is kept for somebody for some time: seats, goods, a price. As above. */
export const HELD_WORDS = `
  free for you, slot for you, it for you, them for you, für sie frei, für dich frei, für euch frei, dla ciebie, dla pani, dla pana, dla państwa, voor je vrij, voor u vrij, sizin için, senin için, для вас, для тебя, для тебе, आपके लिए, cho bạn, cho quý khách, ไว้ให้คุณ, ให้ท่าน, untuk anda, untukmu, åt dig, för dig, til deg, til dig, sinulle, pro vás, pro tebe, pentru dumneavoastră, pentru tine, για εσάς, για σας, önnek, за вас, 비워, 为您, 為您, לך את, لك لمدة,
  keep this, we keep, we ll keep, time slot, this slot, slot is, créneau, hueco, fascia oraria, tijdstip, ayır,
  we are holding, we re holding, we hold, we ll hold, we will hold, held for, hold your, hold the, hold them, holding your, holding the, reserved, we reserve, reserving, set aside, keep your seat, keep your table, keep the price, keep your place, keep your order, in your cart, in your basket, price is guaranteed, price is fixed, rate is locked, rate is guaranteed,
  reserviert, halten wir, wir halten, vorgemerkt, hinterlegt, zurückgelegt, warenkorb, preisgarantie, kurs ist, preis ist, preis bleibt, wird gehalten, werden gehalten,
  réserv, bloqué, mis de côté, mise de côté, gardons, gardées, gardés, tenons à votre disposition, panier, tarif garanti, prix garanti, taux garanti,
  reserva, guardamos, te guardaremos, apartad, bloquead, retenem, retenid, mantenemos, carrito, cesta, guardad, seguramos, guardar, asientos, butacas, assentos, poltronas, lugares, carrinho, mantemos, mantido,
  riservat, prenotat, bloccat, teniamo, tenut, mettiamo da parte, carrello, i posti, gereserveerd, houden we, wij houden, we houden, vastgehouden, vasthouden, houden wij, winkelwagen, winkelmand, stoelen,
  zarezerwowan, trzymamy, rezerwujemy, rezerwacja, odłożon, koszyk, miejsca, ayırd, ayrıl, tutul, tutuyoruz, rezerve, rezervasyon, sepet, koltuk, yeriniz,
  забронир, держим, удержива, придержим, отложен, отложим, зарезервир, корзин, места, зберігаємо, заброньов, тримаємо, утримуємо, відклад, зарезервов, кошик, місця,
 を確保, 確保して, 確保いたし, お取り置き, 取り置き, 仮押さえ, 仮予約, カート, お席, 座席, 在庫, 선점, 좌석, 보류, 장바구니, 맡아, 확보, 보관, 保留, 预留, 預留, 锁定, 鎖定, 占座, 购物车, 購物車, 座位, 锁座, 鎖座,
  محجوز, نحجز, حجزنا, نحتفظ, السلة, سلة, مقاعد, مقعد, שמור, נשמר, שומרים, נשמור, שריינו, משוריין, סל הקניות, המושב, המקומות, रखी गई, रखी जाएँ, रखा गया, रखे गए, सीट, आरक्षित, सुरक्षित रख, होल्ड, कार्ट,
  được giữ, giữ chỗ, giữ ghế, giữ vé, giữ hàng, giữ giá, giữ cho, giỏ hàng, ghế, ถูกเก็บ, เก็บที่นั่ง, ที่นั่ง, จองไว้, สำรองไว้, กันไว้, ล็อกราคา, ตะกร้า, ditahan, disimpan, kami simpan, kursi, dipesan, menahan, keranjang,
  håller dina, håller vi, vi håller, reserver, varukorg, platserna, dina platser, biljetterna, pladser, plasser, indkøbskurv, handlekurv, varattu, pidämme, varaamme, rezervov, držíme, košík, rezervat, păstrăm, locuri, κρατάμε, κρατούνται, δεσμευ, θέσεις, fenntart, foglal, запаз`;

/** For how long somebody stays signed in, or is not asked again. As above. */
export const SIGNED_IN_WORDS = `
  signed in, logged in, stay in, session, log out, logged out, sign out, signed out, trusted, trust this, remember, won t need, not need a code, idle, inactiv,
  angemeldet, eingeloggt, sitzung, abgemeldet, vertrauensw, vertraut, gemerkt, inaktiv, connecté, déconnect, reconnu, appareil, mémoris, inactivité, session, sesión, conectad, dispositivo, confianza, inactividad, sessão, confiança, inatividade, sessione, conness, attendibil, inattività, affidabil,
  ingelogd, aangemeld, sessie, uitgelogd, vertrouwd, inactiv, onthouden, sesja, sesji, sesję, zalogowan, wylogow, zaufan, bezczynn, urządzen, oturum, hatırla, güvenilir, hareketsiz, cihaz,
  сеанс, сесси, бездейств, устройств, выход из, выйдете, запомн, сеанс, сесі, бездіяльн, пристр, запам,
  ログイン状態, ログアウト, セッション, 端末, デバイス, 信頼, 無操作, 記憶, 로그인 상태, 로그아웃, 세션, 기기, 기억, 신뢰, 登录状态, 登入狀態, 会话, 工作階段, 設備, 设备, 裝置, 受信任, 信任, 无操作, 無操作, 退出登录, 自動登出, 自动退出,
  الجلسة, جلسة, جلستك, الجهاز, جهازك, تسجيل خروج, خمول, متصل, موثوق, מחובר, ההתחברות, המכשיר, נזכור, חוסר פעילות, מהימן, התנתק, सत्र, सेशन, डिवाइस, लॉग आउट, लॉगइन रह, निष्क्रिय, याद रख,
  phiên, thiết bị, đăng xuất, không hoạt động, ghi nhớ, เซสชัน, อุปกรณ์, ออกจากระบบ, ไม่มีการใช้งาน, จดจำ, sesi, perangkat, tetap masuk, tidak aktif, diingat, inloggad, utloggad, sessionen, enhet, betrodd, inaktiv, logget ind, logget inn, istunto, laite, odhlášen, přihlášen, zařízen, relace, sesiun, dispozitiv, conectat, συνεδρί, συσκευή, munkamenet, eszköz, сесия, устройств`;

/** Words for working and being used, which are said of a code that is not named: "both work for 15 minutes". As above. */
export const WORKING_WORDS = `
  work, use, usable, funktion, nutz, benutz, verwend, einlös, fonction, utilis, servir, valer, sert, marche, funcion, usar, usa, utiliz, sirv, serv, util, funzion, usare, adopera, werk, gebruik, bruik, dział, użyć, użyj, używa, skorzystać, çalış, kullan,
  работа, сработ, использ, воспольз, пригод, працю, спрацю, використ, скорист, 使, 利用, 入力, 사용, 쓸 수, 이용, 입력, 用, يعمل, تعمل, استخدام, يستخدم, لعمل, עובד, יעבוד, שימוש, להשתמש, काम, उपयोग, इस्तेमाल, dùng, sử dụng, ใช้, berfungsi, digunakan, dipakai, pakai, funger, använd, virker, brug, bruk, toimi, käyt, fung, použ, foloși, λειτουργ, χρησιμοπ, működ, használ, работ, използ,
  digit, number below, ziffer, chiffre, cifra, cifre, dígito, algarismo, cijfer, cyfr, rakam, цифр, 数字, 數字, 숫자, أرقام, الأرقام, ספרות, अंक, chữ số, ตัวเลข, angka, siffr, tal, numerot, číslice, ψηφία, számjegy,
  password, passwort, kennwort, mot de passe, contraseñ, clave, senha, wachtwoord, hasło, şifre, parola, парол, パスワード, 비밀번호, 암호, 密码, 密碼, 口令, كلمة المرور, كلمة مرور, סיסמ, पासवर्ड, mật khẩu, รหัส, sandi, lösenord, kodeord, passord, salasan, heslo, κωδικ, jelszó,
  do so, do it, do this, to tun, tun sie, erledig, le faire, faites le, hacerlo, hazlo, hágalo, fazê lo, faça, farlo, fallo, lo faccia, doen, doe dit, doe het, zrób, zrobić, yapın, yapman, yapabil, сделайте, сделать, зробити, зробіть, fill, ausfüll, rempli, rellen, preench, compil, invul, vul, wypełn, doldur, заполн, заповн, isi, diisi, isikan, diisikan, fyll, gör det, gjør det, điền, กรอก, भर,
  have until, you have, haben sie, hast du, avez, disposez, dispone, tiene, tienes, você tem, tem até, avete, hai tempo, hebt, heeft, heb je, masz, mają, ma czas, vakti, süreniz, у вас, маєте, har du, har ni, du har, ni har, bạn có, มีเวลา, punya waktu, لديك, أمامك, יש לך, עומדים לרשות, आपके पास,
  both, ambos, ambas, beide, les deux, entrambi, oba, обидва, оба, her ikisi, 両方, 둘 다, 两者, 兩者`;

/** Before a length of time they say by when something has to be done. Terms as in the word files. */
export const DEADLINE_WORDS = `
  before, vor, avant, avant les, antes de, antes dos, antes das, antes de que pasen, prima di, prima che passino, voor, przed, przed upływem, до, до истечения, до закінчення, раньше чем через, trước, sebelum, innan, före, før, ennen, před, înainte de, πριν, преди, قبل, לפני`;

/** "The first 24 hours": right before a length of time they say that something else begins then. Terms as in the word files. */
export const FIRST_WORDS = `
  first, the first, initial, erste, ersten, premières, les premières, premiers, premier, primeras, las primeras, primeros, los primeros, primeiras, primeiros, prime, le prime, primi, eerste, pierwsze, pierwszych, pierwszy,
  ilk, первые, первых, первый, перші, перших, перший, 最初の, 初めの, はじめの, 首, 前, 最初, 처음, 첫, أول, الأولى, הראשונות, הראשונים, पहले, đầu, đầu tiên, แรก, pertama, första, de första, første, ensimmäiset, ensimmäisen, prvních, první, primele, πρώτες, első, първите`;

/** Caps on what can be sent or drawn in some time. Beginnings of words as above. */
export const CAP_WORDS = `
  spending limit, transfer limit, limited to, limit auf, überweisungslimit, tageslimit, limite de virement, limite di bonifico, limite de transferência, limite de transferencia, plafond, tope, limiet, limit przelew, limit wynosi, limiti, лимит, ліміт, 限度額, 限度额, 上限, 한도, 限额, 限額, حد التحويل, תקרת, hạn mức, วงเงิน, โอนได้ไม่เกิน, batas transfer, beloppsgräns`;

/** Who or what is on the way. As above. */
export const ARRIVING_WORDS = `
  driver, courier, arrives, arriving, be there in, on its way, on the way, pick you up, fahrer, kurier, bei ihnen, trifft ein, kommt in, chauffeur, livreur, coursier, arrive, arrivera, conductor, repartidor, mensajero, llega, motorista, entregador, chega, autista, corriere, fattorino, arriva, arriverà,
  bezorger, koerier, komt over, is er over, kierowca, kurier, przyjedzie, dotrze, sürücü, şoför, kurye, gelecek, varacak, водител, курьер, машина, такси, прибуд, приедет, подъедет, водій, водія, кур єр, авто прибуд, авто приїд, приїде, під їде,
  到着します, 到着予定, に到着, 到着いたし, ドライバー, 運転手, 配達員, 도착합, 도착하, 도착 예정, 기사님, 라이더, 司机, 司機, 骑手, 外送員, 快递员, 后到达, 後到達, 後抵達, 后抵达, 将抵达, 將抵達, 预计到达, 預計抵達, السائق, سائق, المندوب, يصل, ستصل, سيصل, הנהג, השליח, יגיע, תגיע, ड्राइवर, डिलीवरी, पहुँच, पहुंच, tài xế, giao hàng, sẽ đến, đến sau, คนขับ, ไรเดอร์, จะถึง, มาถึง, pengemudi, kurir, driver, tiba, förare, föraren, budet, framme om, kommer om, anländer, sjåfør, chauffør, kuljettaja, řidič, kurýr, șofer, curier, οδηγός, sofőr, futár, шофьор, куриер`;

/** What is open or free for some time: votes, surveys, auctions, trials. As above. */
export const OPEN_WORDS = `
  free month, free week, free day, trial, for free, free waiting, vote, voting, poll, ballot, survey, auction, bidding, kostenlos, gratismonat, testphase, probezeit, probeabo, probemonat, abstimmung, stimmabgabe, die wahl, umfrage, auktion, gebot, gratuit, période d essai, essai gratuit, votre essai, scrutin, vote, enquête, sondage, enchère,
  gratis, gratuita, gratuito, la prueba, tu prueba, periodo de prueba, votación, encuesta, subasta, grátis, seu teste, teste grátis, período de teste, votação, pesquisa, leilão, la prova, periodo di prova, votazion, sondaggio, l asta, un asta, proefmaand, proefperiode, proef, stemming, enquête, veiling, darmow, bezpłatn, okres próbn, próbn, głosowan, ankiet, aukcj,
  invoice, your bill, rechnung, facture, factura, fatura, fattura, bolletta, factuur, faktura, faktury, fakturę, rachunek, rachunk, счёт, счет на, счета, рахунок, рахунк, 請求書, 청구서, 账单, 帳單, 发票, 發票, فاتورة, الفاتورة, חשבונית, चालान, बिल, hóa đơn, hoá đơn, ใบแจ้งหนี้, tagihan, räkning, regning, lasku, účet, λογαριασμός, számla,
  tu vale, su vale, un vale, votre bon, ton bon, dein bon, bon cadeau, je bon, din kupong,
  orders placed, orders before, refunds take, bestellungen vor, erstattung, les commandes, vos commandes, remboursement, los pedidos, reembols, os pedidos, gli ordini, rimbors, bestellingen, terugbetaling, zamówienia złożone, siparişler, beställningar,
  ücretsiz, deneme, oylama, anket, açık artırma, müzayede, бесплатн, пробн, голосован, опрос, аукцион, безкоштовн, пробн, голосуван, опитуван, аукціон, 無料, 体験, 投票, アンケート, オークション, 入札, 무료, 체험, 투표, 설문, 경매, 입찰,
  免费, 免費, 试用, 試用, 投票, 问卷, 問卷, 拍卖, 拍賣, 竞拍, مجاني, التجربة, تجربة, التصويت, استبيان, مزاد, חינם, הניסיון, ניסיון, הצבעה, סקר, מכרז, मुफ़्त, मुफ्त, ट्रायल, मतदान, सर्वेक्षण, नीलामी,
  miễn phí, dùng thử, bỏ phiếu, bình chọn, khảo sát, đấu giá, ฟรี, ทดลองใช้, ลงคะแนน, โหวต, แบบสอบถาม, ประมูล, uji coba, percobaan, pemungutan suara, survei, lelang, kostnadsfri, provperiod, provmånad, omröstning, enkät, auktion, prøveperiode, afstemning, avstemning, kokeilu, äänestys, zkušební, hlasován, perioada de probă, votul, δοκιμ, ψηφοφορ, próba, szavazás, гласуване,
  the offer, this offer, our offer, proposal, quote stands, das angebot, angebot gilt, angebot endet, offre, devis, oferta, presupuesto, proposta, orçamento, offerta, preventivo, aanbod, voorstel, offerte, teklif, предложение, пропозиц, お見積, お申し込み, ご提案, 제안, 견적, 报价, 報價, 提案, العرض, הצעה, הצעת, प्रस्ताव, lời đề nghị, bản đề nghị, đề nghị còn, báo giá, đổi lịch, ข้อเสนอ, เปลี่ยนได้, เลื่อนนัด, penawaran, erbjudande, offert, tilbud, tarjous, nabídk, ofert, προσφορ, ajánlat, оферт`;

/** What begins, so that the time told is the one until then. As above. */
export const BEGINNING_WORDS = `
  begins in, begins at, begin in, starts in, starts at, start in, will start, will begin, takes effect, take effect, new limit, comes into force, goes live, beginnt, beginnen, startet, tritt in kraft, neue limit, neues limit, wird wirksam, débute, débutera, commence, commencera, prend effet, prendra effet, entre en vigueur, sera actif,
  empieza, empezará, comienza, comenzará, entra en vigor, se aplicará, nuevo límite, começa, começará, entra em vigor, novo limite, inizia, inizierà, comincia, partirà, entra in vigore, nuovo limite, begint, beginnen, gaat in, nieuwe limiet, zaczyna, zacznie, rozpoczyna, rozpocznie, wejdzie w życie, nowy limit,
  başla, devreye gir, yürürlüğe, yeni limit, начнёт, начнет, начина, начнут, вступит, новый лимит, почнет, почина, запрацює, набуде чинності, новий ліміт, 始まり, 始まる, 開始され, 開始します, 開始いたし, 適用され, 시작됩, 시작합, 시작되, 적용됩, 적용되, 后开始, 後開始, 将开始, 將開始, 生效, تبدأ, يبدأ, ستبدأ, سيبدأ, الحد الجديد,
  יתחיל, תתחיל, מתחיל, ייכנס לתוקף, תיכנס לתוקף, शुरू, लागू, नई सीमा, bắt đầu, hạn mức mới, có hiệu lực sau, จะเริ่ม, เริ่มใน, จะมีผล, วงเงินใหม่, mulai dalam, dimulai, akan mulai, limit baru, börjar, träder i kraft, ny gräns, begynder, begynner, træder i kraft, alkaa, astuu voimaan, začíná, začne, nabude účinnosti, începe, intră în vigoare, αρχίζ, ξεκιν, kezdőd, започва`;

/** What people choose themselves and have to change after some time. As above. */
export const PASSWORD_WORDS = `
  password, passphrase, passwort, kennwort, mot de passe, contraseñ, senha, palavra passe, wachtwoord, hasło, hasła, parola, parolan, şifre, парол, パスワード, 비밀번호, 암호, 密码, 密碼, كلمة المرور, كلمة مرور, סיסמ, पासवर्ड,
  mật khẩu, รหัสผ่าน, kata sandi, kata laluan, lösenord, adgangskode, kodeord, passord, salasan, heslo, jelsz, κωδικός πρόσβασης`;
