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

/** Bound to a site that is another's. */
export const BOUND_ELSEWHERE: readonly Sentence[] = bound('larkspur.example');
