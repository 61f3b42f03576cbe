/**
 * What says that something cannot be used any more: behind or before a length of time it tells what ends then.
 * Beginnings of words where the script separates words; case and accents do not matter.
 */
export const STOPPING_WORDS = `
  no longer accept, won t accept it, stop accepting, nehmen wir nicht mehr, nehmen wir ihn nicht mehr, nehmen wir sie nicht mehr, n acceptons plus, ne l acceptons plus, ne l accepterons plus, dejamos de aceptar, dejaremos de aceptar, no lo aceptaremos, deixamos de aceitar, deixaremos de aceitar, non lo accettiamo più, non lo accetteremo più, nemen we hem niet meer, accepteren we hem niet meer, nie przyjmiemy, nie przyjmujemy, kabul etmiyoruz, kabul etmeyiz, уже не примем, не принимаем, вже не приймемо, не приймаємо, 不再接受, לא נקבל, لن نقبل, नहीं मानेंगे, स्वीकार नहीं करेंगे, không nhận mã này nữa, không chấp nhận, kami tidak menerimanya, tidak kami terima, tar vi inte emot, godtar vi inte,
  turns into a pumpkin, good for nothing, carta straccia, vira abóbora, se convierte en calabaza, papel mojado, niets meer waard, niets waard, bezwartościow, nic niewart, nie będzie wart, nichts mehr wert, ne vaudra plus rien, ne vaut plus rien, inget värd, inget värde, нічого не варт, ничего не стоит, не нужен, не потрібен, превратится, ただの数字, 그냥 숫자, 變廢紙, 变废纸, 成废纸, 成廢紙,
  stops working, stop working, ceases to work, cease to work, ceases to function, becomes invalid, become invalid, becomes useless, become useless, be worthless, is worthless, be useless, is useless, be dead, is dead, no longer work, no longer function, no longer be valid, no longer be accepted, won t work any, will not work any,
  funktioniert nicht mehr, funktioniert er nicht mehr, funktioniert sie nicht mehr, funktioniert es nicht mehr, nicht mehr funktion, hört auf zu, wird ungültig, verliert er seine gültig, verliert seine gültig, verliert ihre gültig, wertlos, unbrauchbar, nicht mehr akzeptiert, nicht mehr verwend, nicht mehr zu gebrauchen,
  cesse de fonctionner, cessera de fonctionner, ne fonctionne plus, ne fonctionnera plus, ne marche plus, ne marchera plus, ne vaudra plus, ne sera plus valable, ne sera plus valide, ne sera plus utilis, sera inutilis, deviendra invalide, deviendra inutil, ne servira plus à rien,
  deja de funcionar, dejará de funcionar, deja de servir, dejará de servir, deja de valer, dejará de valer, deja de ser válid, dejará de ser válid, ya no servirá, ya no sirve, ya no valdrá, ya no vale, ya no funcionará, ya no funciona, quedará sin efecto, perderá su validez, perderá validez, quedará inservible,
  deixa de funcionar, deixará de funcionar, deixa de valer, deixará de valer, deixará de ser válid, para de funcionar, vai parar de funcionar, não funciona mais, não funcionará mais, não vai mais funcionar, não serve mais, não servirá mais, não valerá mais, já não funciona, já não serve, perde a validade, perderá a validade,
  smette di funzionare, smetterà di funzionare, cessa di funzionare, cesserà di funzionare, non funzionerà più, non funziona più, non sarà più valid, non sarà più utilizz, diventa inutil, diventerà inutil, perderà validità, perde validità, non varrà più, non servirà più a nulla,
  werkt niet meer, werkt hij niet meer, werkt deze niet meer, werkt ie niet meer, niet meer werken, stopt met werken, stopt hij met werken, houdt op met werken, doet het niet meer, doet hij het niet meer, niet meer bruikbaar, niet meer te gebruiken, waardeloos, ongeldig,
  przestanie działać, przestaje działać, nie będzie już działa, nie będzie działa, nie zadziała, straci ważność, traci ważność, bezużyteczn, będzie nieważn, çalışmaz, çalışmayacak, çalışmıyor olacak, geçersiz ol, geçersizdir, geçerliliğini yitir, geçerliliğini kaybed, işe yaramaz, işe yaramayacak,
  перестанет действовать, перестает действовать, перестанет работать, перестает работать, не сработает, не будет работать, не будет действовать, станет недействит, станет бесполез, утратит силу, потеряет силу, больше не действ, перестане діяти, перестане працювати, не спрацює, не працюватиме, не діятиме, стане недійсн, стане непотрібн, втратить чинність, втратить силу,
  使えなくな, 使えません, ご利用いただけなくな, 無効になり, 無効になる, 無効とな, 無効です, 失効し, 失効と, 効力を失, 사용할 수 없게, 쓸 수 없게, 더 이상 쓸 수, 더 이상 사용, 무효가, 무효입, 효력을 잃, 무용지물, 不能用了, 不能再用, 就不能使用, 无法再使用, 無法再使用, 即失效, 就失效, 自动失效, 自動失效,
  سيتوقف عن العمل, يتوقف عن العمل, ستتوقف عن العمل, لن يعمل, لن تعمل, لن يكون صالح, لن تكون صالح, لن يكون مفيد, سيصبح غير صالح, يصبح غير صالح, يفقد صلاحي, سيفقد صلاحي, يبطل مفعول, ينتهي مفعول, יפסיק לפעול, יפסיק לעבוד, תפסיק לפעול, תפסיק לעבוד, מפסיק לפעול, לא יעבוד, לא תעבוד, לא יהיה תקף, יאבד את תוקפ,
  काम नहीं करेगा, काम करना बंद, बेकार हो, नहीं चलेगा, अमान्य हो, không dùng được nữa, không sử dụng được nữa, không còn dùng, không còn hiệu lực, hết tác dụng, mất tác dụng, mất hiệu lực, vô dụng, ใช้ไม่ได้, ใช้งานไม่ได้, ใช้ไม่ได้อีก, หมดสภาพ,
  tidak bisa dipakai lagi, tidak bisa digunakan lagi, tidak dapat dipakai lagi, tidak dapat digunakan lagi, tidak bisa digunakan, tidak bisa dipakai, tidak berlaku lagi, hangus, otomatis batal, batal otomatis, batal dengan sendirinya, berhenti berfungsi, tak berlaku lagi, slutar fungera, slutar den fungera, slutar att fungera, slutar den att fungera, slutar gälla, fungerar inte längre, fungerar den inte, inte längre att använda, värdelös, blir ogiltig,
  holder op med at virke, virker ikke længere, virker den ikke længere, slutter å virke, virker ikke lenger, lakkaa toimimasta, ei enää toimi, ei toimi enää, přestane fungovat, přestane platit, nebude fungovat, nu va mai funcționa, nu mai funcționează, θα πάψει να, παύει να, nem működik tovább, érvényét veszti, спира да работи, няма да работи`;

/** How long something takes: signing up, a refund, an answer. As above. */
export const TAKING_WORDS = `
  we process, is processed, are processed, processing, review takes, wir bearbeiten, bearbeiten wir, wird bearbeitet, werden bearbeitet, traitons, est traité, sont trait, traitement, se procesa, se tramita, tramitamos, procesamos, resolución, processamos, é processad, são processad, processamento, elaboriamo, lavoriamo, viene elaborat, vengono elaborat, elaborazione, verwerken we, verwerken wij, wordt verwerkt, worden verwerkt, przetwarzamy, rozpatrujemy, realizujemy, işleme alın, işlenir, sonuçlan, обрабатыва, рассматрива, обробля, розгляда, 処理に, 審査に, 처리 기간, 처리됩, 심사에, 处理时间, 处理需, 處理需, 處理時間, 办理, 辦理, تعالج, معالجة, المعالجة, הטיפול, נטפל, मामले का, निपटारा, प्रक्रिया में, được xử lý, xử lý trong, ดำเนินการ, diproses, kami proses, handlägg, behandlas,
  takes, up and running, ready to go, all set, it took, will take, won t take, should take, only take, just take, take less, take about, take only, take around, take up to, dauert, dauern, in anspruch, benötigt nur, benötigen sie nur, benötigst du nur, brauchst du nur, brauchen sie nur, kostet sie nur, kostet dich nur,
  prend, prendra, prennent, prendront, ne prend, suffit de, suffisent, il ne faut que, lleva, llevará, llevan, tarda, tardará, tardan, tardarás, toma menos, tomará, solo toma, sólo toma, basta con, te bastan, le bastan, bastan un, bastan dos, bastan tres, bastan cinco, bastan diez, bastan 2, bastan 3, bastan 5, bastan 10, bastará, leva, levará, levam, demora, demoram, bastam, toma só, toma apenas,
  richied, bastano, impiega, impieghi, impiegherà, ci vuole, ci vogliono, ci vorr, duurt, duren, kost je, kost u, kost maar, kost slechts, kost nog, neemt maar, ben je klaar, bent u klaar, zajmie, zajmuje, zajmą, potrwa, trwa, wystarcz,
  sürer, sürüyor, sürmez, alır, almaz, alacak, almayacak, alıyor, yeter, yeterli, идет до, идёт до, длится, длиться, тривати, идет около, идёт около, йде до, займет, займёт, занимает, занимают, займут, всего за, хватит, уйдет, уйдёт, займе, займає, займуть, триває, триватиме, всього за, лише за, вистачить,
  所要, で完了, ほどで, で終わり, で済み, かかります, かかりません, かかる場合, 掛かります, 걸립, 걸려, 걸리, 소요, 면 끝, 이면 충분, 면 완료, 면 가능합,
  只需, 仅需, 僅需, 只要, 大约需要, 大約需要, 大概需要, 约需, 約需, 需时, 需時, 耗时, 耗時, 费时, 費時, 用时, 即可完成, 就能完成, 就可完成, 即可搞定,
  يستغرق, تستغرق, سيستغرق, ستستغرق, لا يتطلب سوى, אורכ, אורך, לוקח, לוקחת, ייקח, תיקח, יארך, תארך, लगता है, लगते हैं, लगेगा, लगेंगे, लगता, लगते,
  có thể đến chậm, có thể đến trễ, có thể mất, mất tới, mất chưa, mất không, mất khoảng, mất ít, mất từ, mất tối đa, chỉ mất, mất vài, mất thêm, ใช้เวลา, butuh, membutuhkan, memakan waktu, cukup, perlu waktu, hanya perlu, tar bara, tar cirka, tar ungefär, tar mindre, tar endast, tar inte, tar högst, tar upp till, tar det, det tar,
  tager kun, tager under, det tager, tar kun, tar under, vie vain, vie alle, zabere, διαρκεί, θα πάρει, tart, eltart, отнема, ще отнеме`;

/** Said of what goes on for some time. As above. */
export const GOING_ON_WORDS = `
  lasts, goes on for, dura, durerà, duran, duram, dure, durent, durera, dauert, duurt, trwa, potrwa, sürer, sürüyor, длится, продлится, триває, триватиме, 続きます, 지속됩, 계속됩, 持续, 持續, تستمر, يستمر, נמשך, נמשכת, चलती है, kéo dài, berlangsung, varar, pågår`;

/** What is asked for by "please confirm your address": a deadline for that is one for the code beside it. As above. */
export const ADDRESS_WORDS = `
  address, email, e mail, mail, mailbox, your account, registration, identity, sign up, adresse, adresse, mailadresse, emailadresse, konto, registrierung, anmeldung, identität, compte, inscription, courriel, identité, dirección, correo, cuenta, registro, identidad, endereço, conta, cadastro, registo, identidade, indirizzo, account, registrazione, iscrizione, identità,
  mailadres, emailadres, adres, registratie, inschrijving, aanmelding, identiteit, konta, rejestracj, tożsamość, skrzynk, posta, hesab, kayd, kimliğ, адрес, почт, аккаунт, регистрац, учетн, личность, пошт, обліков, реєстрац, особу,
  アドレス, アカウント, 登録, 本人, 주소, 이메일, 메일, 계정, 가입, 본인, 邮箱, 邮件, 信箱, 郵件, 郵箱, 地址, 账号, 账户, 帳號, 帳戶, 注册, 註冊, 身份,
  عنوان, بريد, حساب, تسجيل, هويتك, כתובת, מייל, דואר, חשבון, הרשמה, זהות, पता, पते, ईमेल, खाता, खाते, पंजीकरण, पहचान, địa chỉ, email, tài khoản, đăng ký, danh tính, อีเมล, ที่อยู่, บัญชี, สมัคร, ตัวตน, alamat, akun, pendaftaran, identitas, e post, mejl, adress, kontot, registrering, identitet,
  sähköposti, osoite, osoitteesi, tili, adresu, účet, adresa, contul, διεύθυνσ, λογαριασμ, címed, fiók, адреса, акаунт`;

/** What denies: "if you do not confirm your address within 48 hours". Whole words as in the word files. */
export const DENYING_WORDS = `
  not, don t, do not, aren t, isn t, haven t, hasn t, unconfirmed, unverified, without, unless, if, nicht, ohne, wenn, falls, sofern, sollten, keine, pas, ne, sans, si, no, sin, não, sem, se, non, senza, niet, geen, zonder, als, nie, bez, jeśli, jeżeli, gdy, değil, eğer,
  не, без, если, если же, якщо, ない, なく, なかった, なければ, しない, されない, 않, 못, 未, 如, 若, 如果, 不, 沒, 没, لم, لا, إذا, دون, لن, לא, אם, ללא, नहीं, न, यदि, अगर, không, chưa, nếu, ไม่, หาก, ถ้า, tidak, belum, jika, apabila, bila, tanpa, kalau, inte, om, utan, ikke, hvis, ei, jos, pokud, ne, dacă, nu, δεν, αν, εάν, nem, ha, ако`;

/** Before a clock that counts down: "time remaining: 00:10:00". Beginnings of words as above. */
export const REMAINING_WORDS = `
  remaining, time left, time remaining, time to live, lifetime, duration, countdown, expires in, restlaufzeit, restzeit, verbleib, laufzeit, dauer, durée, temps restant, restant, duración, tiempo, restante, duração, tempo rest, tempo riman, tempo resid, tempo di valid, tempo di vita, tempo limite, tempo máx, tempo mass, tempo de vida, tempo de valid, durata, rimanente, resterend, resterende, duur, looptijd, pozostał, czas, süre, kalan,
  осталось, остал, срок, время, залиш, час, строк, 残り, 残時間, 制限時間, 有効時間, 남은, 유효, 제한시간, 剩余, 剩餘, 有效, 倒计时, 倒數, 倒計時, المتبقي, متبقي, المدة, مدة, שנותר, נותר, משך, शेष, अवधि, còn lại, thời gian, thời hạn, ที่เหลือ, เหลือ, ระยะเวลา, sisa, durasi, masa, återstående, tid kvar, giltighetstid,
  tilbage, gjenstående, jäljellä, zbývá, platnost, rămas, απομέν, hátralévő, оставащо`;

/** Before or behind a time of day in brackets behind a code: "(until 14:05)". Terms as in the word files. */
export const UNTIL_WORDS = `
  no later than, spätestens um, bis spätestens, avant le, d ici à, antes de las, a más tardar a las, até as, antes das, entro le ore, prima delle, tot uiterlijk, uiterlijk om, vóór, do godziny, przed godz, przed godziną, ten önce, den önce, dan önce, tan önce, e kadar, a kadar, ye kadar, ya kadar, не позднее, не пізніше, までに, 전까지, 전에, قبل, حتى الساعة, قبل الساعة, עד השעה, לפני, לפני השעה, बजे तक, बजे से पहले, से पहले, trước lúc, đến lúc, ก่อนเวลา, ถึงเวลา, sampai pukul, hingga pukul, sebelum pukul, sampai jam, före kl, senast kl, innan kl, till klockan, før kl, inden kl, klo,
  until, till, by, before, valid until, bis, bis um, gültig bis, vor, jusqu à, avant, d ici, hasta, hasta las, antes de, até, até às, válido até, fino a, fino alle, entro, tot, geldig tot, voor, do, do godz, ważny do, przed, kadar, dek, до, действует до, діє до, まで, 迄, 까지, 前, 之前, 以前, 止, 至, 到, 有效至, 截至,
  حتى, لغاية, עד, तक, đến, tới, trước, ถึง, จนถึง, ก่อน, sampai, s d, sd, hingga, s.d., sebelum, till, till kl, t o m, före, til, til kl, inden, før, asti, saakka, mennessä, platí do, până la, μέχρι, έως, ig`;

/** Right beside a length of time they say that something takes so long, even where a code is named. Terms as in the word files. */
export const SPENT_WORDS = `
  planned for, estimated, estimated at, voraussichtlich, geplant, angesetzt auf, prévu, prévue, previsto, prevista, geschat, szacowany, szacowany czas, 预计, 預計, 预计需, 予定は, 예상, tahmini, ориентировочно, орієнтовно, beräknad, diperkirakan, dự kiến, คาดว่า,
  takes, takes about, takes only, only takes, takes less than, will take, take, prend, prend moins de, prendra, suffit de, suffisent, lleva, llevará, tarda, bastan, basta con, leva, leva menos de, levará, demora, bastam, richiede, bastano, bastan, impiega, impiegherai, kost, kost maar, zajmie, zajmie ci, zajmuje, wystarczą, wystarczy, займет, займёт, занимает, займе, займає,
  で完了, ほどで, で終わり, 걸립, 걸려, 이면 충분, 면 충분, 이면 끝, 면 끝, 소요, 只需, 仅需, 僅需, 约需, 約需, 耗时, يستغرق, تستغرق, लगते, लगता, लगेंगे, mất, chỉ mất, ใช้เวลา, ใช้เวลาเพียง, ใช้เวลาไม่ถึง, butuh, hanya butuh, tar bara, tar cirka, tar ungefär`;

/** Behind a length of time they say that the code is no good any more then. Beginnings of words as above. */
export const NEEDING_WORDS = `
  need a new, need a fresh, need another, have to request, have to ask for, must request, must ask for, brauchst du einen neuen, brauchen sie einen neuen, brauchst du eine neue, brauchen sie eine neue, benötigen sie einen neuen, benötigen sie eine neue, muss ein neuer, muss eine neue, müssen sie einen neuen, müssen sie eine neue, musst du einen neuen, musst du eine neue,
  il faudra, il faut en demander, vous devrez, tu devras, necesitarás, necesitará, tendrás que pedir, tendrá que pedir, tendrás que solicitar, tendrá que solicitar, habrá que pedir, deberás pedir, deberá solicitar, vai precisar, precisará, será preciso, será necessário, terá de pedir, terás de pedir, terá que pedir, ti servirà, le servirà, dovrai, dovrà, bisognerà, occorre chieder, occorrerà,
  heb je een nieuwe nodig, heeft u een nieuwe nodig, moet je een nieuwe, moet u een nieuwe, trzeba poprosić, trzeba będzie, będzie potrzebny nowy, potrzebny będzie nowy, musisz poprosić, konieczne będzie, yenisini isteme, yeni kod isteme, yeni kod almanız gerek, yeni bir kod, понадобится нов, потребуется нов, нужен будет нов, придется запр, придётся запр, придется получ, придётся получ, знадобиться нов, потрібен буде нов, доведеться,
  新しいコードが必要, 新しいものが必要, 再発行が必要, 再度取得, 改めて取得, もう一度取得, 다시 받아, 새로 받아, 다시 요청해야, 需重新, 请重新获取, 請重新取得, 请重新申请, 請重新申請, ستحتاج إلى رمز, يجب طلب رمز, תצטרך לבקש, תצטרכו לבקש, יהיה צורך ב, יש לבקש קוד חדש, नया कोड लेना, नया कोड मँगाना, नया कोड मांगना, phải lấy mã mới, cần lấy mã mới, phải yêu cầu mã, cần yêu cầu mã, ต้องขอรหัสใหม่, ต้องขอใหม่, harus meminta, perlu meminta, harus minta, minta yang baru, minta kode baru, minta kode lagi, perlu kode baru, behöver du en ny, måste du begära, måste du be om`;

/** Right beside a length of time they say that something was so long before. Terms as in the word files. */
export const AGO_WORDS = `
  ago, hace, hace unos, il y a, il y a environ, geleden, temu, назад, тому, ที่แล้ว, ก่อนหน้านี้, yang lalu`;

/** What rows call the time by which the code has to be typed: "deadline: 12:20". Beginnings of words as above. */
export const LATEST_WORDS = `
  last entry, final entry, enter no later, letzter zeitpunkt, dernière saisie, dernier délai, última entrada, último momento, ultimo inserimento, laatste invoer, laatste moment, ostatni moment, ostateczny czas, последний ввод, последний срок, останнє введення, останній строк, 最終入力, 入力締切, 입력 마감, 最后输入, 最後輸入, sista inmatning, sista stund, senaste inmatning, อย่างช้า, chậm nhất,
  deadline, use by, enter by, type by, latest, cut off, time limit, letzte eingabe, eingabefrist, eingabe bis, frist, spätestens, heure limite, date limite, limite, à saisir avant, hora límite, hora limite, límite, fecha límite, plazo, prazo, horário limite, scadenza, termine, ora limite, orario limite, uiterste, uiterlijk, invoeren voor, deadline,
  termin waż, termin wpis, termin wprow, termin użyc, termin upływ, ostateczn, najpóźniej, wpisać do, son giriş, son saat, en geç, крайний срок, срок, ввести до, не позднее, крайній термін, термін, строк, ввести до, 入力期限, 期限, 締切, 締め切り, 마감, 기한, 截止, 最晚, 最迟, 最遲, 最後, آخر موعد, الموعد النهائي, المهلة, מועד אחרון, להזנה עד, अंतिम समय, समय सीमा,
  hạn nhập, hạn chót, hạn cuối, hạn dùng, hạn sử, thời hạn, hết hạn, กรอกภายใน, กำหนด, หมดเขต, batas, paling lambat, tenggat, sista tid, senast, sidste frist, siste frist, viimeistään, nejpozději, termen limită, προθεσμία, határidő, краен срок`;

/** Right before a length of time they say the same; behind it, that it is one ahead of something. As above. */
export const BACK_WORDS = `
  von vor, vor, sprzed, قبل, לפני`;
