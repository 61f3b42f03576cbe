import type { Sentence } from './odd-sentences.js';

/** Letters that spell no word (RFC 8628, section 6.1), as they are typed where a browser or a device waits for them. */
export const LETTER_CODES: readonly Sentence[] = [
  ['en', 'Sign in', 'Type this on the page that is open:\n\nDMQF-CVVF\n\nThank you.', 'DMQF-CVVF'],
  [
    'de',
    'Passwort',
    'Ihr Code steht unten, er gehört auf die offene Seite.\n\nKRTX-WPLM\n\nDanke.',
    'KRTX-WPLM',
  ],
  [
    'pt',
    'Email',
    'O código está abaixo. Escreva-o na página aberta.\n\nLPHN-ZBZP\n\nObrigado.',
    'LPHN-ZBZP',
  ],
  [
    'ro',
    'Parola',
    'Codul tău e mai jos. Scrie-l în pagina deschisă.\n\nDRTX-CVNF\n\nMulțumim.',
    'DRTX-CVNF',
  ],
  [
    'fr',
    'Adresse',
    'Voici le code à saisir dans la page ouverte.\n\nFVLD-GRKF\n\nMerci.',
    'FVLD-GRKF',
  ],
  [
    'es',
    'Contraseña',
    'Este es tu código para la página abierta.\n\nHTRB-NMKC\n\nGracias.',
    'HTRB-NMKC',
  ],
  ['it', 'Accesso', 'Ecco il codice per la pagina aperta.\n\nPLVD-RSTC\n\nGrazie.', 'PLVD-RSTC'],
  [
    'pl',
    'Logowanie',
    'Poniżej jest kod. Wpisz go na stronie.\n\nWKRD-TNSP\n\nDziękujemy.',
    'WKRD-TNSP',
  ],
];
