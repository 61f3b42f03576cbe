import type { Topic } from '../../../src/mail/topic/category-case.js';

/** Category, language, sender, subject, text, and further headers. */
export type Scene = readonly [
  Topic,
  string,
  string,
  string,
  string?,
  Readonly<Record<string, string>>?,
];

/** The header of mail to a list. */
export const LIST = { 'List-Id': '<letters.northgate.example>' };

/** A mail to the readers of a letter. */
export const letter = (lang: string, subject: string, text: string): Scene => [
  ...(['newsletter', lang, 'Northgate <no-reply@northgate.example>'] as const),
  ...([subject, text, LIST] as const),
];

/** Letters to a list that speak of codes of other kinds: language, subject, text. */
export const LETTERS: readonly (readonly [string, string, string])[] = [
  ['en', 'Open code news', 'This week: error code 1044 explained, code of conduct. Read more.'],
  ['en', 'QR code news', 'This week: error code 20771, code review, a library. Read more.'],
  ['en', 'Source code letter', 'This week: code review, error code 4044 explained. Read more.'],
  ['en', 'Source code weekly', 'This week: QR code library, code review of PR 771. Read more.'],
  ['en', 'Source code news', 'Code of conduct, error code 20017, PR 4104 reviewed. Read more.'],
  ['en', 'News of source code', 'A new code of conduct, and error code 60031 explained. Read on.'],
  ['en', 'Source code news 12', 'This month: QR code library, exit code 137 explained. Read more.'],
  [
    'de',
    'Quellcode-News',
    'Diese Woche: Fehlercode 1044 erklärt, Code-Review von PR 771. Weiterlesen.',
  ],
  [
    'fr',
    'Actus code source',
    "Cette semaine : le code d'erreur 1044 expliqué, revue de code. Lire la suite.",
  ],
  ['es', 'Noticias de código fuente', 'Esta semana: el código de error 1044 explicado. Leer más.'],
];

const RESET = 'https://northgate.example/reset?token=a81f09c2d7e64b15';

/** A sign-in that is told of, with a link for whoever knows nothing of it. */
export const signIn = (lang: string, subject: string, lead: string): Scene => [
  ...(['notification', lang, 'no-reply@northgate.example', subject, lead + RESET] as const),
];

/** Language, subject, what leads to the link. */
export const SIGN_INS: readonly (readonly [string, string, string])[] = [
  ['en', 'New login on your account', 'Was this not you? Change your password: '],
  ['en', 'A new device has signed in', 'If you do not know it, reset your password at '],
  ['de', 'Neue Anmeldung bei Ihrem Konto', 'Waren Sie das nicht? Passwort zurücksetzen: '],
  [
    'fr',
    'Nouvelle connexion à votre compte',
    'Ce n’était pas vous ? Réinitialisez votre mot de passe : ',
  ],
  ['es', 'Nuevo inicio de sesión en tu cuenta', '¿No has sido tú? Restablece tu contraseña: '],
];
