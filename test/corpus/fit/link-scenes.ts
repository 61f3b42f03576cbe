import type { CorpusMail, Labels } from '../read.js';
import { chance } from './chance.js';

type Action = 'verify' | 'magic' | 'reset';
/** Subject, sentence and button. */
type Said = readonly [string, string, string];

/** How one language says what links of accounts do, and what stands around them. */
interface Phrases extends Readonly<Record<Action, Said>> {
  readonly parcel: Said;
  readonly invoice: Said;
  readonly comment: Said;
  readonly notes: Said;
  /** Confirmed already. */
  readonly order: Said;
  /** What names a code, and what leads from it to the link that does the same. */
  readonly coded: readonly [string, string];
  readonly ignore: string;
  /** Removing an address, help, a forum, why this mail came, terms. */
  readonly asides: readonly [string, string, string, string, string];
}

const PHRASES: Readonly<Record<string, Phrases>> = {
  en: {
    verify: ['Confirm your email', 'Please confirm your email address.', 'Confirm email'],
    magic: ['Your sign-in link', 'Use this link to sign in, no password needed.', 'Sign in'],
    reset: ['Reset your password', 'Choose a new password below.', 'Reset password'],
    parcel: ['Your parcel is on its way', 'We gave your order to the courier.', 'Track parcel'],
    invoice: ['Your invoice', 'Your invoice for November is ready.', 'View invoice'],
    comment: ['Mara left a comment', 'Mara wrote: looks good to me.', 'Reply'],
    notes: ['Notes from Tuesday', 'The notes from our meeting are here now.', 'Open notes'],
    order: ['Order 48291 confirmed', 'Thank you for your order.', 'View your order'],
    coded: ['Your code', 'Or open this link:'],
    ignore: 'If you did not ask for this, ignore this mail.',
    asides: ['Remove my address', 'Help', 'Forum', 'Why did I get this?', 'Terms'],
  },
  de: {
    verify: [
      'E-Mail bestätigen',
      'Bitte bestätigen Sie Ihre E-Mail-Adresse.',
      'Adresse bestätigen',
    ],
    magic: ['Ihr Anmeldelink', 'Mit diesem Link melden Sie sich ohne Passwort an.', 'Anmelden'],
    reset: ['Passwort zurücksetzen', 'Wählen Sie ein neues Passwort.', 'Passwort zurücksetzen'],
    parcel: ['Ihr Paket ist unterwegs', 'Ihre Bestellung ist beim Boten.', 'Sendung verfolgen'],
    invoice: ['Ihre Rechnung', 'Ihre Rechnung für November ist da.', 'Rechnung ansehen'],
    comment: ['Mara hat kommentiert', 'Mara schreibt: sieht gut aus.', 'Antworten'],
    notes: ['Notizen vom Dienstag', 'Die Notizen von unserem Treffen sind jetzt hier.', 'Öffnen'],
    order: ['Bestellung 48291 bestätigt', 'Vielen Dank für Ihre Bestellung.', 'Bestellung ansehen'],
    coded: ['Ihr Code', 'Oder öffnen Sie diesen Link:'],
    ignore: 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.',
    asides: ['Meine Adresse entfernen', 'Hilfe', 'Forum', 'Warum bekomme ich das?', 'AGB'],
  },
  fr: {
    verify: ['Confirmez votre adresse', 'Merci de confirmer votre adresse e-mail.', 'Confirmer'],
    magic: ['Votre lien de connexion', 'Ce lien vous connecte sans mot de passe.', 'Se connecter'],
    reset: ['Mot de passe oublié', 'Choisissez un nouveau mot de passe.', 'Réinitialiser'],
    parcel: ['Votre colis est parti', 'Votre commande est chez le coursier.', 'Suivre le colis'],
    invoice: ['Votre facture', 'Votre facture de novembre est prête.', 'Voir la facture'],
    comment: ['Mara a commenté', 'Mara écrit : ça me va.', 'Répondre'],
    notes: ['Notes de mardi', 'Les notes de notre réunion sont ici.', 'Ouvrir'],
    order: ['Commande 48291 confirmée', 'Merci pour votre commande.', 'Voir la commande'],
    coded: ['Votre code', 'Ou ouvrez ce lien :'],
    ignore: "Si vous n'avez rien demandé, ignorez cet e-mail.",
    asides: ['Retirer mon adresse', 'Aide', 'Forum', 'Pourquoi cet e-mail ?', 'CGU'],
  },
  es: {
    verify: ['Confirma tu correo', 'Confirma tu dirección de correo.', 'Confirmar correo'],
    magic: ['Tu enlace de acceso', 'Con este enlace entras sin contraseña.', 'Entrar'],
    reset: ['Restablece tu contraseña', 'Elige una contraseña nueva.', 'Restablecer contraseña'],
    parcel: ['Tu paquete va en camino', 'Tu pedido está con el mensajero.', 'Seguir envío'],
    invoice: ['Tu factura', 'Tu factura de noviembre está lista.', 'Ver factura'],
    comment: ['Mara ha comentado', 'Mara dice: me parece bien.', 'Responder'],
    notes: ['Notas del martes', 'Aquí están las notas de la reunión.', 'Abrir'],
    order: ['Pedido 48291 confirmado', 'Gracias por tu pedido.', 'Ver pedido'],
    coded: ['Tu código', 'O abre este enlace:'],
    ignore: 'Si no lo has pedido, ignora este correo.',
    asides: ['Quitar mi dirección', 'Ayuda', 'Foro', '¿Por qué recibo esto?', 'Condiciones'],
  },
  it: {
    verify: ['Conferma la tua email', 'Conferma il tuo indirizzo email.', 'Conferma email'],
    magic: ['Il tuo link di accesso', 'Con questo link accedi senza password.', 'Accedi'],
    reset: ['Reimposta la password', 'Scegli una nuova password.', 'Reimposta password'],
    parcel: ['Il tuo pacco è in viaggio', 'Il tuo ordine è dal corriere.', 'Traccia il pacco'],
    invoice: ['La tua fattura', 'La fattura di novembre è pronta.', 'Vedi fattura'],
    comment: ['Mara ha commentato', 'Mara scrive: per me va bene.', 'Rispondi'],
    notes: ['Appunti di martedì', 'Ecco gli appunti del nostro incontro.', 'Apri'],
    order: ['Ordine 48291 confermato', 'Grazie per il tuo ordine.', "Vedi l'ordine"],
    coded: ['Il tuo codice', 'Oppure apri questo link:'],
    ignore: "Se non l'hai chiesto tu, ignora questa email.",
    asides: ['Rimuovi il mio indirizzo', 'Aiuto', 'Forum', 'Perché ricevo questo?', 'Termini'],
  },
  pl: {
    verify: ['Potwierdź adres', 'Prosimy o potwierdzenie adresu e-mail.', 'Potwierdź adres'],
    magic: ['Twój link do logowania', 'Ten link zaloguje Cię bez hasła.', 'Zaloguj się'],
    reset: ['Zresetuj hasło', 'Ustaw nowe hasło.', 'Ustaw nowe hasło'],
    parcel: ['Paczka w drodze', 'Twoje zamówienie jest u kuriera.', 'Śledź paczkę'],
    invoice: ['Twoja faktura', 'Faktura za listopad jest gotowa.', 'Zobacz fakturę'],
    comment: ['Mara dodała komentarz', 'Mara pisze: wygląda dobrze.', 'Odpowiedz'],
    notes: ['Notatki z wtorku', 'Notatki z naszego spotkania są już tutaj.', 'Otwórz'],
    order: ['Zamówienie 48291 potwierdzone', 'Dziękujemy za zamówienie.', 'Zobacz zamówienie'],
    coded: ['Twój kod', 'Albo otwórz ten link:'],
    ignore: 'Jeśli to nie Ty, zignoruj tę wiadomość.',
    asides: ['Usuń mój adres', 'Pomoc', 'Forum', 'Dlaczego to dostaję?', 'Regulamin'],
  },
  ru: {
    verify: ['Подтвердите почту', 'Подтвердите адрес электронной почты.', 'Подтвердить адрес'],
    magic: ['Ссылка для входа', 'По этой ссылке вы войдёте без пароля.', 'Войти'],
    reset: ['Сброс пароля', 'Задайте новый пароль.', 'Сбросить пароль'],
    parcel: ['Посылка в пути', 'Ваш заказ у курьера.', 'Отследить посылку'],
    invoice: ['Ваш счёт', 'Счёт за ноябрь готов.', 'Посмотреть счёт'],
    comment: ['Мара оставила комментарий', 'Мара пишет: всё хорошо.', 'Ответить'],
    notes: ['Заметки со вторника', 'Заметки с нашей встречи теперь здесь.', 'Открыть'],
    order: ['Заказ 48291 подтверждён', 'Спасибо за заказ.', 'Посмотреть заказ'],
    coded: ['Ваш код', 'Или откройте ссылку:'],
    ignore: 'Если это были не вы, не обращайте внимания на письмо.',
    asides: ['Удалить мой адрес', 'Помощь', 'Форум', 'Почему это пришло?', 'Условия'],
  },
  tr: {
    verify: ['E-postanızı doğrulayın', 'E-posta adresinizi doğrulayın.', 'E-postayı doğrula'],
    magic: ['Giriş bağlantınız', 'Bu bağlantıyla şifresiz giriş yaparsınız.', 'Giriş yap'],
    reset: ['Şifrenizi sıfırlayın', 'Yeni bir şifre belirleyin.', 'Şifreyi sıfırla'],
    parcel: ['Kargonuz yolda', 'Siparişiniz kuryede.', 'Kargoyu izle'],
    invoice: ['Faturanız', 'Kasım faturanız hazır.', 'Faturayı gör'],
    comment: ['Mara yorum yaptı', 'Mara yazdı: bence iyi.', 'Yanıtla'],
    notes: ['Salı gününün notları', 'Toplantımızın notları artık burada.', 'Aç'],
    order: ['Siparişiniz onaylandı', 'Siparişiniz için teşekkürler.', 'Siparişi gör'],
    coded: ['Kodunuz', 'Ya da bu bağlantıyı açın:'],
    ignore: 'Bunu siz istemediyseniz bu e-postayı dikkate almayın.',
    asides: ['Adresimi kaldır', 'Yardım', 'Forum', 'Bu neden geldi?', 'Koşullar'],
  },
  ja: {
    verify: ['メールアドレスの確認', 'メールアドレスを確認してください。', 'アドレスを確認する'],
    magic: ['ログイン用リンク', 'パスワードなしでログインできます。', 'ログインする'],
    reset: ['パスワードの再設定', '新しいパスワードを設定してください。', 'パスワードを再設定'],
    parcel: ['お荷物を発送しました', 'ご注文の商品を発送しました。', '配送状況を見る'],
    invoice: ['ご請求書', '11月分の請求書ができました。', '請求書を見る'],
    comment: ['マラさんのコメント', 'マラさん：いいと思います。', '返信する'],
    notes: ['火曜日のメモ', '会議のメモをこちらに置きました。', '開く'],
    order: ['ご注文の確認', 'ご注文ありがとうございます。', '注文を見る'],
    coded: ['認証コード', 'または次のリンクを開いてください：'],
    ignore: 'お心当たりのない場合は、このメールを破棄してください。',
    asides: ['アドレスを削除', 'ヘルプ', 'フォーラム', 'このメールについて', '利用規約'],
  },
};

const ACTIONS: readonly Action[] = ['verify', 'magic', 'reset'];
const OTHERS = ['parcel', 'invoice', 'comment', 'notes'] as const;
/** Told from what is still to be done by words alone. */
const DONE = ['order'] as const;
type Topic = Action | (typeof OTHERS)[number] | (typeof DONE)[number];

/** A mail that is put together for its links. */
interface Scene {
  readonly name: string;
  readonly said: Said;
  readonly phrases: Phrases;
  readonly topic: Topic;
  /** The address that the mail was sent for. */
  readonly main: string;
}

const hex = (seed: string, length: number) =>
  Array.from({ length }, (_, i) => Math.floor(chance(`${seed} ${i}`) * 16).toString(16)).join('');

/** Where everything is counted, addresses tell nothing. */
const counted = ({ name }: Scene, what: string) =>
  `https://click.northwind.example/ls/${hex(`${name} ${what}`, 40)}`;

const link = (url: string, text: string, style = '') => `<a href="${url}"${style}>${text}</a>`;
const BUTTON = ' style="background:#1a56db;color:#fff;padding:12px 24px;display:inline-block"';
const picture = (alt: string) => `<img src="https://static.northwind.example/i.png" alt="${alt}">`;

const figures = ({ topic, name }: Scene) => {
  const number = String(100_000 + Math.floor(chance(`${name} number`) * 899_999));
  if (topic === 'invoice') return `<p>${number}</p><p>24.11.2026: 82,90 €</p>`;
  return topic === 'parcel' ? `<p>RR${number}XX</p><p>2 × 19,90 €</p>` : '';
};

const LAYOUTS: readonly Layout[] = [
  // A logo, a button and a row of asides, all of them counted.
  (scene) => {
    const [subject, sentence, button] = scene.said;
    const row = scene.phrases.asides.slice(1).map((text) => link(counted(scene, text), text));
    return (
      `${link(counted(scene, 'logo'), picture('Northwind'))}<h2>${subject}</h2><p>${sentence}</p>${figures(scene)}` +
      `<p>${link(scene.main, button, BUTTON)}</p><p>${scene.phrases.ignore}</p>` +
      `<p style="font-size:11px">© 2026 Northwind · ${row.join(' · ')}</p>`
    );
  },
  // A cell as a button, its address written out, how to be rid of the mail, icons.
  (scene) => {
    const [, sentence, button] = scene.said;
    const [remove] = scene.phrases.asides;
    const icons = ['one', 'two', 'three'].map((what) => link(counted(scene, what), picture('')));
    return (
      `<table><tr><td>${sentence}</td></tr><tr><td bgcolor="#0a7744">` +
      `${link(scene.main, button, ' style="color:#ffffff"')}</td></tr></table>${figures(scene)}` +
      `<p>${scene.main}</p><p>${scene.phrases.ignore} ` +
      `${link(`https://northwind.example/remove/${hex(`${scene.name} remove`, 32)}`, remove)}</p><p>${icons.join('')}</p>`
    );
  },
  // A link in a sentence of its own, a page of help and a thread of a forum that are called alike.
  (scene) => {
    const [subject, sentence, button] = scene.said;
    const [remove, help, forum, why] = scene.phrases.asides;
    return (
      `<p>${sentence}</p>${figures(scene)}<p>${link(scene.main, button)}</p>` +
      `<p>${link('https://support.northwind.example/articles/48291-verify-your-email', why)}</p>` +
      `<p>${link('https://community.northwind.example/t/verify-mail-missing/48291', `${forum}: ${subject}`)} · ` +
      `${link('https://northwind.example/help', help)} · ${link(counted(scene, 'remove'), remove)}</p>`
    );
  },
  // Plain text.
  (scene) => {
    const [, sentence] = scene.said;
    const [remove] = scene.phrases.asides;
    return (
      `${sentence}\n\n${scene.main}\n\n${scene.phrases.ignore}\n` +
      `${remove}: https://northwind.example/r/${hex(`${scene.name} remove`, 24)}\n\nNorthwind\nhttps://northwind.example/\n`
    );
  },
];

/** Addresses as sites have them that are being built and tried: a word in place of a token. */
const TRIED: Readonly<Record<Topic, readonly string[]>> = {
  verify: ['verify?token=', 'auth/confirm?token=', 'confirm/', 'activate?key=', 'verify-email?t='],
  magic: ['magic?token=', 'login?token=', 'auth/magic/', 'signin?t=', 'login/magic?code='],
  reset: ['reset?token=', 'password/reset/', 'reset-password?t=', 'auth/reset?code=', 'recover/'],
  parcel: ['track?id=', 'parcels/'],
  invoice: ['invoices/', 'invoice?n='],
  comment: ['tasks/', 'c?id='],
  notes: ['notes/', 'n?id='],
  order: ['orders/', 'order?id='],
};
const TRIED_HOSTS = [
  ...['http://localhost:3000', 'https://northwind.example', 'https://staging.northwind.example'],
  ...['http://127.0.0.1:8080', 'https://app.northwind.example'],
];
const TRIED_TOKENS = ['abc', 'zzz', 'test', 'abc123', 'demo-token', 'token', 'x', '12345'];

const TRIED_LAYOUTS: readonly Layout[] = [
  ({ said: [, sentence], main }) => `${sentence}\n\n${main}\n`,
  ({ said: [, sentence, button], main }) => `${sentence} ${button}: ${main}\n`,
  ({ said: [subject, sentence, button], main }) => `${subject} ${main} (${button}). ${sentence}\n`,
  ({ said: [, sentence, button], main }) => `<p>${sentence}</p><p>${link(main, button)}</p>`,
];

/** Nothing tells what a link does but the words before it. */
const BARE_LAYOUTS: readonly Layout[] = [
  ({ said: [, sentence], main }) => `${sentence}\n${main}\n`,
  ({ said: [, , button], main }) => `${button}: ${main}\n`,
  ({ said: [, sentence], main }) => `<p>${sentence}</p>${link(main, 'Northwind')}`,
];

function triedAddress({ name, topic }: Named): string {
  const oneOf = (what: string, all: readonly string[]) =>
    all[Math.floor(chance(`${name} ${what}`) * all.length)]!;
  return `${oneOf('host', TRIED_HOSTS)}/${oneOf('path', TRIED[topic])}${oneOf('token', TRIED_TOKENS)}`;
}

const CODED_LAYOUTS: readonly Layout[] = [
  ({ said: [, sentence], main, phrases: { coded, ignore } }) =>
    `${sentence}\n\n${coded[0]}: 771204\n\n${coded[1]} ${main}\n\n${ignore}\n`,
  ({ main, phrases: { coded } }) => `${coded[0]}: 771204\n\n${coded[1]} ${main}\n`,
  ({ said: [, sentence, button], main, phrases: { coded, ignore } }) =>
    `<p>${sentence}</p><p>${coded[0]}</p><p style="font-size:30px">771204</p>` +
    `<p>${coded[1]} ${link(main, button)}</p><p>${ignore}</p>`,
  ({ said: [subject], main, phrases: { coded } }) =>
    `<h1>${subject}</h1><p>${coded[0]}: <b>771204</b></p><p>${coded[1]}<br>${link(main, main)}</p>`,
];

/**
 * Mails whose links differ by their place and their words alone: what they were sent for, and logos, help, forums,
 * "why did I get this" and "remove my address" around it.
 */
export const sceneMails = (): CorpusMail[] => mailsOf([...ACTIONS, ...OTHERS]);

/** The same around a link that has nothing left to do: "Order 48291 confirmed". */
export const doneMails = (): CorpusMail[] => mailsOf(DONE);

/** A code, and a link that does the same. */
export const codedMails = (): CorpusMail[] =>
  compose('coded', ACTIONS, CODED_LAYOUTS, ({ name }, i) => ownAddress(name, i % 2 ? 'x' : 'u'));

/** What stands below a subject that only says who sent it. */
export const bareMails = (): CorpusMail[] =>
  compose('bare', [...ACTIONS, ...OTHERS, ...DONE], BARE_LAYOUTS, ({ name }, i) =>
    i < 2 ? ownAddress(name) : `https://go.northwind.example/c/${hex(`${name} main`, 12)}`,
  );

const mailsOf = (topics: readonly Topic[]) => [
  ...compose('scenes', topics, LAYOUTS, shippedAddress),
  // Sites that are being built.
  ...compose('tried', topics, TRIED_LAYOUTS, triedAddress),
];

const ownAddress = (name: string, path = 'u') =>
  `https://northwind.example/${path}/${hex(`${name} main`, 36)}`;

const shippedAddress = ({ name }: Named, layout: number): string =>
  layout === 0 || chance(`${name} counted`) < 0.5
    ? `https://click.northwind.example/ls/${hex(`${name} main`, 40)}`
    : ownAddress(name);

type Named = Pick<Scene, 'name' | 'topic'>;
type Layout = (scene: Scene) => string;

/** Mails of all languages about each topic in each layout, by what their main address is. */
const compose = (
  kind: string,
  topics: readonly Topic[],
  layouts: readonly Layout[],
  addressOf: (one: Named, layout: number) => string,
): CorpusMail[] =>
  Object.entries(PHRASES).flatMap(([lang, phrases]) =>
    topics.flatMap((topic) =>
      layouts.map((layout, i) => {
        const name = `${kind}-${lang}-${topic}-${i}`;
        const main = addressOf({ name, topic }, i);
        return toMail({ name, phrases, topic, said: phrases[topic], main }, lang, layout);
      }),
    ),
  );

function toMail(scene: Scene, lang: string, layout: Layout): CorpusMail {
  const { name, topic, main, said } = scene;
  const content = layout(scene);
  const isAction = ACTIONS.some((action) => action === topic);
  const labels: Labels = {
    ...{ lang, class: 'verify', category: 'other', codes: [], backup: [] },
    ...{ verify: [], magic: [], reset: [], hidden: false, charset: 'utf-8' },
    ...(isAction ? { [topic]: [main] } : {}),
  };
  return {
    name,
    file: 'scenes',
    labels,
    headers: [
      ['From', 'Northwind <no-reply@northwind.example>'],
      ['Subject', name.startsWith('bare') ? 'Northwind' : said[0]],
      ...(topic === 'comment'
        ? [['List-Unsubscribe', '<https://northwind.example/leave>'] as const]
        : []),
    ],
    sections: [{ name: content.startsWith('<') ? 'html' : 'text', contentType: null, content }],
  };
}
