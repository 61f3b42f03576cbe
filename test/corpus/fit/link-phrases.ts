import type { LinkAction } from '../../../src/mail/analysis.js';

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
  /** A link that opens an account by itself. */
  readonly portal: Said;
  /** What is confirmed, approved, opened or switched on that is no account. */
  readonly visit: Said;
  readonly leave: Said;
  readonly statement: Said;
  readonly deal: Said;
  readonly arrived: Said;
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
    portal: ['Your guest access', 'One click and you are signed in.', 'To the portal'],
    visit: ['Your visit on Friday', 'Please confirm your visit at 10:00.', 'Confirm visit'],
    leave: ['Please approve: leave of Mara', 'Mara would like two days off.', 'Approve'],
    statement: ['Your statement for May', 'It is in your account.', 'Log in'],
    deal: ['Ten percent off', 'For all who are new here.', 'Activate discount'],
    arrived: ['Your order 48291', 'Please confirm that your order is complete.', 'Yes, complete'],
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
    portal: ['Ihr Zugang als Gast', 'Ein Klick, und Sie sind angemeldet.', 'Zum Portal'],
    visit: [
      'Ihr Termin am Freitag',
      'Bitte bestätigen Sie Ihren Termin um 10:00.',
      'Termin bestätigen',
    ],
    leave: ['Urlaubsantrag von Mara', 'Mara möchte zwei Tage frei.', 'Genehmigen'],
    statement: ['Ihr Kontoauszug für Mai', 'Er liegt in Ihrem Konto.', 'Einloggen'],
    deal: ['Zehn Prozent Rabatt', 'Für alle, die neu hier sind.', 'Rabatt aktivieren'],
    arrived: [
      'Ihre Bestellung 48291',
      'Bitte bestätigen Sie, dass Ihre Bestellung da ist.',
      'Ja, alles da',
    ],
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
    portal: ['Votre accès invité', 'Un clic et vous êtes connecté.', 'Ouvrir le portail'],
    visit: [
      'Votre rendez-vous de vendredi',
      'Merci de confirmer votre rendez-vous à 10:00.',
      'Confirmer le rendez-vous',
    ],
    leave: ['Demande de congé de Mara', 'Mara souhaite deux jours.', 'Approuver'],
    statement: ['Votre relevé de mai', 'Il est dans votre espace.', 'Se connecter'],
    deal: ['Dix pour cent de réduction', 'Pour tous les nouveaux.', 'Activer la réduction'],
    arrived: [
      'Votre commande 48291',
      'Merci de confirmer que votre commande est complète.',
      'Oui, complète',
    ],
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
    portal: ['Tu acceso de invitado', 'Un clic y ya estás dentro.', 'Ir al portal'],
    visit: ['Tu cita del viernes', 'Confirma tu cita de las 10:00.', 'Confirmar cita'],
    leave: ['Solicitud de vacaciones de Mara', 'Mara pide dos días.', 'Aprobar'],
    statement: ['Tu extracto de mayo', 'Está en tu cuenta.', 'Iniciar sesión'],
    deal: ['Diez por ciento de descuento', 'Para quienes son nuevos.', 'Activar descuento'],
    arrived: ['Tu pedido 48291', 'Confirma que tu pedido está completo.', 'Sí, completo'],
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
    portal: ['Il tuo accesso ospite', 'Basta un clic e sei dentro.', 'Vai al portale'],
    visit: [
      'Il tuo appuntamento di venerdì',
      'Conferma il tuo appuntamento delle 10:00.',
      'Conferma appuntamento',
    ],
    leave: ['Richiesta di ferie di Mara', 'Mara chiede due giorni.', 'Approva'],
    statement: ['Il tuo estratto conto di maggio', 'È nel tuo conto.', 'Accedi'],
    deal: ['Dieci per cento di sconto', 'Per chi è nuovo.', 'Attiva lo sconto'],
    arrived: ['Il tuo ordine 48291', 'Conferma che il tuo ordine è completo.', 'Sì, completo'],
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
    portal: ['Twój dostęp gościa', 'Jedno kliknięcie i jesteś zalogowany.', 'Do portalu'],
    visit: ['Twoja wizyta w piątek', 'Prosimy o potwierdzenie wizyty o 10:00.', 'Potwierdź wizytę'],
    leave: ['Wniosek urlopowy: Mara', 'Mara prosi o dwa dni.', 'Zatwierdź'],
    statement: ['Twój wyciąg za maj', 'Jest na Twoim koncie.', 'Zaloguj się'],
    deal: ['Dziesięć procent rabatu', 'Dla nowych klientów.', 'Aktywuj rabat'],
    arrived: [
      'Twoje zamówienie 48291',
      'Potwierdź, że zamówienie jest kompletne.',
      'Tak, kompletne',
    ],
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
    portal: ['Гостевой доступ', 'Один клик, и вы вошли.', 'На портал'],
    visit: ['Ваша запись на пятницу', 'Подтвердите запись на 10:00.', 'Подтвердить запись'],
    leave: ['Заявка на отпуск: Мара', 'Мара просит два дня.', 'Одобрить'],
    statement: ['Ваша выписка за май', 'Она в вашем кабинете.', 'Войти'],
    deal: ['Скидка десять процентов', 'Для всех новых.', 'Активировать скидку'],
    arrived: ['Ваш заказ 48291', 'Подтвердите, что заказ получен.', 'Да, всё на месте'],
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
    portal: ['Misafir erişiminiz', 'Tek tıkla giriş yapmış olursunuz.', 'Portala git'],
    visit: [
      'Cuma günkü randevunuz',
      'Lütfen saat 10:00 randevunuzu onaylayın.',
      'Randevuyu onayla',
    ],
    leave: ['İzin talebi: Mara', 'Mara iki gün izin istiyor.', 'Onayla'],
    statement: ['Mayıs ekstreniz', 'Hesabınızda.', 'Giriş yap'],
    deal: ['Yüzde on indirim', 'Yeni gelen herkese.', 'İndirimi etkinleştir'],
    arrived: [
      '48291 numaralı siparişiniz',
      'Siparişinizin tamam olduğunu onaylayın.',
      'Evet, tamam',
    ],
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
    portal: ['ゲスト用ページ', 'ワンクリックでログインできます。', 'ページを開く'],
    visit: ['金曜日のご予約', '10時のご予約の確認をお願いします。', '予約を確認する'],
    leave: ['休暇申請：マラ', 'マラさんが二日間の休みを希望しています。', '承認する'],
    statement: ['5月のご利用明細', 'マイページでご覧ください。', 'ログイン'],
    deal: ['10%割引', 'はじめての方へ。', '割引を有効にする'],
    arrived: ['ご注文 48291', 'ご注文の商品が届いたか確認してください。', 'はい、届きました'],
    coded: ['認証コード', 'または次のリンクを開いてください：'],
    ignore: 'お心当たりのない場合は、このメールを破棄してください。',
    asides: ['アドレスを削除', 'ヘルプ', 'フォーラム', 'このメールについて', '利用規約'],
  },
};
