import type { LinkAction } from '../../../src/mail/links/link-address.js';

/** Subject, sentence and button. */
export type Said = readonly [string, string, string];

/** How one language says what links of accounts do, and what stands around them. */
export interface Phrases extends Readonly<Record<LinkAction, Said>> {
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

/** By language. */
export const PHRASES: Readonly<Record<string, Phrases>> = {
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
