/**
 * What becomes of a transfer, an order, a request that nobody confirms: a clause with one of them tells of the
 * time left for that, not of a code. Beginnings of words where the script separates words; case and accents
 * do not matter.
 */
export const CANCELLED_WORDS = `
  will be closed, wird geschlossen, werden geschlossen, sera fermé, se cerrará, será encerrad, verrà chius, sarà chius, wordt gesloten, zostanie zamknięt, kapatıl, будет закрыт, буде закрит, 閉鎖, 폐쇄, 注销, 註銷, سيغلق, ייסגר, बंद कर दिया, bị đóng, จะถูกปิด, akan ditutup, stängs ned,
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
  keeps its price, keep its price, basket keeps, prices hold, giá trong giỏ, giữ nguyên giá, giỏ giữ,
  your seats, seats are, seats stay, the seats, your tickets are, are kept, is kept, kept for, seu lugar, sua vaga, deine plätze, ihre plätze, die plätze, vos places, tes places, tus entradas, seus ingressos, os ingressos, i biglietti, de plaatsen, je plaatsen, bilety są, biletlerin, билеты, квитки, お席, 좌석, 자리, 座位, 席位, المقاعد, مقاعد, המקומות, הכרטיסים, सीट, ghế, vé được, vé sẽ, ที่นั่ง, kursi, tempat duduk,
  視同取消, 视同取消, 視為放棄, 视为放弃, 視同放棄, 视同放弃,
  대기 상태, 대여 대기,
  the table, your table, ihr tisch, dein tisch, euer tisch, la table, votre table, la mesa, tu mesa, su mesa, sua mesa, il tavolo, la tafel, je tafel, uw tafel, stolik, masanız, столик, テーブル, 餐桌, 餐位, 桌位, 테이블, طاولتك, الطاولة, השולחן, टेबल, โต๊ะ, meja, bordet, ert bord, ditt bord,
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

/** What is cancelled or lapses where nobody pays for it. As above. */
export const UNPAID_WORDS = `
  unpaid, not paid, is not paid, isn t paid, don t pay, do not pay, without payment, no payment, awaiting payment, pending payment, to pay for your order, pay for the order, pay your order, payment window,
  deposit, anzahlung, acompte, anticipo, sinal de, caparra, aanbetaling, zaliczk, kapora, предоплат, передоплат, 手付, 内金, 예약금, 押金, 订金, 訂金, عربون, מקדמה, अग्रिम, đặt cọc, มัดจำ, uang muka, handpenning,
  unbezahlt, nicht bezahlt, nicht gezahlt, nicht beglichen, ohne zahlung, ohne bezahlung, zahlungsfrist, zahlung nicht, impayé, non payé, non réglé, pas payé, pas réglé, sans paiement, sans règlement, faute de paiement, délai de paiement, sin pagar, sin pago, no pagas, no paga, no se paga, no pagad, impag, plazo de pago, sem pagamento, não pag, não for pag, não forem pag, o pix, pix do, seu pix, boleto, prazo de pagamento,
  non pagat, senza pagamento, mancato pagamento, non paghi, non viene pagat, niet betaald, onbetaald, zonder betaling, niet betaalt, betaaltermijn, nieopłacon, niezapłacon, brak płatności, braku płatności, bez płatności, nie opłacisz, nie zapłacisz, termin płatności, ödenmeyen, ödenmez, ödenmemiş, ödeme yapılmaz, ödemezse, ödeme süresi,
  неоплачен, не оплач, не оплат, без оплаты, срок оплаты, оплатите заказ, несплачен, не сплач, не сплат, без оплати, термін оплати, сплатіть замовлення, 未払い, 未入金, お支払いがない, お支払いのない, お支払いいただけ, お支払い期限, 支払期限, 미결제, 미입금, 결제하지 않, 입금하지 않, 결제되지 않, 결제 기한, 未支付, 未付款, 未付, 未繳, 未缴, 付款时限, 付款時限, 付款期限, 支付期限,
  غير المدفوع, غير مدفوع, لم تدفع, لم يتم الدفع, لم تسدد, عدم الدفع, دون دفع, مهلة الدفع, לא שולמ, לא תשולם, לא ישולם, לא תשלמ, ללא תשלום, טרם שולמ, भुगतान न, भुगतान नहीं, बिना भुगतान, बिना पेमेंट, chưa thanh toán, chưa trả tiền, không thanh toán, không trả tiền, hạn thanh toán, ยังไม่จ่าย, ไม่จ่าย, ยังไม่ชำระ, ไม่ชำระ, ไม่ได้ชำระ, belum dibayar, tidak dibayar, tanpa pembayaran, belum bayar, tidak bayar, batas pembayaran,
  obetald, inte betald, inte betalat, inte betalas, ej betald, utan betalning, ubetalt, ikke betalt, maksamat, maksamaton, nezaplacen, neplacen, neplătit, nu este plătit, απληρωτ, kifizetetlen, неплатен, не е платен`;

/** For how long somebody stays signed in, or is not asked again. As above. */
export const SIGNED_IN_WORDS = `
  ligado, conectada, в системе, в системі, ログインしたまま, w systemie, melding blijft,
  signed in, logged in, stay in, session, log out, logged out, sign out, signed out, trusted, trust this, remember, won t need, not need a code, idle, inactiv,
  angemeldet, eingeloggt, sitzung, abgemeldet, vertrauensw, vertraut, gemerkt, inaktiv, connecté, déconnect, reconnu, appareil, mémoris, inactivité, session, sesión, conectad, dispositivo, confianza, inactividad, sessão, confiança, inatividade, sessione, conness, attendibil, inattività, affidabil,
  ingelogd, aangemeld, sessie, uitgelogd, vertrouwd, inactiv, onthouden, sesja, sesji, sesję, zalogowan, wylogow, zaufan, bezczynn, urządzen, oturum, hatırla, güvenilir, hareketsiz, cihaz,
  сеанс, сесси, бездейств, устройств, выход из, выйдете, запомн, сеанс, сесі, бездіяльн, пристр, запам,
  ログイン状態, ログアウト, セッション, 端末, デバイス, 信頼, 無操作, 記憶, 로그인 상태, 로그아웃, 세션, 기기, 기억, 신뢰, 登录状态, 登入狀態, 会话, 工作階段, 設備, 设备, 裝置, 受信任, 信任, 无操作, 無操作, 退出登录, 自動登出, 自动退出,
  الجلسة, جلسة, جلستك, الجهاز, جهازك, تسجيل خروج, خمول, متصل, موثوق, מחובר, ההתחברות, המכשיר, נזכור, חוסר פעילות, מהימן, התנתק, सत्र, सेशन, डिवाइस, लॉग आउट, लॉगइन रह, निष्क्रिय, याद रख,
  phiên, thiết bị, đăng xuất, không hoạt động, ghi nhớ, เซสชัน, อุปกรณ์, ออกจากระบบ, ไม่มีการใช้งาน, จดจำ, sesi, perangkat, tetap masuk, tidak aktif, diingat, inloggad, utloggad, sessionen, enhet, betrodd, inaktiv, logget ind, logget inn, istunto, laite, odhlášen, přihlášen, zařízen, relace, sesiun, dispozitiv, conectat, συνεδρί, συσκευή, munkamenet, eszköz, сесия, устройств`;

/** Words for working and being used, which are said of a code that is not named: "both work for 15 minutes". As above. */
export const WORKING_WORDS = `
  works, worked, will work, to work, work for, work until, work only, no longer work, still work, stop work, stops work, use, usable, funktion, nutz, benutz, verwend, einlös, fonction, utilis, servir, valer, sert, marche, funcion, usar, usa, utiliz, sirv, serve para, serve por, serve durante, serve até, serve per, serve fino, util, funzion, usare, adopera, werk, gebruik, bruik, dział, użyć, użyj, używa, skorzystać, çalış, kullan,
  работа, сработ, использ, воспольз, пригод, працю, спрацю, використ, скорист, 使, 利用, 入力, 사용, 쓸 수, 이용, 입력, 用, يعمل, تعمل, استخدام, يستخدم, لعمل, עובד, יעבוד, שימוש, להשתמש, काम, उपयोग, इस्तेमाल, dùng, sử dụng, ใช้, berfungsi, digunakan, dipakai, pakai, funger, använd, virker, brug, bruk, toimi, käyt, fung, použ, foloși, λειτουργ, χρησιμοπ, működ, használ, работ, използ,
  digit, number below, ziffer, chiffre, cifra, cifre, dígito, algarismo, cijfer, cyfr, rakam, цифр, 数字, 數字, 숫자, أرقام, الأرقام, ספרות, अंक, chữ số, ตัวเลข, angka, siffr, talen, talet, tallet, tallene, numerot, číslice, ψηφία, számjegy,
  password, passwort, kennwort, mot de passe, contraseñ, clave, senha, wachtwoord, hasło, şifre, parola, парол, パスワード, 비밀번호, 암호, 密码, 密碼, 口令, كلمة المرور, كلمة مرور, סיסמ, पासवर्ड, mật khẩu, รหัส, sandi, lösenord, kodeord, passord, salasan, heslo, κωδικ, jelszó,
  do so, do it, do this, to tun, tun sie, erledig, le faire, faites le, hacerlo, hazlo, hágalo, fazê lo, faça, farlo, fallo, lo faccia, doen, doe dit, doe het, zrób, zrobić, yapın, yapman, yapabil, сделайте, сделать, зробити, зробіть, fill, ausfüll, rempli, rellen, preench, compil, invul, vul, wypełn, doldur, заполн, заповн, isi, diisi, isikan, diisikan, fyll, gör det, gjør det, bạn điền, hãy điền, điền vào, điền mã, để điền, กรอก, भर,
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
  spending limit, transfer limit, limited to, auf höchstens, euro begrenzt, eur begrenzt, plafonn, limité à, limités à, ograniczon do, beperkt tot, begränsat till, limit auf, überweisungslimit, tageslimit, limite de virement, limite di bonifico, limite de transferência, limite de transferencia, plafond, tope, limiet, limit przelew, limit wynosi, limiti, лимит, ліміт, 限度額, 限度额, 上限, 한도, 限额, 限額, حد التحويل, תקרת, hạn mức, วงเงิน, โอนได้ไม่เกิน, batas transfer, beloppsgräns`;

/** Who or what is on the way. As above. */
export const ARRIVING_WORDS = `
  the money, your money, funds, das geld, ihr geld, dein geld, l argent, votre argent, el dinero, tu dinero, su dinero, o dinheiro, seu dinheiro, il denaro, i soldi, het geld, je geld, pieniądze, środki, деньги, средства, гроші, кошти, 到账, 到帳, 入金は, 振込は, 입금, الأموال, المبلغ, הכסף, पैसे, tiền sẽ, เงินจะ, dana masuk, dana akan, pengarna, pengene, pengar är, framme inom,
  not received, not receive, haven t received, hasn t arrived, doesn t arrive, does not arrive, nicht erhalten, kommt er nicht, kommt sie nicht, nicht eingegangen, pas reçu, n arrive pas, no recib, no llega, no te llega, não receb, não chegar, non ricev, non arriva, niet ontvangen, nie dotrze, nie otrzyma, nie przyjdzie, gelmezse, almadıysanız, ulaşmazsa, не придет, не придёт, не пришло, не получ, не прийде, не отрима, 届かない, 届かなかった, 受信できない, 도착하지 않, 받지 못, 오지 않, 未收到, 没收到, 沒收到, 没有收到, 沒有收到, لم يصل, لم تصل, لم تستلم, לא הגיע, לא קיבלת, न मिले, नहीं मिले, नहीं मिला, नहीं मिलता, không nhận được, chưa nhận được, ไม่ได้รับ, tidak diterima, tidak menerima, belum diterima, belum menerima, tidak sampai, inte kommer, inte fått,
  driver, courier, arrives, arriving, be there in, on its way, on the way, pick you up, fahrer, kurier, bei ihnen, trifft ein, kommt in, chauffeur, livreur, coursier, arrive, arrivera, conductor, repartidor, mensajero, llega, motorista, entregador, chega, autista, corriere, fattorino, arriva, arriverà,
  bezorger, koerier, komt over, is er over, kierowca, kurier, przyjedzie, dotrze, sürücü, şoförü, şoföre, kurye, gelecek, varacak, водител, курьер, машина, такси, прибуд, приедет, подъедет, водій, водія, кур єр, авто прибуд, авто приїд, приїде, під їде,
  到着します, 到着予定, に到着, 到着いたし, ドライバー, 運転手, 配達員, 도착합, 도착하, 도착 예정, 기사님, 라이더, 司机, 司機, 骑手, 外送員, 快递员, 后到达, 後到達, 後抵達, 后抵达, 将抵达, 將抵達, 预计到达, 預計抵達, السائق, سائق, المندوب, يصل, ستصل, سيصل, הנהג, השליח, יגיע, תגיע, ड्राइवर, डिलीवरी, पहुँच, पहुंच, tài xế, giao hàng, sẽ đến, đến sau, คนขับ, ไรเดอร์, จะถึง, มาถึง, pengemudi, kurir, driver, tiba, förare, föraren, budet, framme om, kommer om, anländer, sjåfør, chauffør, kuljettaja, řidič, kurýr, șofer, curier, οδηγός, a sofőr, sofőrö, futár, шофьор, куриер`;

/** What is open or free for some time: votes, surveys, auctions, trials. As above. */
export const OPEN_WORDS = `
  order before, order by, bestellen sie bis, bestelle bis, bestell bis, commandez avant, pide antes, pida antes, peça até, peça antes, ordina entro, besteld, zamów do, zamów przed, sipariş ver, закажите до, замовте до, までのご注文, 까지 주문, 前下单, 前下單, اطلب قبل, הזמינו עד, ऑर्डर, đặt trước, สั่งก่อน, สั่งซื้อก่อน, pesan sebelum, beställ före, beställ innan,
  free month, free week, free day, trial, for free, free waiting, vote, voting, poll, ballot, survey, auction, bidding, kostenlos, gratismonat, testphase, probezeit, probeabo, probemonat, abstimmung, stimmabgabe, die wahl, umfrage, auktion, gebot, gratuit, période d essai, essai gratuit, votre essai, scrutin, vote, enquête, sondage, enchère,
  gratis, gratuita, gratuito, la prueba, tu prueba, periodo de prueba, votación, encuesta, subasta, grátis, seu teste, teste grátis, período de teste, votação, pesquisa, leilão, la prova, periodo di prova, votazion, sondaggio, l asta, un asta, proefmaand, proefperiode, proef, stemming, enquête, veiling, darmow, bezpłatn, okres próbn, próbn, głosowan, ankiet, aukcj,
  invoice, your bill, rechnung, facture, factura, fatura, fattura, bolletta, factuur, faktura, faktury, fakturę, rachunek, rachunk, счёт, счет на, счета, рахунок, рахунк, 請求書, 청구서, 账单, 帳單, 发票, 發票, فاتورة, الفاتورة, חשבונית, चालान, बिल, hóa đơn, hoá đơn, ใบแจ้งหนี้, tagihan, räkning, regning, lasku, účet, λογαριασμός, számla,
  tu vale, su vale, un vale, votre bon, ton bon, dein bon, bon cadeau, je bon, din kupong,
  orders placed, orders before, refunds take, bestellungen vor, erstattung, les commandes, vos commandes, remboursement, los pedidos, reembols, os pedidos, gli ordini, rimbors, bestellingen, terugbetaling, zamówienia złożone, siparişler, beställningar,
  ücretsiz, deneme, oylama, anket, açık artırma, müzayede, бесплатн, пробн, голосован, опрос, аукцион, безкоштовн, пробн, голосуван, опитуван, аукціон, 無料, 体験, 投票, アンケート, オークション, 入札, 무료, 체험, 투표, 설문, 경매, 입찰,
  免费, 免費, 试用, 試用, 投票, 问卷, 問卷, 拍卖, 拍賣, 竞拍, مجاني, التجربة, تجربة, التصويت, استبيان, مزاد, חינם, הניסיון, ניסיון, הצבעה, סקר, מכרז, मुफ़्त, मुफ्त, ट्रायल, मतदान, सर्वेक्षण, नीलामी,
  miễn phí, dùng thử, bỏ phiếu, bình chọn, khảo sát, đấu giá, ฟรี, ทดลองใช้, ลงคะแนน, โหวต, แบบสอบถาม, ประมูล, uji coba, percobaan, pemungutan suara, survei, lelang, kostnadsfri, provperiod, provmånad, omröstning, enkät, auktion, prøveperiode, afstemning, avstemning, kokeilu, äänestys, zkušební, hlasován, perioada de probă, votul, δοκιμ, ψηφοφορ, próba, szavazás, гласуване,
  the offer, this offer, our offer, proposal, quote stands, das angebot, angebot gilt, angebot endet, offre, devis, oferta, presupuesto, proposta, orçamento, offerta, preventivo, aanbod, voorstel, offerte, teklif, предложение, пропозиц, お見積, お申し込みは, お申し込み期, ご提案, 제안, 견적, 报价, 報價, 提案, العرض, הצעה, הצעת, प्रस्ताव, lời đề nghị, bản đề nghị, đề nghị còn, báo giá, đổi lịch, ข้อเสนอ, เปลี่ยนได้, เลื่อนนัด, penawaran, erbjudande, offert, tilbud, tarjous, nabídk, ofert, προσφορ, ajánlat, оферт`;

/** What begins, so that the time told is the one until then. As above. */
export const BEGINNING_WORDS = `
  will be visible, becomes visible, takes effect, sichtbar, wirksam, sera visible, prend effet, en vigueur, será visible, surtirá, será visível, sarà visibile, avrà effetto, zichtbaar, widoczn, görünür, yürürlüğe, вступит, вступят, отобразит, набуд, відобраз, 反映され, 반영, 生效, سيظهر, ייכנס, प्रभावी, có hiệu lực từ, จะมีผล, มีผลบังคับ, terlihat, synas,
  başlı, 시작해, 시작하, 진행됩, 진행되,
  änderungen werden, will apply, apply in, apply from, werden aktiv, sera effecti, seront effecti, serán efectiv, será efectiv, se aplicarán, se aplican, passam a valer, valem a partir, saranno attiv, sarà attiv, van kracht, wejdą w życie,
  waiting period, under review, in review, wartezeit, in prüfung, délai d attente, premier virement, premiers virements, période de carence, período de espera, periodo de espera, em análise, en revisión, periodo di attesa, in verifica, wachttijd, wachtperiode, okres oczekiwania, aktifleş, bekleme süresi, заработает, заработают, период ожидания, період очікування, 개통됩, 개통되, 대기 기간, 反映され, 待機期間, 审核, 審核, 后开通, 後開通, 将开通, 將開通, 等待期, 到账, 入帳, فترة انتظار, תקופת המתנה, chờ duyệt, thời gian chờ, ใช้งานได้หลัง, ใช้ได้หลัง, ระยะเวลารอ, รอตรวจสอบ, akan aktif dalam, masa tunggu, ditinjau, väntetid, ventetid,
  begins in, begins at, begin in, starts in, starts at, start in, will start, will begin, takes effect, take effect, new limit, comes into force, goes live, beginnt, beginnen, startet, tritt in kraft, neue limit, neues limit, wird wirksam, débute, débutera, commence, commencera, prend effet, prendra effet, entre en vigueur, sera actif,
  empieza, empezará, comienza, comenzará, entra en vigor, se aplicará, nuevo límite, começa, começará, entra em vigor, novo limite, inizia, inizierà, comincia, partirà, entra in vigore, nuovo limite, begint, beginnen, gaat in, nieuwe limiet, zaczyna, zacznie, rozpoczyna, rozpocznie, wejdzie w życie, nowy limit,
  başla, devreye gir, yürürlüğe, yeni limit, начнёт, начнет, начина, начнут, вступит, новый лимит, почнет, почина, запрацює, набуде чинності, новий ліміт, 始まり, 始まる, 開始され, 開始します, 開始いたし, 適用され, 시작됩, 시작합, 시작되, 적용됩, 적용되, 后开始, 後開始, 将开始, 將開始, 生效, تبدأ, يبدأ, ستبدأ, سيبدأ, الحد الجديد,
  יתחיל, תתחיל, מתחיל, ייכנס לתוקף, תיכנס לתוקף, शुरू, लागू, नई सीमा, bắt đầu, hạn mức mới, có hiệu lực sau, จะเริ่ม, เริ่มใน, จะมีผล, วงเงินใหม่, mulai dalam, dimulai, akan mulai, limit baru, börjar, träder i kraft, ny gräns, begynder, begynner, træder i kraft, alkaa, astuu voimaan, začíná, začne, nabude účinnosti, începe, intră în vigoare, αρχίζ, ξεκιν, kezdőd, започва`;

/** What people choose themselves and have to change after some time. As above. */
export const PASSWORD_WORDS = `
  password, passphrase, passwort, kennwort, mot de passe, contraseñ, senha, palavra passe, wachtwoord, hasło, hasła, parola, parolan, şifre, парол, パスワード, 비밀번호, 암호, 密码, 密碼, كلمة المرور, كلمة مرور, סיסמ, पासवर्ड,
  mật khẩu, รหัสผ่าน, kata sandi, kata laluan, lösenord, adgangskode, kodeord, passord, salasan, heslo, jelsz, κωδικός πρόσβασης`;

/**
 * What nobody can do for some time, and what has stopped or is slowed down: sign-in after wrong entries, trade on a
 * new device, withdrawals after a change. Where they name no code. As above.
 */
export const BARRED_WORDS = `
  unlocks itself, unlocks again, reopens, entsperrt sich, se débloque, rouvre, se desbloquea, se reabre, desbloqueia sozinh, si sblocca, riapre, ontgrendelt zich, gaat weer open, odblokuje się, kendiliğinden açıl, разблокируется, откроется снова, розблокується, відкриється знову, 自動的に解除, 자동으로 풀, 自动解锁, 自動解鎖, يفتح تلقائ, ייפתח מחדש, अपने आप खुल, tự mở, ปลดล็อกเอง, terbuka sendiri, låses upp igen,
  the lock lasts, the lock is, lockout, le blocage, el bloqueo, il blocco, o bloqueio, die sperre, de blokkering, blokada trwa, kilit süre, блокировка, блокування, 锁定时间, 鎖定時間, القفل, הנעילה, penguncian, spärren,
  try again, try later, wait at least, please wait, versuchen sie es, versuche es, versuch es, erneut versuchen, warten sie, warte mindestens, réessay, patientez, attendez, prueba otra vez, inténtalo de nuevo, inténtelo de nuevo, vuelve a intentar, vuelva a intentar, reintent, espera al menos, espere al menos, tente de novo, tente novamente, tente outra vez, espere pelo menos, aguarde, riprova, aspetta almeno, attendi almeno, probeer het, wacht minstens, wacht ten minste, spróbuj ponownie, spróbuj za, odczekaj, poczekaj, tekrar dene, yeniden dene, bekleyin, попробуйте, повторите попытку, подождите, спробуйте, зачекайте, お試しください, 再度お試し, お待ちください, 기다려, 再试, 再試, 重试, 重試, 等待, حاول مرة أخرى, حاول مجددا, حاول بعد, انتظر, נסו שוב, נסה שוב, המתינו, להמתין, पुनः प्रयास, दोबारा कोशिश, फिर कोशिश, प्रतीक्षा कर, रुकें, thử lại, vui lòng đợi, vui lòng chờ, hãy đợi, hãy chờ, ลองใหม่, ลองอีกครั้ง, กรุณารอ, โปรดรอ, รออย่างน้อย, coba lagi, tunggu, försök igen, vänta minst,
  locked, restricted, suspended, paused, on hold, frozen, cooldown, cool down, cooling off, blocked, temporarily disabled, gesperrt, eingeschränkt, ausgesetzt, pausier, blockiert, ruhen, eingefroren, wartefrist, sperrfrist,
  suspendu, restrein, verrouill, en pause, gelé, gelés, gelées, bloquead, restringid, suspendid, en pausa, pausad, congelad, suspens, restrit, limitado por, limitada por, limitados por, sospes, congelat, in pausa, limitato per, limitata per, geblokkeerd, opgeschort, gepauzeerd, beperkt, bevroren, vergrendeld, stilgelegd,
  zablokowan, wstrzyman, wstrzymujemy, zawieszon, ograniczon, zamrożon, blokad, blokuj, kısıtla, askıya, durdur, bloke, dondurul, kilitle, beklet, заблокир, ограничи, ограничен, приостан, заморож, недоступ, закрыт на, заблоков, обмежен, призупин, зупинен,
  制限され, 制限し, 制限いた, 停止し, 停止いた, 停止され, 停止と, 凍結, 保留と, ロックされ, ロックし, ロックいた, 제한됩, 제한되, 제한돼, 중단됩, 중단되, 중지됩, 중지되, 정지됩, 정지되, 잠기, 잠깁, 잠김, 동결, 보류, 차단, 暂停, 暫停, 冻结, 凍結, 受限, 限制, 暂不, 暫不, 停用, 冷静期, 冷靜期, 冷却期, 锁住, 鎖住, 封禁, 封鎖,
  تقييد, يقيد, يُقيّد, تقيد, مقيد, تعليق, يعلق, يُعلّق, معلق, تتوقف, يتوقف, موقوف, إيقاف, يوقف, تجميد, مجمد, يُجمَّد, حظر, محظور, غير متاح, غير متاحة, يُغلق, يغلق, قفل, مقفل, מוגבל, תוגבל, יוגבל, מושה, יושה, תושה, מושעה, יושעה, תושעה, מוקפא, יוקפא, חסום, חסומ, ייחסם, תיחסם, נחסם, ינעל, יינעל, תינעל, נעול, ננעל, אינו זמין, אינה זמינה, אינם זמינים, לא זמין, לא זמינה,
  रुकी, रुका रह, रुके रह, रोक दि, रोक दी, रोक लग, स्थगित, निलंबित, सीमित, प्रतिबंधित, ब्लॉक, लॉक, फ्रीज़, बंद रह, tạm dừng, tạm ngưng, tạm khóa, tạm khoá, bị khóa, bị khoá, khóa trong, hạn chế, đóng băng, tạm hoãn, đình chỉ, ระงับ, ถูกล็อก, ล็อกบัญชี, ถูกจำกัด, พักการ, งดการ, ถูกบล็อก, อายัด,
  ditangguhkan, ditunda, dibekukan, dibatasi, diblokir, dihentikan, terkunci, dikunci, dijeda, begränsa, pausa, spärr, spärras, fryses, frys, är låst, låst i, låses, låser, låses, stoppas, begrænses, spærres, sperres, rajoitet, lukit, keskeyt, omezen, pozastaven, zablokován, suspendat, restricționat, blocat, αναστέλλ, περιορίζ, κλειδών, korlátoz, felfüggeszt, zárol, ограничава, спира се, блокира`;

/** "Trading is not available for 15 days": what is said of the same in words that are said of a code, too. As above. */
export const IMPOSSIBLE_WORDS = `
  not available, unavailable, not possible, impossible, cannot, can t, won t be able, not be able, not allowed, nicht möglich, nicht verfügbar, nicht handeln, können sie nicht, können sie keine, kannst du nicht, kannst du keine, keine auszahl, keine überweis, nicht erlaubt, indisponib, impossib, ne pourrez, ne pourras, ne peut, ne peuvent, ne sera pas possible, ne seront pas,
  no podrás, no podrá, no se podrá, no podrán, no es posible, no será posible, no disponib, no está disponib, no estarán disponib, não poderá, não pode, não será possível, não é possível, não é permit, não estará, não estarão, indispon, non potrai, non potrà, non è possibile, non sarà possibile, non disponib, non sono disponib, non saranno disponib,
  niet mogelijk, niet beschikbaar, kun je niet, kunt u niet, kun je geen, kunt u geen, niet handelen, niet toegestaan, niedostępn, nie można, nie będzie można, nie da się, niemożliw, nie jest możliw, yapılamaz, yapamaz, edilemez, edemez, kullanılamaz, mümkün değil, kapalı kal, açılmaz, gönderilemez, alınamaz, çekilemez,
  невозможн, нельзя, не получится, не сможете, запрещ, недоступн, неможлив, не можна, не вдасться, не зможете, недоступн, заборон, できません, 行えません, 不可, ご利用いただけません, できなく, 없습니다, 불가, 못합니다, 不能, 无法, 無法, 不可, 不得, 不允许, 不允許, 不支持, 不开放, 不開放,
  لا يمكن, لن يمكن, لن تتمكن, لا تستطيع, لن تستطيع, يتعذر, لا يسمح, لا يُسمح, לא ניתן, לא יתאפשר, לא תוכל, אי אפשר, לא אפשרי, לא תתאפשר, לא יהיה ניתן, उपलब्ध नहीं, नहीं निकाल, नहीं भेज, नहीं बेच, नहीं खरीद, नहीं बदल, नहीं कर सक, नहीं हो सक, नहीं हो पा, नहीं कर पा, संभव नहीं, नहीं होगा, नहीं होगी,
  không thể, không được, chưa thể, chưa được, ไม่ได้, ไม่สามารถ, ไม่อนุญาต, belum bisa, tidak bisa, tidak dapat, belum dapat, tidak tersedia, tidak diizinkan, inte möjlig, går det inte, går inte, kan du inte, kan inte, inte tillgäng, inte tillåt, ikke mulig, kan du ikke, kan ikke, ei ole mahdollis, ei voi, nelze, není možn, nu este posibil, nu puteți, δεν μπορείτε, δεν είναι δυνατ, nem lehet, nem elérhet, не е възможн, не можете`;

/** "No code is needed for 30 days": for how long nobody is asked again, even where they name the code. As above. */
export const UNASKED_WORDS = `
  not be asked, won t be asked, not ask again, not ask you, won t ask, not ask for, not be prompted, won t be prompted, no code is needed, no code needed, no code will be, no code is required, no code required, without a code, not need a code, don t need a code, won t need a code, not require a code, not need another code, skip this step, skip the code,
  nicht mehr gefragt, nicht gefragt, nicht erneut gefragt, nicht wieder gefragt, nicht mehr abgefragt, nicht abgefragt, nicht erneut abgefragt, fragen wir nicht, nicht mehr nach, nicht erneut nach, kein code, keinen code, keine code, ohne code, keine weitere eingabe, plus demandé, pas demandé, pas redemandé, ne vous demander, ne te demander, ne demander, plus de code, pas de code, aucun code, sans code, pas besoin de code,
  no se pedirá, no se le pedirá, no se te pedirá, no te pediremos, no le pediremos, no pediremos, no te pedirá, no le pedirá, no volveremos a pedir, no te volveremos, no se volverá, no se solicitará, ningún código, sin código, sin pedir, no necesitarás, no necesitará, no hará falta, não pediremos, não lhe pediremos, não pedirá, não será pedid, não será solicitad, não vamos pedir, não solicitaremos, não voltaremos a pedir, não precisará, não vai precisar, nenhum código, sem código, não será necessári,
  non ti chiederemo, non le chiederemo, non chiederemo, non ti verrà, non le verrà, non ti sarà, non le sarà, non verrà chiest, non verrà richiest, non sarà richiest, nessun codice, senza codice, non servirà, non sarà necessari, geen code, zonder code, niet om een code, niet meer om, niet meer gevraagd, niet opnieuw gevraagd, vragen we niet, vragen we je niet, vragen wij niet, vragen we u niet, vragen wij u niet,
  nie zapytamy, nie będziemy pytać, nie poprosimy, nie będziemy prosić, nie poprosi, nie zapyta, nie będzie wymaga, nie będzie potrzebn, nie trzeba podawać, nie trzeba będzie, bez kodu, bez podawania, nie będziesz pytan, nie będziesz musia, sorulmaz, sorulmayacak, istenmez, istenmeyecek, sormayacağız, sormayız, istemeyeceğiz, gerekmez, gerekmeyecek, kodsuz, kod girmeden,
  не понадобится, не потребуется, не спросим, не будем спрашивать, не запросим, не будет запрашивать, запрашиваться не будет, спрашивать не будем, не попросим, не спросит, не спрашива, не запрашива, код не нужен, не нужно вводить, без кода, не знадобиться, не потребуватим, не питатим, не запитуватим, не запитаємо, не запитає, не запитує, не проситим, код не потрібен, не потрібно вводити, без коду, коду не треба, не вимагатим,
  求められません, 求めません, 求めることはありません, 入力は不要, 入力が不要, コードが不要, 認証が不要, コードは不要, コード不要, 入力不要, 認証は不要, 認証不要, 入力を省略, 認証を省略, 省略され, 省略でき, 聞かれません, コードなし, 認証なし, 画面は出ません, 画面は表示されません, 表示されません, 入力する必要は, 入力の必要は, 묻지 않, 물어보지 않, 요구하지 않, 요청하지 않, 필요하지 않, 필요 없, 필요없, 코드 없이, 번호 없이, 인증 없이, 입력 없이, 입력하지 않아도, 생략,
  无需再, 無需再, 无需输入, 無需輸入, 无需验证, 無需驗證, 无需重复, 無需重複, 不需要再, 不需要输入, 不需要輸入, 不再要求, 不再询问, 不再詢問, 不会再, 不會再, 不用再, 不必再, 毋须再, 毋須再, 免验证, 免驗證, 免输入, 免輸入, 不会要求, 不會要求, 无须再, 無須再,
  لن يطلب, لن يُطلب, لن نطلب, لن تطلب, لن تحتاج, لا حاجة, دون رمز, بدون رمز, دون إدخال, لا يطلب, لن تُسأل, لن نسأل, לא תתבקש, לא תידרש, לא נבקש, לא יידרש, לא נדרש, לא נשאל, לא תישאל, אין צורך, ללא קוד, בלי קוד, לא יהיה צורך, ללא צורך, नहीं पूछा, नहीं मांगा, नहीं माँगा, नहीं पूछें, नहीं मांगें, नहीं माँगें, ज़रूरत नहीं, जरूरत नहीं, आवश्यकता नहीं, बिना कोड, बिना ओटीपी,
  không cần nhập, không cần mã, không phải nhập, không hỏi, không bị hỏi, không yêu cầu, không cần xác, ไม่ต้องใส่, ไม่ต้องกรอก, ไม่ต้องใช้รหัส, ไม่ต้องยืนยัน, ไม่ถาม, ไม่ถูกถาม, ไม่ขอรหัส, โดยไม่ต้อง, tidak akan ditanya, tidak ditanya, tidak perlu kode, tidak perlu memasukkan, tanpa kode, tidak akan meminta, tidak diminta, tidak akan diminta, tidak meminta, tak perlu kode, tak perlu memasukkan,
  frågar vi inte, frågar vi dig inte, frågar inte, ingen kod, utan kod, inte tillfrågas, inte bli tillfrågad, inte be om, inte be dig, ingen kode, uden kode, uten kode, ei kysytä, ilman koodia, nebudeme vyžadovat, nebudeme se ptát, bez zadání, nu vom cere, nu vi se va cere, fără cod, δεν θα ζητηθεί, δεν θα σας ζητηθεί, χωρίς κωδικό, nem kérünk, nem kérjük, kód nélkül, няма да искаме, няма да поискаме, без код,
  non chieder, не запрос, не попрос, не запита, не вимага, braucht kein, ohne code aus, n aura plus à, sin pedir código, entra sem, skips the, must not enter, ei tarvita,
  exempt, befreit, dispensé, exempté, exento, exenta, exentos, isento, isenta, esente, esonerat, vrijgesteld, undantag, muaf, zwolnion, освобожд, звільнен, معفى, معفي, معفاة, פטור, יפטר, यह छूट, छूट रहेगी, ยกเว้น, miễn mã, miễn nhập, bỏ qua bước, được bỏ qua, bebas kode, bebas verifikasi, dibebaskan, 면제, 건너뜁, 건너뛰, 건너뜀, 免除, スキップ, 跳过, 跳過, 不用重新, 无需重新, 無需重新, 不必重新, 毋须重新, 免登录, 免登入, 不再弹, 不會跳出`;

/** By when somebody ought to call or write, and until when records are kept. As above. */
export const CONTACT_WORDS = `
  call you back, you will get a, you ll get a, you will receive, you ll receive, vous recevrez, tu recevras, recibirás, recibirá, receberá, riceverai, riceverà, otrzymasz, otrzyma pan, получите, отримаєте, 将收到, 將收到, ستصلك, תקבלו אישור, תקבל אישור, प्राप्त होगा, sẽ nhận, จะได้รับ, akan menerima, får du en, ontvang je een, ontvangt u een, sie erhalten, du erhältst, rappelons, llamaremos, ligaremos,
  answers within, answers in, answer within, replies within, replies in, host answers, antwortet, vous répond, répond en, répond sous, contesta en, contesta antes, responde en, responde em, responde antes, risponde in, risponde entro, rispondiamo, antwoordt, reageert, odpisze, odpisuje, отвечает, відповідає, yanıt veri, cevap veri, svarar inom, membalas, trả lời,
  call us, contact us, report it, write to us, let us know, rufen sie uns, rufen sie an, melden sie, kontaktieren sie, appelez nous, contactez, signalez, prévenez, llámenos, llámanos, contacte, contacta, comuníque, avísenos, ligue para, ligue nos, contacte nos, entre em contato, avise, chiamaci, ci chiami, contattaci, ci contatti, segnal,
  bel ons, neem contact, laat het ons, meld het, meld dit, zadzwoń, skontaktuj, zgłoś, daj nam znać, bizi arayın, arayın, bize ulaş, bildirin, позвоните, звоните, свяжитесь, сообщите, зателефонуйте, телефонуйте, зв яжіться, повідомте, お電話, ご連絡, お問い合わせ, お知らせください, 전화 주, 전화해, 연락, 신고, 致电, 致電, 来电, 來電, 联系, 聯繫, 聯絡, 拨打, 撥打,
  اتصل, تواصل, أبلغ, بلغنا, התקשר, חייגו, צרו קשר, פנו אלינו, דווחו, הודיעו, कॉल कर, फ़ोन कर, फोन कर, संपर्क, सूचित, gọi cho, gọi đến, gọi ngay, liên hệ, báo cho, แจ้งเรา, ติดต่อ, โทร, hubungi, telepon kami, laporkan, ring oss, kontakta, hör av dig, meddela oss,
  an answer, answered, we reply, get a reply, beantwort, antwort, une réponse, répondons, una respuesta, contestamos, respondemos, una risposta, rispondiamo, beantwoord, een antwoord, odpisuje, odpowiad, odpowiedź, yanıtlan, cevaplan, отвечаем, ответим, ответ придет, відповідаємо, відповімо,
  返信には, 返答, 回答, お返事, 답변, 답해 드, 답장은, 得到回, 会回复, 會回覆, 内回复, 內回覆, 内答复, 內答覆, 回电, 回電, 回信, 专人, 專人, سنجيب, نجيب عن, نرد, الرد على, עונים, נשיב, נענה, תשובה, जवाब मिल, जवाब दे, उत्तर दे, trả lời, phản hồi, ตอบคำถาม, ตอบกลับ, dijawab, membalas, kami balas, svarar vi, vi svarar, få svar`;

/** "The code of your app changes every 30 seconds": right before a length of time. Terms as in the word files. */
export const EVERY_WORDS = `
  every, each, once every, once per, once a, alle, einmal pro, je, toutes les, tous les, chaque, une fois par, cada, una vez cada, una vez por, uma vez a cada, uma vez por, ogni, una volta ogni, elke, iedere, om de, eens per, co, raz na, her,
  каждые, каждую, каждый, раз в, кожні, кожну, кожен, раз на, 毎, 每, 每隔, 매, كل, مرة كل, כל, פעם ב, हर, प्रत्येक, mỗi, cứ mỗi, ทุก, ทุกๆ, ครั้งละ, setiap, tiap, sekali per, var, varje, en gång per, hver, hvert, joka, každých, každé, la fiecare, κάθε, minden, на всеки`;

/** The same right behind it: "30秒ごと", "30 saniyede bir". */
export const TIMES_WORDS = `
  ごと, 毎に, おき, に1回, に一回, に1度, に一度, につき1回, 마다, 에 한 번, 에 한번, 에 1회, 간격, 一次, 一换, 一換, 更新一次, 内仅, 内只能, 內只能, 內僅, de bir, da bir, một lần, ครั้งเดียวเท่า, ต่อครั้ง, sekali, में एक बार, में केवल एक, فقط مرة`;

/** Signing in itself: it lasts for hours, the code for it for minutes. Beginnings of words as above. */
export const SIGN_IN_WORDS = `
  login lasts, sign in lasts, anmeldung bleibt, anmeldung gilt, anmeldung hält, connexion reste, connexion dure, acceso dura, acesso dura, accesso dura, inloggning gäller, inloggningen gäller, logowanie jest ważne, giriş geçer, вход действ, вхід діє,
  ログインは, ログインの有効, 로그인은, 로그인이, 登录有效, 登录后, 登录可, 登入有效, 登入後, 登入可, 접속은, 접속이, लॉगिन, लॉग इन, دخولك, الدخول يبقى, הכניסה נשמרת, החיבור, lần đăng nhập, đăng nhập được, đăng nhập một lần, เข้าระบบครั้ง, เข้าระบบแล้ว, เข้าสู่ระบบแล้ว, เข้าสู่ระบบครั้ง, sekali masuk, login berlaku, login bertahan`;

/** After how long without doing anything somebody is signed out, and how long a service is out of order. As above. */
export const IDLE_WORDS = `
  stilzit, niets doet, niets doen,
  maintenance, wartung, manutenzione, mantenimiento, manutenção, onderhoud, underhåll, prace techniczne, konserwacj, технические работы, работы продл, техобслуж, технічні роботи, роботи трив, техобслуг, bakım, メンテナンス, 점검, 维护, 維護, 系统升级, 系統升級, صيانة, תחזוקה, रखरखाव, bảo trì, ปิดปรับปรุง, บำรุงรักษา, pemeliharaan,
  no activity, of inactivity, without activity, do nothing, you idle, keine aktivität, ohne aktivität, untätig, inaktivität, sans activité, aucune activité, d inactivité, sin actividad, de inactividad, sem atividade, de inatividade, senza attività, di inattività, geen activiteit, zonder activiteit, inactiviteit, bez aktywności, braku aktywności, brak aktywności, bezczynności, nieaktywn,
  бездейств, без действий, неактивн, ничего не дела, бездіяльн, без дій, нічого не роби, işlem yapılmaz, işlem yapmaz, hareketsiz, boşta kal, 操作がない, 操作がなかった, 操作が行われ, 操作しない, 無操作, 何もしない, 放置, 움직임이 없, 활동이 없, 조작이 없, 미사용 시 로그, 무동작, 没有动作, 沒有動作, 无动作, 無動作, 未操作, 没有操作, 沒有操作, 无操作, 無操作, 不操作, 闲置, 閒置, 空闲,
  دون نشاط, بلا نشاط, عدم النشاط, عدم نشاط, من الخمول, ללא פעילות, חוסר פעילות, לא פעיל, אינו פעיל, מנותק, תנותק, ינותק, ניתוק, खाली रह, गतिविधि न, कोई गतिविधि, निष्क्रिय, không thao tác, để yên, không có thao tác, không hoạt động, ทิ้งไว้, ไม่มีการเคลื่อนไหว, ไม่มีการใช้งาน, ไม่มีความเคลื่อนไหว, tanpa aktivitas, tidak ada aktivitas, bila diam, menganggur, utan aktivitet, ingen aktivitet, av inaktivitet`;

/**
 * What has to be replaced after some days, be it the code itself: "the PIN must be changed within 30 days". Words for
 * a reset are none, since a code for that has to be used by then. As above.
 */
export const CHANGED_WORDS = `
  be changed, change it, change this, change your, change the, replace it, be replaced, renew, set a new, set your own, choose a new, choose your own, pick a new, create a new, new password, new pin,
  änder, geändert, wechsel, gewechselt, ersetz, erneuer, neues passwort, neues kennwort, neue pin, eigene pin, eigenes passwort, vergeben sie, changer, changé, changez, modifier, modifié, modifiez, remplac, renouvel, nouveau mot de passe,
  cambi, modific, reemplaz, renov, nueva contraseña, contraseña nueva, nueva clave, clave nueva, trocar, trocad, troque, alterar, alterad, altere, mudar, mude, mudad, substitu, nova senha, senha nova, nova palavra passe, sostitu, rinnov, nuova password, nuovo pin,
  wijzig, gewijzigd, verander, vervang, vernieuw, nieuw wachtwoord, nieuwe pincode, zmień, zmieni, zmian, wymień, odnow, nowe hasło, nowy pin, değiştir, yenile, yeni şifre, yeni parola, yeni pin,
  смен, измен, поменя, замен, обнов, продлит, новый пароль, новый пин, змін, поміня, замін, оновіть, оновити, новий пароль, новий pin,
  変更し, 変更が, 変更を, ご変更, 更新し, 更新を, 新しいパスワード, 新パスワード, 新しい暗証, 변경, 바꾸, 바꿔, 교체, 갱신, 새 비밀번호, 修改, 更改, 更换, 更換, 變更, 变更, 改密, 新密码, 新密碼, 重新设置, 重新設定, 续期, 續期, 换新, 換新,
  تغيير, تغيّر, استبدال, تجديد, كلمة مرور جديدة, رمز جديد, לשנות, להחליף, לחדש, החליפו, החלפת, סיסמה חדשה, बदल, नया पासवर्ड, नया पिन, नवीनीकरण, thay đổi, đổi mã, đổi pin, đổi mật khẩu, được đổi, mật khẩu mới, gia hạn, เปลี่ยน, ตั้งรหัส, รหัสผ่านใหม่, ต่ออายุ,
  ganti, diganti, mengganti, ubah, diubah, mengubah, perbarui, diperbarui, kata sandi baru, pin baru, byt, ändra, förny, nytt lösenord, ny pin, skift, ændr, endre, bytt, vaihda, vaihde, uusi salasana, změn, nové heslo, schimb, αλλάξ, αλλαγ, módosít, változtas, cserél, új jelsz, промен, нова парола`;

/** What has to be handed in, collected, sent back or brought into use within some days. As above. */
export const DUTY_WORDS = `
  the card, your card, new card, your sim, sim card, the form, signed form, the signed, the contract, your id, upload, hand in, submit the, submit your, return the, send back, collect, pick up, paperwork, documents, karte, formular, dokument, einreich, einzureich, eingereicht, hochlad, hochzulad, nachreich, abhol, abzuhol, abgeben, zurücksend, vertrag, nachweis,
  la carte, votre carte, formulaire, document, pièces, contrat, déposer, remettre, renvoyer, retirer, récupérer, tarjeta, formulario, document, entregar, entregue, presentar, recoger, recoja, subir, firmad, cartão, formulário, enviar os, envie os, entregar, retirar, assinad,
  la carta, tua carta, sua carta, modulo, moduli, consegn, presentare, ritir, caricare, firmat, uw pas, je pas, kaart, formulier, documenten, inlever, in te lever, indien, ophal, op te halen, upload, ondertekend, kartę, karta, karty, formularz, wnios, dostarcz, złoż, odebra, odbier, prześl, podpisan,
  kartı, formu, belge, evrak, teslim, imzalı, yükle, başvur, карту, карта, карты, документ, анкет, заявлен, сдать, сдайте, подать, подайте, забрать, заберите, договор, картк, подан, подати, забрати, заберіть, договір, підписан,
  カードを, カードは, 書類, 申込書, ご提出, 提出し, 返送, お受け取り, 受け取って, 引き取, 카드를, 카드는, 서류, 제출, 수령, 반납, 신청서, 新卡, 卡片, 银行卡, 開卡, 开卡, 材料, 文件, 资料, 資料, 提交, 递交, 遞交, 繳交, 上交, 上传, 上傳, 领取, 領取, 寄回, 取件, 签署, 簽署,
  البطاقة, بطاقتك, المستندات, الوثائق, النموذج, تسليم, استلام, تقديم, إرسال الم, הכרטיס, כרטיס, מסמכ, טופס, להגיש, הגישו, לאסוף, למסור, להחזיר, कार्ड, दस्तावेज, दस्तावेज़, फॉर्म, फ़ॉर्म, जमा कर, kích hoạt thẻ, thẻ phải, thẻ mới, hồ sơ, giấy tờ, biểu mẫu, nộp, บัตร, เอกสาร, แบบฟอร์ม, ยื่น, ส่งคืน, มารับ,
  kartu, dokumen, formulir, berkas, serahkan, diserahkan, kumpulkan, ambil, diambil, kortet, ditt kort, handling, blankett, lämna in, lämnas in, hämta, skicka in, dit kort, formular, aflever, kortti, lomak, asiakirj, kartu, dokument, doložit, odevzd, cardul, documente, formularul, κάρτα, έγγραφ, αίτησ, kárty, dokumentum, beküld, картата, документ`;

/** Words of validity that only ask for something in some time, or say that it is left: "请在", "you have". Terms as in the word files. */
export const ASKING_WORDS = `
  within, by, you have, you ve, haben sie, hast du, ihnen bleiben, dir bleiben, binnen, innert, innerhalb, spätestens, sous, d ici, vous avez, tu as, vous disposez, il vous reste, dans, au plus tard, tienes, tiene, dispones, dispone, em até, no prazo, dentro, você tem, tem, tens, dispõe, até,
  hai, ha, avete, disponi, entro, je hebt, u heeft, u hebt, heb je, uiterlijk, masz, mają, ma pan, macie, najpóźniej, w terminie, en geç, süreniz, vaktiniz, у вас есть, у тебя есть, не позднее, в срок, у вас є, маєте, не пізніше, у строк,
  请在, 请于, 請在, 請於, 须在, 須在, 须于, 須於, 应在, 應於, 需在, 需於, 以内, 以內, までに, 이내, 안에, 까지, لديك, أمامك, يرجى, خلال, في غضون, יש לך, לרשותך, תוך, בתוך, आपके पास, भीतर, bạn có, trong, trước, คุณมี, ภายใน, punya waktu, dalam, paling lambat, du har, ni har, har du, senast, inom, máte, sinulla on, aveți, έχετε, имате`;

/** What is new to an account, and begins to work some time after it was told: numbers, payees, devices. As above. */
export const NEWCOMER_WORDS = `
  new number, new payee, new recipient, new beneficiary, new account, new device, new phone, new card, new address, new iban, neue nummer, neue rufnummer, neue empfänger, neuer empfänger, neuen empfänger, neues gerät, neuen gerät, neue iban, nouveau numéro, nouveau bénéficiaire, nouvel appareil, nouveau rib, nouveau compte, nuevo número, nuevo beneficiario, nueva cuenta, nuevo dispositivo,
  novo número, novo beneficiário, novo favorecido, nova conta, novo aparelho, novo dispositivo, nuovo numero, nuovo beneficiario, nuovo iban, nuovo dispositivo, nuovo conto, nieuwe nummer, nieuw nummer, nieuwe begunstigde, nieuwe toestel, nieuwe apparaat, nieuwe rekening, nowy numer, nowy odbiorc, nowego odbiorc, nowym urządzeni, nowe urządzeni, yeni numara, yeni alıcı, yeni cihaz, yeni hesap,
  новый номер, новым получат, новый получат, новому получат, нового получат, новом устройств, нового устройств, новый телефон, новий номер, новим отримувач, новий отримувач, новому пристро, нового пристро, 新しい番号, 新しい電話番号, 新番号, 新しい振込先, 新しい端末, 新端末, 새 번호, 새 수취인, 새 기기, 새 계좌, 新手机号, 新号码, 新號碼, 新門號, 新收款, 新设备, 新設備, 新裝置, 新账户, 新帳戶, 新手機,
  الرقم الجديد, المستفيد الجديد, الجهاز الجديد, الحساب الجديد, המספר החדש, המוטב החדש, המכשיר החדש, החשבון החדש, नया नंबर, नए नंबर, नया लाभार्थी, नए लाभार्थी, नए डिवाइस, नया डिवाइस, số mới, số điện thoại mới, người thụ hưởng mới, người nhận mới, thiết bị mới, tài khoản mới, เบอร์ใหม่, หมายเลขใหม่, ผู้รับรายใหม่, ผู้รับใหม่, อุปกรณ์ใหม่, เครื่องใหม่, บัญชีใหม่, nomor baru, penerima baru, perangkat baru, rekening baru,
  nya nummer, nytt nummer, nya mottagare, ny mottagare, nya enhet, nya kort, nye nummer, ny modtager, ny mottaker, uusi numero, uusi saaja, nové číslo, nového příjemc, noul număr, noul beneficiar, νέος αριθμ, νέος δικαιούχ, új szám, új kedvezményezett, новият номер, нов получател`;

/** What somebody may do within days once the code has been typed: to think better of it. As above. */
export const REGRET_WORDS = `
  change your mind, changed your mind, withdraw from, cooling off, right of withdrawal, undo it, undo this, take it back, meinung zu ändern, anders überleg, anders zu überlegen, umentscheid, widerruf, widerrufen, rückgängig, bedenkzeit, changer d avis, changez d avis, se raviser, vous raviser, rétract, droit de rétractation, revenir en arrière, arrepent, cambiar de opinión, cambias de opinión, desist, echarte atrás, echarse atrás, deshacer,
  se arrepend, mudar de ideia, mudar de opinião, voltar atrás, desist, ripensar, ripensamento, cambiare idea, recesso, tornare indietro, annullare la, bedenktijd, van gedachten, bedenken, terugdraaien, herroep, zmianę zdania, zmienić zdanie, zmiany zdania, odstąpi, rozmyśl, cofnąć, cofnięci, vazgeç, cayma, fikrinizi değiştir, geri al, передума, отказаться, отозвать, отмену решения, передумати, відмовитися, відкликати, скасувати рішення,
  取り消しが可能, 取り消せ, 取消しが可能, クーリング, 撤回, 考え直, 철회, 번복, 마음이 바뀌, 마음을 바꾸, 청약 철회, 犹豫期, 猶豫期, 冷静期, 冷靜期, 反悔, 撤回, 鑑賞期, 後悔, 后悔, 改變主意, 改变主意, للتراجع, التراجع, تغيير رأيك, العدول, להתחרט, חרטה, לשנות את דעת, לחזור בכם, לחזור בך, मन बदल, इरादा बदल, वापस लेने, đổi ý, rút lại, thay đổi quyết định, berubah pikiran, membatalkan niat, mengurungkan, เปลี่ยนใจ, ångerrätt, ångra, ångerfrist, ändra dig, ändra er, fortryd, angre, perua, rozmysl, odstoup, răzgând, meggondol, υπαναχωρ, откаже`;
