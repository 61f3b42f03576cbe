import { away } from './subject-words.js';
import type { Words } from './words.js';

/**
 * What notices of fraud speak of: those who deceive, and how. What became of a payment that was stopped is
 * not among it, nor is what stands below every other mail of a bank. Terms as in the word files.
 */
const FRAUD: Readonly<Record<string, string>> = {
  en: `fake courier*, fake invitation*, fake prize*, fake job*, fake offer*, fake ad, fake ads,
    spot the con, con trick*, fake police, fake technician*, fake bank staff, cloned voice, deepfake*, lost money to,
    scam, scams, scammer*, scammers, fraudster*, fraudsters, phishing, smishing, vishing, quishing, impersonat*, pretending to be, pretend to be,
    pretends to be, posing as, poses as, claiming to be, claim to be, fake text*, fake email*, fake e mail*, fake message*,
    fake call*, fake letter*, fake delivery, fake parcel*, fake bank*, fake police*, fake investment*, fake website*, fake site*, fake page*, fake invoice*, fake sms, bogus call*, bogus text*,
    bogus message*, bogus email*, scam call*, scam text*, safe account, beware of, swindler*, con artist*, spoofed, spoofing,
    fraud awareness, fraud warning, don t fall for, criminals are, criminals call, criminals send, criminals use`,
  de: `falsche kuriere, falsche gewinne, täter geben,
    falscher techniker, falsche techniker, falscher mitarbeiter, falscher polizist, falsche gewinnspiele, betrügerische mails, betrügerische anrufe, betrügerische nachrichten, betrügerische sms,
    betrüger*, betrugsmasche*, betrugsmaschen, trickbetrug*, phishing*, quishing, fakeshop*, fake shop*, gefälschte*, falsche anrufe,
    falsche mitarbeiter, falsche bankmitarbeiter, falsche polizisten, falsche sms, falsche mails, falsche e mails,
    falsche rechnungen, angebliche mitarbeiter, angeblicher mitarbeiter, kriminelle, geben sich als, gibt sich als, in unserem
    namen, enkeltrick, schockanruf*, vorsicht vor, warnung vor, abzocke, gauner, fallen sie nicht, fall nicht auf`,
  fr: `fausse page, fausses pages, faux coursier*, fausses annonces,
    faux technicien*, faux policier*, faux livreur*, faux banquier*, faux placement*, piège,
    escroc, escrocs, escroquerie, escroqueries, arnaque, arnaques, arnaqueur*, hameçonnage, phishing, faux conseiller*, faux
    sms, faux mail*, faux courriel*, faux e mail*, faux message*, faux appel*, fausse facture*, faux site*, faux agent*,
    fraudeur*, se font passer pour, se fait passer pour, se faisant passer pour, usurp*, méfiez vous, ne tombez pas dans`,
  es: `falso mensajero, falsos mensajeros, página falsa, falsos premios,
    falso técnico, falsos técnicos, falso empleado, falsos empleados, falso gestor, falso policía, falsos policías, falsa web, webs falsas, engaño, engaños,
    estafa, estafas, estafador*, estafadores, timo, timos, timador*, phishing, smishing, vishing, sms falso*, mensajes falsos, mensaje falso,
    correos falsos, correo falso, llamadas falsas, llamada falsa, páginas falsas, se hacen pasar por, se hace pasar por,
    haciéndose pasar por, suplanta*, suplantando, ciberdelincuente*, delincuentes, no caigas, no te dejes engañar, no te engañen`,
  it: `finto corriere, finti corrieri, falsi corrieri, falsi premi, pagina falsa, la pagina è falsa,
    falso tecnico, falsi tecnici, falso impiegato, finto tecnico, finti tecnici, finto carabiniere, falsi carabinieri, sms fasulli, fasullo, fasulli, raggirare,
    truffa, truffe, truffatore, truffatori, raggiro, raggiri, phishing, smishing, vishing, falso operatore, falsi operatori,
    falsi sms, falsi messaggi, false email, false mail, falsi siti, false telefonate, finti operatori, finto operatore, si
    spacciano per, si spaccia per, spacciandosi per, si fingono, si finge, malintenzionati, non cadere, attenzione alle truffe`,
  pt: `prémios falsos, prêmios falsos, página falsa, falso estafeta, falsos estafetas, desconfie,
    falso técnico, falsos técnicos, falso motoboy, falso gerente, falsa oferta, falsos empregados, falso funcionario do banco, site falso, sites falsos,
    golpe, golpes, golpista*, golpistas, burla, burlas, burlão, burlões, phishing, smishing, boleto falso, boletos falsos, falso boleto, falsos
    boletos, sms falso*, sms falsas, mensagens falsas, mensagem falsa, e mails falsos, chamadas falsas, ligações falsas, falsa
    central, falso funcionário, falsos funcionários, se passam por, se passa por, se passando por, fazem se passar, fazendo se
    passar, criminosos, fraudadores, fraudador, não caia`,
  nl: `nep appje*, nepappje*, nep pakket*, valse pakket*, valse website*,
    babbeltruc*, nepagent*, nepagenten, nepkoerier*, valse bankmedewerker*, nepbelletje*,
    oplichter*, oplichters, oplichting, oplichterij, phishing, smishing, spoofing, nepmail*, nepbericht*, nep sms, nepsite*, nepwebsite*, nep mail*,
    neptelefoontje*, nepmedewerker*, valse mail*, valse e mail*, valse sms*, valse berichten, doen zich voor, doen zich voor als, doet
    zich voor, voordoen als, criminelen, bankhelpdeskfraude, helpdeskfraude, trap er niet in`,
  pl: `fałszyw*,
    fałszywy pracownik, fałszywi pracownicy, fałszywy konsultant, fałszywy policjant, fałszywe inwestycje, fałszywe reklamy, fałszywe wezwania, to oszustwo,
    oszust*, oszustwo, oszustwa, oszuści, wyłudz*, phishing*, phishingow*, fałszyw* wiadom*, fałszywe wiadomości, fałszywe smsy, fałszywe sms y,
    fałszywe telefony, fałszywe strony, fałszywe e maile, fałszywe maile, fałszywa wiadomość, fałszywi konsultanci, podszywa*, podszywają się,
    podając się za, podają się za, przestępc*, cyberprzestępc*, naciągacz*, nie daj się oszukać, nie daj się nabrać`,
  tr: `sahte,
    tuzak, tuzaklar*, tuzağ*, sahte polis*, sahte görevli*, sahte yatırım*, sahte kargo*, sahte ilan*, kart bilgilerinizi çalmak, bilgilerinizi çalmak,
    dolandırıcı*, dolandırıcılık, oltalama, kimlik avı, sahte arama*, sahte mesaj*, sahte sms*, sahte e posta*, sahte site*, sahte link*, sahte
    çağrı*, sahte hesap*, kendini banka, kendisini banka, kendilerini banka, olarak tanıtan, olarak tanıtarak, kötü niyetli kişiler,
    tuzağına düşmeyin, tuzağa düşmeyin`,
  ru: `поддельн*, фальшив*,
    это обман, лжеполицейск*, лжебанкир*, поддельные розыгрыши, фальшивые розыгрыши, украсть свои деньги, украсть деньги,
    мошенни*, мошенник*, мошенничеств*, аферист*, фишинг*, злоумышленник*, лжесотрудник*, поддельные письма, поддельные сообщения, поддельные сайты, поддельный
    сайт, фальшивые, представляются сотрудниками, представляется сотрудником, якобы сотрудник*, якобы от имени, выдают себя за,
    выдавая себя за, не попадитесь, не дайте себя обмануть, безопасный счёт, безопасный счет`,
  uk: `підроблен*, фальшив*,
    це обман, псевдополіцейськ*, фальшиві розіграші, підроблені розіграші, вкрасти гроші,
    шахра*, шахрай*, шахрайств*, аферист*, фішинг*, зловмисник*, підроблені листи, підроблені повідомлення, підроблені сайти, фальшиві, видають себе за,
    видаючи себе за, представляються працівниками, представляються співробітниками, псевдопрацівник*, нібито працівник*, не
    дайте себе ошукати, безпечний рахунок`,
  ja: `偽の, ニセの,
    偽警察官, ニセ電話, を名乗り, を名乗る, 闇バイト,
    フィッシング, なりすまし, 詐欺, 装った, をかたる, をかたり, を騙る, を騙り, 名をかたり, 名を騙, 偽サイト, 偽のサイト, 偽メール, 偽のメール, 偽SMS, 偽のSMS, 不審なメール, 不審なSMS, 不審な電話, 偽の電話, 偽の請求`,
  ko: `가짜,
    가짜 경찰, 악성 앱, 악성앱,
    피싱, 보이스피싱, 스미싱, 파밍, 사칭, 사칭한, 사칭하여, 사칭하는, 사기 주의, 사기범, 사기꾼, 가짜 문자, 가짜 사이트, 가짜 메일, 가짜 이메일, 사기 문자,
    사기 전화`,
  zh: `骗徒, 騙徒, 虚假, 虛假,
    陷阱, 假警察, 谎称, 謊稱, 自称客服, 自稱客服,
    诈骗, 诈骗分子, 詐騙, 骗子, 騙子, 骗局, 騙局, 钓鱼, 釣魚, 不法分子, 假冒, 冒充, 冒名, 仿冒, 谨防, 慎防, 謹防, 虚假短信, 虚假网站, 虛假短訊, 偽冒, 伪冒, 假網站, 假简讯,
    假簡訊, 可疑短信, 可疑短訊, 反诈, 反詐, 防骗, 防騙, 防诈, 防詐`,
  ar: `مزيفة, مزيف, وهمية, المزيفة, الوهمية,
    محتالين يدعون, فخ الاحتيال,
    احتيال, الاحتيال, احتيالية, الاحتيالية, محتال, محتالون, محتالين, المحتالين, المحتالون, تصيد, التصيد, ينتحلون, ينتحل, انتحال, منتحلي,
    رسائل مزيفة, رسالة مزيفة, مكالمات وهمية, مكالمات مزيفة, روابط مزيفة, مواقع مزيفة, رسائل وهمية, تدعي أنها, يدعون أنهم, النصب`,
  he: `מזויף, מזויפת, מזויפים, מזויפות, המזויף,
    רמאות, נוכלות, שיחה מזויפת,
    הונאה, הונאות, הונאת, נוכלים, נוכל, רמאים, מתחזה, מתחזים, מתחזות, התחזות, פישינג, דיוג, הודעות מזויפות, הודעה מזויפת, שיחות מזויפות,
    אתר מזויף, אתרים מזויפים, מיילים מזויפים, עוקץ`,
  hi: `फर्जी, फ़र्ज़ी, नकली, झाँसा, झांसा,
    नकली अधिकारी, नकली लिंक, नकली ऐप,
    ठग, ठगी, ठगों, धोखाधड़ी, धोखेबाज*, जालसाज*, फ़िशिंग, फिशिंग, फर्जी कॉल, फ़र्ज़ी कॉल, फर्जी मैसेज, फ़र्ज़ी मैसेज, फर्जी संदेश, फ़र्ज़ी संदेश, फर्जी लिंक,
    फ़र्ज़ी लिंक, नकली वेबसाइट, नकली संदेश, नकली कॉल, अधिकारी बनकर, कर्मचारी बनकर, स्कैम`,
  vi: `cạm bẫy, công an giả, kẻ xấu,
    lừa đảo, mạo danh, giả mạo, giả danh, kẻ gian, kẻ lừa, đối tượng xấu, tự xưng là, chiêu trò, tin nhắn giả, trang web giả, website giả`,
  th: `ปลอม,
    แอปดูดเงิน, ดูดเงิน, ตำรวจปลอม, เตือนภัย, หลอกโอน,
    มิจฉาชีพ, หลอกลวง, แอบอ้าง, ฟิชชิ่ง, ฟิชชิง, แก๊งคอลเซ็นเตอร์, หลอกให้, เว็บปลอม, เว็บไซต์ปลอม, ข้อความปลอม, อีเมลปลอม, SMS ปลอม, คนร้าย, สแกมเมอร์`,
  id: `palsu, mengaku, mengaku kurir, mengaku petugas,
    polisi palsu, undangan palsu, kurir palsu, hati hati penipu,
    penipuan, penipu, phishing, smishing, mengatasnamakan, mengaku sebagai, mengaku dari, berpura pura, pesan palsu, situs palsu, telepon
    palsu, sms palsu, email palsu, tautan palsu, akun palsu, surat palsu, modus, oknum, pelaku kejahatan, jangan tertipu`,
  sv: `falska, falskt, låtsas vara,
    falska poliser, falsk polis, falska sidor, falska webbplatser, lurar, luras,
    bedragare*, bedrägeri*, bedrägerier, bluff*, nätfiske*, phishing, falska sms, falska mejl, falska mail, falska samtal,
    falska meddelanden, falska brev, falsk faktura, falska fakturor, utger sig för, utger sig, ger sig ut för, lurendrej*`,
};

/** What people who know each other write and firms do not: kin, meals together, who owes whom. */
const FAMILIAR: Readonly<Record<string, string>> = {
  en: `hey, hiya,
    mum, mom, dad, grandma, grandpa, granny, auntie, love you, lots of love, hugs, big hug, kisses, mate, mates, quid, the kids,
    your kids, the boys, the girls, haha, lol, cheers mate, fancy a, you fancy, come over, come round, pop round, pop by, pop over,
    i owe you, you owe me, pay me back, pay you back, your half, my half, give me half, split it, split the bill, my place, your place, at ours, at yours, pick you up, can t wait to see you, miss
    you, see you sunday, see you saturday, see you friday, see you tonight, see you tomorrow, barbecue, bbq`,
  de: `hallo schatz, schatz, kuss, hi zusammen,
    moin, mama, papa, mutti, oma, opa, hab dich lieb, hdl, liebe grüße, lg, glg, bussi, küsschen, umarmung, drück dich, grillen, kaffee trinken,
    komm vorbei, kommst du, kommt ihr, bringst du, hast du lust, hast du zeit, magst du, meldest du dich, sag bescheid, gib bescheid, bis dann,
    bis samstag, bis sonntag, bis freitag, bis morgen, bis bald, haha, bei mir, bei uns zu hause, schuldest du mir, kriegst du von mir, kannst du mir`,
  fr: `salut, tu me diras, on se fait, tu me dis,
    maman, papa, mamie, papi, papy, tata, tonton, bisous, bises, gros bisous, je t embrasse, je vous embrasse, biz, apéro, tu viens, tu
    passes, vous venez, dis moi, tiens moi au courant, on se voit, on se retrouve, à la maison, chez moi, chez nous, chez toi, je te dois, tu me dois, tu me
    rembourses, je te rembourse, les enfants, mdr, coucou, à samedi, à dimanche, à vendredi, à ce soir`,
  es: `ey, hola guapa, hola guapo,
    mamá, papá, abuela, abuelo, un beso, besos, besitos, un abrazo, abrazos, te quiero, oye, tía, tío, en casa, en mi casa, te apetece, te
    vienes, vienes, quedamos, nos vemos, cuéntame, avísame, dime algo, te debo, me debes, te pago, jaja, los niños, los peques, cenamos, cena,
    cervezas, finde, qué tal, tráete, trae`,
  it: `ci becchiamo,
    tesoro, amore, amò,
    mamma, papà, nonna, nonno, zia, zio, un bacio, baci, bacioni, un abbraccio, abbracci, ti voglio bene, a casa mia, da me, da noi, da te, ci
    vediamo, fammi sapere, dimmi, vieni, venite, ti devo, mi devi, ti rimborso, i bambini, cena, aperitivo, haha, ahah, porta tu, ci sei`,
  pt: `querida, querido,
    mãe, pai, avó, avô, vovó, vovô, beijo, beijos, beijinhos, bjs, abraço, abraços, saudades, lá em casa, aqui em casa, na minha casa, vens, você
    vem, vem jantar, churrasco, me avisa, avisa me, diz me, me diz, te devo, devo te, me deve, te pago, pago te, rsrs, kkk, haha, as crianças, os miúdos, combinamos, a gente se vê, até
    sábado, até domingo`,
  nl: `schat, lieverd,
    mam, pap, mama, papa, oma, opa, liefs, groetjes, kusjes, kus, knuffel, dikke kus, haha, kom je, kom jij, komen jullie, heb je zin, zullen we, neem jij, neem je,
    laat even weten, laat maar weten, bij mij, bij ons thuis, bij jou, krijg je van me, krijg je van mij, krijg ik van je, van jou, de kinderen, de kids, tikkie, borrel, biertje, tot zaterdag, tot
    zondag, tot vanavond, tot dan, tot snel`,
  pl: `siema, siemka, pasuje ci,
    mama, mamo, tata, babcia, dziadek, buziaki, buziaczki, całuję, całusy, ściskam, uściski, hej, cześć, wpadnij, wpadnijcie, wpadniesz, przyjdziesz, masz
    ochotę, daj znać, spotkajmy się, spotykamy się, widzimy się, u mnie, u nas w domu, u ciebie, oddasz mi, oddam ci, jesteś mi, zrzutka, zrzucamy, dzieci, dzieciaki, grill, piwo, haha,
    do soboty, do niedzieli`,
  tr: `selam, n aber, naber,
    annem, babam, anne, baba, abla, abi, kanka, canım, öptüm, öpüyorum, öpüldünüz, sevgiler, kucak dolusu, görüşürüz, haber ver, gelir misin, geliyor musun, geliyor
    musunuz, bize gel, bizde, bende, sizde, sana borcum, bana borcun, paranı vereyim, çocuklar, mangal, kahve içelim, yemeğe, haha`,
  ru: `привет, приветик, здорово,
    мама, папа, мам, пап, бабушка, дедушка, целую, обнимаю, целую крепко, скучаю, с тебя, с меня, скинь, скину, скидываемся, приезжай, приезжайте, приходи,
    приходите, заходи, заезжай, увидимся, встретимся, созвонимся, шашлык*, баня, баню, дача, дачу, даче, на даче, пироги, у нас дома, у меня дома, дети, ребята, ахах, хаха, до субботы, до воскресенья, не
    горит, должен тебе, отдам`,
  uk: `привіт, привітик,
    мама, тато, мам, бабуся, дідусь, цілую, обіймаю, сумую, з тебе, з мене, скинь, скину, скидаємось, приїзди, приїжджай, приїжджайте, приходь, приходьте, заходь, побачимось, зустрінемось,
    шашлик*, дача, дачу, дачі, пиріжки, пироги, вдома, у мене вдома, діти, хаха, до суботи, до неділі, віддам, винен тобі`,
  ja: `お母さん, お父さん, 母より, 父より, おばあちゃん, 飲み会, 飲みに行, 元気, 久しぶり, うちに来, うちで, 遊びに来, 帰ってきて, 立て替え, 割り勘, ありがとね, だよね, かな？, じゃあまた, またね`,
  ko: `챙겨 먹고, 보자,
    엄마, 아빠, 할머니, 할아버지, 언니, 오빠, 누나, 형아, 잘 지내, 보고 싶, 밥 먹자, 밥 먹으러, 술 한잔, 우리 집, 너네 집, 놀러 와, 놀러와, ㅋㅋ, ㅎㅎ, ㅠㅠ, 더치페이, 갚을게, 보내줘, 이따 봐, 그때 봐, 내일 봐`,
  zh: `宝贝, 寶貝,
    妈妈, 爸爸, 媽媽, 奶奶, 外婆, 哈哈, 好久不见, 好久不見, 想你, 来我家, 來我家, 我家, 你家, 吃火锅, 吃火鍋, 一起吃, 吃饭吗, 吃飯, 聚聚, 聚一下, 还你钱, 還你錢, 转给你, 轉給你, 给我转, 亲爱的, 親愛的, 爱你, 愛你, 周末见, 週末見,
    到时候, 到時候`,
  ar: `يا حبيبي, مع السلامة يا,
    ماما, بابا, أمي, أبي, خالتي, عمتي, جدتي, حبيبي, حبيبتي, قبلاتي, اشتقت, مشتاق, عندنا, عندي, تعال, تعالوا, هل تأتي, هل ستأتي, دفعت عنك, لك عندي, لي عندك, الأولاد, نلتقي, أراك, العشاء, الغداء`,
  he: `נפגש, תעבירי, תעביר לי, תחזירי,
    היי מותק,
    אמא, אבא, סבתא, סבא, נשיקות, חיבוקים, חיבוק, אוהב אותך, אוהבת אותך, מתגעגע, מתגעגעת, אצלנו, אצלי, אצלך, בואו, תבואי, תבוא, אחי, מה קורה, מה נשמע, חייב לך, חייבת לך, תחזיר לי, תחזירי לי, הילדים, על האש, נתראה, חחח`,
  hi: `बेटा, बेटी,
    माँ, मम्मी, पापा, दादी, नानी, भैया, दीदी, यार, प्यार, घर आ, घर पर, हमारे घर, मेरे घर, आ रहे हो, आओगे, आना, मिलते हैं, लौटा दूँगा, लौटा दूंगा, तेरा हिस्सा, तुम्हारा हिस्सा, बच्चे, हाहा`,
  vi: `ê mày,
    mẹ, bố, bà ngoại, bà nội, nhớ bạn, nhớ mày, nhà tao, nhà mình, nhà tớ, qua nhà, ghé nhà, đi nhậu, cà phê nhé, ăn tối, đi chơi, haha, hihi, hẹn gặp, trả lại sau, tớ trả, tao trả, chia tiền, cậu ơi, mày ơi, bạn ơi`,
  th: `แม่, พ่อ, ยาย, ปู่, พี่จ๋า, คิดถึง, รักนะ, จ้า, จ้ะ, นะจ๊ะ, 555, บ้านเรา, บ้านฉัน, มาบ้าน, กินข้าวกัน, ไปกินข้าว, เจอกัน, หารกัน, ค่าหาร, คืนเงินให้แก, ออกไปก่อน, ปะ, มั้ย`,
  id: `hai bro, hai sis,
    mama, papa, ibu sayang, nenek, kakek, bro, sis, kangen, salam sayang, peluk, nongkrong, patungan, main ke rumah, ke rumahku, rumahku, rumah gue, gue, lo, gak, nggak, ngopi, makan malam bareng, ketemuan, sampai ketemu, wkwk*, haha, utang, aku bawa, aku transfer`,
  sv: `tja, tjena, gumman, gubben,
    mamma, pappa, mormor, farmor, morfar, farfar, kram, kramar, puss, pussar, hälsa, hemma hos, hos mig, hos oss, hos dig, kommer du, kommer ni, vill du, ska vi, hör av dig, hojta, säg till, vi ses, ses på, swishar dig, swisha mig, är skyldig dig, barnen,
    ungarna, grilla, fika, öl, haha`,
};

/** Words of kinds that all languages have in one place. */
export const KIND_WORDS: readonly Words[] = [
  away,
  ...Object.entries(FRAUD).map(([language, fraud]) => ({ language, terms: { fraud } })),
  ...Object.entries(FAMILIAR).map(([language, familiar]) => ({ language, terms: { familiar } })),
];
