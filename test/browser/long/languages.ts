import type { AccountSiteOptions } from './account-site.js';

/** What a site says in a language. */
type SiteWords = readonly [
  ...form: [
    email: string,
    given: string,
    family: string,
    password: string,
    terms: string,
    join: string,
  ],
  ...code: [sent: string, label: string, confirm: string, mail: string],
  ...home: [welcome: string, logOut: string],
];

const WORDS: Readonly<Record<string, SiteWords>> = {
  English: [
    ...([
      'E-mail address',
      'First name',
      'Last name',
      'Password',
      'I accept the terms of use',
      'Create account',
    ] as const),
    ...([
      'We sent you a code.',
      'Confirmation code',
      'Confirm',
      'Your confirmation code\nYour confirmation code is {}.',
    ] as const),
    ...(['You are now logged in', 'Log out'] as const),
  ],
  German: [
    ...([
      'E-Mail-Adresse',
      'Vorname',
      'Nachname',
      'Passwort',
      'Ich akzeptiere die Nutzungsbedingungen',
      'Konto erstellen',
    ] as const),
    ...([
      'Wir haben dir einen Code per E-Mail gesendet.',
      'Bestätigungscode',
      'Bestätigen',
      'Dein Bestätigungscode\nDein Bestätigungscode lautet {}.',
    ] as const),
    ...(['Willkommen', 'Abmelden'] as const),
  ],
  French: [
    ...([
      'Adresse électronique',
      'Prénom',
      'Nom de famille',
      'Mot de passe',
      'J’accepte les conditions générales',
      'Créer un compte',
    ] as const),
    ...([
      'Nous vous avons envoyé un e-mail avec un code.',
      'Code de vérification',
      'Vérifier',
      'Votre code de vérification\nVotre code de vérification est {}.',
    ] as const),
    ...(['Bienvenue', 'Se déconnecter'] as const),
  ],
  Spanish: [
    ...([
      'Correo electrónico',
      'Nombre',
      'Apellidos',
      'Contraseña',
      'Acepto los términos y condiciones',
      'Crear cuenta',
    ] as const),
    ...([
      'Te hemos enviado un correo con un código.',
      'Código de verificación',
      'Verificar',
      'Tu código de verificación\nTu código de verificación es {}.',
    ] as const),
    ...(['Bienvenido', 'Cerrar sesión'] as const),
  ],
  Italian: [
    ...([
      'Indirizzo di posta elettronica',
      'Nome proprio',
      'Cognome',
      'Parola d’accesso',
      'Accetto i termini e le condizioni',
      'Registrati',
    ] as const),
    ...([
      'Ti abbiamo inviato un codice.',
      'Codice di verifica',
      'Verifica',
      'Il tuo codice di verifica\nIl tuo codice di verifica è {}.',
    ] as const),
    ...(['Benvenuto', 'Esci'] as const),
  ],
  Portuguese: [
    ...([
      'Endereço de e-mail',
      'Primeiro nome',
      'Sobrenome',
      'Senha',
      'Aceito os termos de uso',
      'Criar conta',
    ] as const),
    ...([
      'Enviamos um código para o seu e-mail.',
      'Código de verificação',
      'Verificar',
      'Seu código de verificação\nSeu código de verificação é {}.',
    ] as const),
    ...(['Bem-vindo', 'Sair'] as const),
  ],
  Dutch: [
    ...([
      'E-mailadres',
      'Voornaam',
      'Achternaam',
      'Wachtwoord',
      'Ik ga akkoord met de voorwaarden',
      'Account aanmaken',
    ] as const),
    ...([
      'We hebben je een e-mail gestuurd met een code.',
      'Verificatiecode',
      'Bevestigen',
      'Je verificatiecode\nJe verificatiecode is {}.',
    ] as const),
    ...(['Welkom', 'Uitloggen'] as const),
  ],
  Polish: [
    ...([
      'Adres e-mail',
      'Imię',
      'Nazwisko',
      'Hasło',
      'Akceptuję regulamin',
      'Załóż konto',
    ] as const),
    ...([
      'Wysłaliśmy kod na Twój adres.',
      'Kod weryfikacyjny',
      'Potwierdź',
      'Twój kod weryfikacyjny\nTwój kod weryfikacyjny to {}.',
    ] as const),
    ...(['Witamy', 'Wyloguj się'] as const),
  ],
  Turkish: [
    ...([
      'E-posta adresi',
      'Adınız',
      'Soyadınız',
      'Şifre',
      'Kullanım koşullarını kabul ediyorum',
      'Kayıt ol',
    ] as const),
    ...([
      'Size bir kod gönderildi.',
      'Doğrulama kodu',
      'Doğrula',
      'Doğrulama kodunuz\nDoğrulama kodunuz: {}.',
    ] as const),
    ...(['Hoş geldiniz', 'Çıkış yap'] as const),
  ],
  Russian: [
    ...([
      'Электронная почта',
      'Имя',
      'Фамилия',
      'Пароль',
      'Я принимаю условия использования',
      'Зарегистрироваться',
    ] as const),
    ...([
      'Мы отправили код на вашу почту.',
      'Код подтверждения',
      'Подтвердить',
      'Код подтверждения\nВаш код подтверждения: {}.',
    ] as const),
    ...(['Добро пожаловать', 'Выйти'] as const),
  ],
  Japanese: [
    ...(['メールアドレス', '名', '姓', 'パスワード', '利用規約に同意する', '新規登録'] as const),
    ...([
      '確認コードをメールで送信しました。',
      '確認コード',
      '確認',
      '確認コード\n確認コードは {} です。',
    ] as const),
    ...(['ようこそ', 'ログアウト'] as const),
  ],
  Chinese: [
    ...(['电子邮件', '名字', '姓氏', '密码', '我同意服务条款', '注册'] as const),
    ...(['验证码已发送到您的邮箱。', '验证码', '确认', '您的验证码\n您的验证码是 {}。'] as const),
    ...(['欢迎', '退出登录'] as const),
  ],
};

/** A site in each of 12 languages, whose fields have no names that say anything. */
export const LANGUAGE_SITES: readonly (readonly [string, AccountSiteOptions])[] = Object.entries(
  WORDS,
).map(([language, words]) => [language, siteIn(words)]);

function siteIn([
  email,
  given,
  family,
  password,
  terms,
  join,
  sent,
  label,
  confirm,
  mail,
  welcome,
  logOut,
]: SiteWords): AccountSiteOptions {
  return {
    pages: [
      (action) => `<form action="${action}" method="post">
<p><label for="a">${given}</label><input id="a" name="f1" required></p>
<p><label for="b">${family}</label><input id="b" name="f2" required></p>
<p><label for="c">${email}</label><input id="c" name="f3" required></p>
<p><label for="d">${password}</label><input id="d" type="password" name="f4" required></p>
<p><input id="e" type="checkbox" name="f5" required><label for="e">${terms}</label></p>
<button>${join}</button></form>`,
    ],
    codePage: (action) => `<form action="${action}" method="post"><p>${sent}</p>
<p><label for="g">${label}</label><input id="g" name="f6"></p><button>${confirm}</button></form>`,
    mailOf: (code) => mail.replace('{}', code),
    home: `<h1>${welcome}</h1><button>${logOut}</button>`,
  };
}
