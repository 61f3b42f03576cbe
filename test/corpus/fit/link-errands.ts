import type { Said } from './link-phrases.js';

/** What is asked of somebody who has an account already, in the words that also confirm one. */
export interface Errands {
  /** A team asks somebody in. */
  readonly invite: Said;
  readonly payment: Said;
  /** An account is to go. */
  readonly deletion: Said;
  /** It is read by whoever signs in. */
  readonly message: Said;
}

/** By language. */
export const ERRANDS: Readonly<Record<string, Errands>> = {
  en: {
    invite: ['Mara invited you to Design', 'Mara would like you to join.', 'Accept invitation'],
    payment: ['Confirm your payment', 'Please confirm your payment of 49.90.', 'Confirm payment'],
    deletion: ['Confirm deletion', 'You asked us to delete your account.', 'Delete account'],
    message: ['New message', 'You have a new message.', 'Sign in to read it'],
  },
  de: {
    invite: ['Einladung ins Team', 'Mara hat Sie in ihr Team eingeladen.', 'Einladung annehmen'],
    payment: ['Zahlung bestätigen', 'Bitte bestätigen Sie Ihre Zahlung.', 'Zahlung bestätigen'],
    deletion: ['Löschung bestätigen', 'Sie möchten Ihr Konto löschen.', 'Konto löschen'],
    message: ['Neue Nachricht', 'Sie haben eine neue Nachricht.', 'Anmelden und lesen'],
  },
  fr: {
    invite: ['Invitation', 'Mara vous invite à rejoindre son équipe.', 'Accepter l’invitation'],
    payment: ['Confirmez votre paiement', 'Un paiement vous attend.', 'Confirmer le paiement'],
    deletion: [
      'Votre compte',
      'Vous avez demandé à supprimer votre compte.',
      'Supprimer le compte',
    ],
    message: ['Nouveau message', 'Un message vous attend.', 'Se connecter pour lire'],
  },
  es: {
    invite: ['Invitación', 'Mara te invita a unirte a su equipo.', 'Aceptar invitación'],
    payment: ['Confirma tu pago', 'Confirma el pago de tu pedido.', 'Confirmar pago'],
    deletion: ['Eliminar tu cuenta', 'Has pedido eliminar tu cuenta.', 'Eliminar cuenta'],
    message: ['Mensaje nuevo', 'Tienes un mensaje nuevo.', 'Iniciar sesión y leer'],
  },
  it: {
    invite: ['Invito in un team', 'Mara ti ha invitato nel suo team.', 'Accetta l’invito'],
    payment: ['Conferma il pagamento', 'Conferma il tuo pagamento.', 'Conferma pagamento'],
    deletion: ['Il tuo account', 'Hai chiesto di eliminare il tuo account.', 'Elimina account'],
    message: ['Nuovo messaggio', 'Hai un nuovo messaggio.', 'Accedi e leggi'],
  },
  pl: {
    invite: ['Zaproszenie do zespołu', 'Mara zaprasza Cię do zespołu.', 'Przyjmij zaproszenie'],
    payment: ['Potwierdź płatność', 'Prosimy o potwierdzenie płatności.', 'Potwierdź płatność'],
    deletion: ['Usunięcie konta', 'Poproszono o usunięcie Twojego konta.', 'Usuń konto'],
    message: ['Nowa wiadomość', 'Masz nową wiadomość.', 'Zaloguj się i przeczytaj'],
  },
  ru: {
    invite: ['Приглашение в команду', 'Мара приглашает вас в команду.', 'Принять приглашение'],
    payment: ['Подтвердите оплату', 'Пожалуйста, подтвердите оплату.', 'Подтвердить оплату'],
    deletion: ['Удаление аккаунта', 'Вы попросили удалить аккаунт.', 'Удалить аккаунт'],
    message: ['Новое сообщение', 'У вас новое сообщение.', 'Войти и прочитать'],
  },
  tr: {
    invite: ['Ekip daveti', 'Mara sizi ekibine davet etti.', 'Daveti kabul et'],
    payment: ['Ödemenizi onaylayın', 'Lütfen ödemenizi onaylayın.', 'Ödemeyi onayla'],
    deletion: ['Hesabınızı silme', 'Hesabınızı silmek istediniz.', 'Hesabı sil'],
    message: ['Yeni mesaj', 'Yeni bir mesajınız var.', 'Giriş yap ve oku'],
  },
  ja: {
    invite: ['チームへの招待', 'Maraさんがあなたをチームに招待しました。', '招待を承認する'],
    payment: ['お支払いの確認', 'お支払いを確認してください。', '支払いを確認'],
    deletion: ['アカウントの削除', 'アカウントの削除が依頼されました。', 'アカウントを削除'],
    message: ['新着メッセージ', '新しいメッセージがあります。', 'ログインして読む'],
  },
};
