import type { Said } from './link-phrases.js';

/** A sign-in from a device that is not known. */
export interface DevicePhrases {
  /** It goes on when the reader says yes. */
  readonly device: Said;
  /** It has happened. */
  readonly activity: Said;
}

/** By language. */
export const DEVICES: Readonly<Record<string, DevicePhrases>> = {
  en: {
    device: [
      'Verify sign-in from a new location',
      'Somebody tried to sign in to your account from a new device. If this is you, approve it below.',
      'Yes, this was me',
    ],
    activity: [
      'New sign-in to your account',
      'Your account was opened on a new device. If this was you, there is nothing to do.',
      'Check activity',
    ],
  },
  de: {
    device: [
      'Anmeldung von einem neuen Ort bestätigen',
      'Jemand will sich auf einem neuen Gerät anmelden. Wenn Sie das sind, geben Sie es unten frei.',
      'Ja, das war ich',
    ],
    activity: [
      'Neue Anmeldung bei Ihrem Konto',
      'Ihr Konto wurde auf einem neuen Gerät geöffnet. Waren Sie es, ist nichts zu tun.',
      'Aktivität prüfen',
    ],
  },
  fr: {
    device: [
      'Vérifiez une connexion depuis un nouveau lieu',
      'Quelqu’un essaie de se connecter depuis un nouvel appareil. Si c’est vous, approuvez-le ci-dessous.',
      'Oui, c’était moi',
    ],
    activity: [
      'Nouvelle connexion à votre compte',
      'Votre compte a été ouvert sur un nouvel appareil. Si c’était vous, vous n’avez rien à faire.',
      'Vérifier l’activité',
    ],
  },
  es: {
    device: [
      'Verifica un inicio de sesión desde otro lugar',
      'Alguien intenta iniciar sesión desde un dispositivo nuevo. Si eres tú, apruébalo aquí abajo.',
      'Sí, fui yo',
    ],
    activity: [
      'Nuevo inicio de sesión en tu cuenta',
      'Tu cuenta se abrió en un dispositivo nuevo. Si fuiste tú, no tienes que hacer nada.',
      'Revisar actividad',
    ],
  },
  it: {
    device: [
      'Verifica un accesso da un nuovo luogo',
      'Qualcuno prova ad accedere da un nuovo dispositivo. Se sei tu, approvalo qui sotto.',
      'Sì, ero io',
    ],
    activity: [
      'Nuovo accesso al tuo account',
      'Il tuo account è stato aperto su un nuovo dispositivo. Se eri tu, non devi fare nulla.',
      'Controlla attività',
    ],
  },
  pt: {
    device: [
      'Verifique um acesso de um novo local',
      'Alguém está a tentar entrar a partir de um novo dispositivo. Se for você, aprove-o abaixo.',
      'Sim, fui eu',
    ],
    activity: [
      'Novo acesso à sua conta',
      'A sua conta foi aberta num novo dispositivo. Se foi você, não precisa de fazer nada.',
      'Ver atividade',
    ],
  },
  nl: {
    device: [
      'Bevestig het inloggen vanaf een nieuwe plek',
      'Iemand probeert in te loggen op een nieuw apparaat. Bent u dat, keur het dan hieronder goed.',
      'Ja, dit was ik',
    ],
    activity: [
      'Nieuwe aanmelding bij uw account',
      'Uw account is op een nieuw apparaat geopend. Was u dat, dan hoeft u niets te doen.',
      'Activiteit bekijken',
    ],
  },
  sv: {
    device: [
      'Bekräfta inloggning från en ny plats',
      'Någon försöker logga in från en ny enhet. Om det är du, godkänn den nedan.',
      'Ja, det var jag',
    ],
    activity: [
      'Ny inloggning på ditt konto',
      'Ditt konto öppnades på en ny enhet. Om det var du behöver du inte göra något.',
      'Granska aktivitet',
    ],
  },
  pl: {
    device: [
      'Potwierdź logowanie z nowego miejsca',
      'Ktoś próbuje zalogować się z nowego urządzenia. Jeśli to Ty, zatwierdź je poniżej.',
      'Tak, to ja',
    ],
    activity: [
      'Nowe logowanie na Twoje konto',
      'Twoje konto otwarto na nowym urządzeniu. Jeśli to Ty, nic nie musisz robić.',
      'Sprawdź aktywność',
    ],
  },
  ru: {
    device: [
      'Подтвердите вход из нового места',
      'Кто-то пытается войти с нового устройства. Если это вы, подтвердите его ниже.',
      'Да, это я',
    ],
    activity: [
      'Новый вход в ваш аккаунт',
      'Ваш аккаунт открыли на новом устройстве. Если это были вы, ничего делать не нужно.',
      'Проверить активность',
    ],
  },
  tr: {
    device: [
      'Yeni bir konumdan girişi doğrulayın',
      'Birisi yeni bir cihazdan giriş yapmaya çalışıyor. Bu sizseniz aşağıdan onaylayın.',
      'Evet, bendim',
    ],
    activity: [
      'Hesabınıza yeni giriş',
      'Hesabınız yeni bir cihazda açıldı. Bu sizseniz bir şey yapmanız gerekmez.',
      'Etkinliği incele',
    ],
  },
  ja: {
    device: [
      '新しい場所からのログインの確認',
      '新しい端末からログインしようとしています。ご本人の場合は下から承認してください。',
      'はい、私です',
    ],
    activity: [
      'アカウントへの新しいログイン',
      '新しい端末でアカウントが開かれました。ご本人であれば操作は不要です。',
      'アクティビティを見る',
    ],
  },
  zh: {
    device: [
      '请确认来自新地点的登录',
      '有人正尝试在新设备上登录您的账户。如果是您本人,请在下方批准。',
      '是的,是我',
    ],
    activity: [
      '您的账户有新的登录',
      '您的账户已在新设备上打开。如果是您本人,则无需任何操作。',
      '查看活动',
    ],
  },
  ko: {
    device: [
      '새로운 위치에서의 로그인 확인',
      '새 기기에서 로그인을 시도하고 있습니다. 본인이라면 아래에서 승인해 주세요.',
      '네, 접니다',
    ],
    activity: [
      '계정에 새로운 로그인',
      '새 기기에서 계정이 열렸습니다. 본인이라면 아무것도 하지 않아도 됩니다.',
      '활동 확인',
    ],
  },
};
