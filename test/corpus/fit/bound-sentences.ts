import type { Sentence } from './odd-sentences.js';

/** Mails that say nothing of a code but in their last line, which binds it to a site. */
const TEXTS: readonly (readonly [string, string, string])[] = [
  ['en', 'Northwind', 'Signing in? Here you go. Keep this to yourself.'],
  ['en', 'Hello', 'Your request came in. Trips this month: 17, credit: $12.50.'],
  ['de', 'Northwind', 'Hier ist, was Sie wollten. Ihr Guthaben: 12,50 €.'],
  ['es', 'Hola', 'Aquí lo tienes. No lo compartas con nadie. Pedidos: 3.'],
  ['fr', 'Northwind', 'Voici ce que vous avez demandé, Anne. Points : 2041.'],
  ['ja', 'Northwind', 'ご依頼の件です。誰にも教えないでください。'],
  ['ko', 'Northwind', '요청하신 내용입니다. 카드 끝자리 7193.'],
  ['et', 'Northwind', 'Siin see on. Ära jaga seda kellegagi.'],
];

const bound = (host: string, codes?: string) =>
  TEXTS.map(([lang, subject, text]): Sentence => [
    lang,
    subject,
    `${text}\n\n@${host} #390815`,
    codes,
  ]);

/** From Northwind, bound to its own site. */
export const BOUND: readonly Sentence[] = [
  ...bound('northwind.example', '390815'),
  ...bound('id.northwind.example', '390815'),
];

/** What is asked for without a name, so that the site it is bound to decides. */
const ASKED: readonly (readonly [string, string, string])[] = [
  ['en', 'Northwind', 'Use 390815 to continue.'],
  ['en', 'Sign in', 'Hello Anne,\n\n390815'],
  ['de', 'Northwind', 'Mit 390815 melden Sie sich an.'],
  ['es', 'Northwind', 'Introduce 390815 para continuar.'],
  ['fr', 'Connexion', 'Saisissez 390815 pour continuer.'],
  ['it', 'Accesso', 'Usa 390815 per accedere.'],
  ['pt', 'Northwind', 'Digite 390815 para entrar.'],
  ['ja', 'ログイン', '390815 を入力してください。'],
];

/** Bound to a site that is another's. */
export const BOUND_ELSEWHERE: readonly Sentence[] = [
  ...bound('larkspur.example'),
  ...ASKED.map(([lang, subject, text]): Sentence => [
    lang,
    subject,
    `${text}\n\n@larkspur.example #390815`,
  ]),
];
