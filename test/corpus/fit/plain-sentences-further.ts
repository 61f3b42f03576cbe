import type { PlainSentences } from './plain-sentence.js';

/** The same of further languages. */
export const FURTHER: Readonly<Record<string, PlainSentences>> = {
  tr: {
    codes: [
      'Mektubunuzu açmak için # gerekli.',
      '2041 ile biten kartla yapılan ödemeyi onaylamak için # girin.',

      ...['Kodunuz: #', 'Giriş kodu: #', '# kodunuzdur.', '# yazın, tamam.'],
      'Havale onay kodu: #\nKodu banka çalışanları dahil kimseyle paylaşmayın.',
      'Onay kodu: #\nOnay kodunu kimseye vermeyin.',
    ],
    others: [
      'Üye numarası\n\n#',
      ...['Kapının yeni kodu #.', 'Tutar: #', '# numaralı paket geldi.'],
    ],
  },
  ru: {
    codes: [
      'Чтобы открыть письмо, понадобится #.',
      'Подпишите договор кодом #.',

      'Код для подписания договора: #. Дело 20417.',
      'Ваш код для подписания заявления: #. Дело 204178.',
      'Подтвердите платёж кодом #',
      ...['Ваш код #.', 'Код для входа: #', '# — ваш код.', 'Наберите # и готово.'],
      'Код для перевода 250,00 ₽ на счёт ..7712: #\nНикому не сообщайте коды.',
    ],
    others: [
      'За неделю отправлено # кодов подтверждения.',
      'Гостевая сеть: ROSA\nПароль: #',
      'Нажмите # на входе — это ваш номер в очереди.',
      '# посетителей\n\nпришли в субботу.',
      'Вы писали, что код # не подошёл. Запросите новый.',

      'Сеть: DOM-4\nПароль: #',
      'Номер договора\n\n#',

      ...['Украдены пароли # клиентов.', 'Код # отклонён, его срок истёк.'],
      ...['Новый код от подъезда #.', 'Сумма: #', 'Посылка # пришла.'],
    ],
  },
  ja: {
    codes: [
      'カードを追加するには # が必要です。',
      '末尾2041のカードで1,200円を支払うには、# を入力してください。',

      ...['コードは#です。', '確認コード：#', '#がコードです。', '#を入力してください。'],
      '振込の確認コード：#\nコードは誰にも教えないでください。',
    ],
    others: [
      '会員番号\n\n#',

      ...['お客様#人のパスワードが盗まれました。', '玄関の新しい暗証番号は#です。'],
      ...['お問い合わせ番号：#', '金額：#', '荷物番号：#'],
    ],
  },
  ko: {
    codes: [
      '번호 2041 건, 5분 안에 # 를 입력하세요.',

      '카드를 추가하려면 # 이 필요합니다.',
      '접수번호 2041-77 본인 확인을 위해 5분 안에 # 를 입력해 주세요.',

      '접수번호 2041-0310-7712 신청의 본인 확인입니다.\n5분 내 # 를 입력해 주세요.',
      '인증번호는 #입니다.',
    ],
    others: [
      '"인증번호 [#]" 라는 문자를 조심하세요.',
      '회원번호\n\n#',
      '주문번호: #',
      '접수번호 # 처리가 끝났습니다.',
    ],
  },
  sv: {
    codes: [
      'Öppna dokumentet med #.',

      'Du behöver # för att öppna ditt brev.',
      'Skriv under avtalet med #.',
      'Här är din kod: #',
      'Ange # för att fortsätta.',
    ],
    others: [
      'Den här veckan skickades # koder.',
      'Köpet är godkänt.\nGodkännandenummer #\nLämna aldrig ut koder.',
      '# besökare\n\nkom i lördags.',

      'Medlemsnummer\n\n#',
      'Ditt köp för # kr är klart.',
      'Den nya koden till porten är #.',
    ],
  },
  da: {
    codes: [
      'Du skal bruge # for at åbne dit brev.',
      'Underskriv aftalen med #.',
      'Her er din kode: #',
    ],
    others: ['Medlemsnummer\n\n#', 'Din pakke # er kommet.'],
  },
  nb: {
    codes: ['Du trenger # for å åpne brevet.', 'Signer avtalen med #.', 'Her er koden din: #'],
    others: ['Medlemsnummer\n\n#', 'Pakken # er her.'],
  },
  ro: {
    codes: [
      'Aprobați plata cu #.',

      'Aveți nevoie de # pentru a deschide scrisoarea.',
      'Semnați actul cu #.',
      'Codul dvs.: #',
    ],
    others: ['Număr de membru\n\n#', 'Coletul # a sosit.'],
  },
  uk: {
    codes: ['Щоб відкрити лист, знадобиться #.', 'Підпишіть договір кодом #.', 'Ваш код: #'],
    others: [
      'Гостьова мережа: ROSA\nПароль: #',
      'Ви писали, що код # не підійшов. Замовте новий.',
      'Мережа: DIM-4\nПароль: #',
      'Номер договору\n\n#',
      'Ваше звернення # закрито.',
    ],
  },
  ar: {
    codes: ['ستحتاج إلى # لفتح رسالتك.', 'رمزك هو #.', 'أدخل # للمتابعة.'],
    others: ['رقم العضوية\n\n#', 'وصلت شحنتك #.'],
  },
  he: {
    codes: ['כדי לפתוח את המכתב תצטרכו את #.', 'הקוד שלך הוא #.', 'הזינו # כדי להמשיך.'],
    others: ['מספר חבר 2041. קוד בדיקה #. לצפייה היכנסו לאתר.', 'מספר חבר\n\n#', 'החבילה # הגיעה.'],
  },
  ps: {
    codes: ['ستاسو کوډ: #\nدا کوډ ۱۰ دقیقې اعتبار لري.', 'کوډ: #'],
    others: ['د امر شمېره #'],
  },
  zh: {
    codes: [
      '针对第2041号议案,请输入 # 完成投票。',

      ...['您的验证码是#。', '登录验证码：#', '#是您的验证码。', '请输入#。'],
      '转账验证码：#\n请勿将验证码告诉任何人。',
    ],
    others: [
      '访客网络：ROSE\n密码：#',

      ...['#名客户的密码被盗。', '大门的新密码是#。', '工单号：#', '金额：#', '快递单号：#'],
    ],
  },
};
