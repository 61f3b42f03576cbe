import { flag, magnitude } from '../model/feature.js';
import type { CodeFeature } from './code-feature.js';

/** What the mail holds beside it. */
export const ofMail: readonly CodeFeature[] = [
  {
    name: 'mail.only',
    says: 'It is the only candidate.',
    example: 'Sinu kood on 482913.',
    of: ({ mail }) => flag(mail.candidates === 1),
  },
  {
    name: 'mail.candidates',
    says: 'How many candidates there are, by their magnitude.',
    example: 'Tellimus 48291, arve 77120, klient 10448',
    of: ({ mail }) => magnitude(mail.candidates - 1),
  },
  {
    name: 'mail.numbers',
    says: 'How many numbers there are, by their magnitude.',
    example: '2 × 19,90 + 4,50',
    of: ({ mail }) => magnitude(mail.numbers),
  },
  {
    name: 'mail.letters',
    says: 'How long the mail is.',
    example: 'Sinu kood on 482913.',
    of: ({ mail }) => Math.log2(1 + mail.letters) / 8,
  },
  {
    name: 'mail.brief',
    says: 'The mail is short.',
    example: 'Sinu kood on 482913.',
    of: ({ mail }) => flag(mail.letters < 350),
  },
  {
    name: 'mail.sums',
    says: 'Lines with sums of money.',
    example: 'Kokku: 20,00 €',
    of: ({ mail }) => magnitude(mail.sums),
  },
  {
    name: 'mail.rows',
    says: 'Lines that are a label with its value.',
    example: 'Kuupäev: 24.11.2026',
    of: ({ mail }) => magnitude(mail.rows),
  },
  {
    name: 'mail.cells',
    says: 'Lines with several cells.',
    example: 'Särk\\t1\\t20,00',
    of: ({ mail }) => magnitude(mail.cells),
  },
  {
    name: 'mail.bulk',
    says: 'It was sent to a list.',
    example: 'List-Unsubscribe: <…>',
    of: ({ mail }) => flag(mail.signs.isBulk),
  },
  {
    name: 'mail.invitation',
    says: 'It carries an appointment.',
    example: 'text/calendar; method=REQUEST',
    of: ({ mail }) => flag(mail.signs.isInvitation),
  },
  {
    name: 'mail.person',
    says: 'Somebody wrote it who shows his own name.',
    example: 'From: Mari Tamm <mari.tamm@a.example>',
    of: ({ mail }) => flag(mail.signs.isPersonal),
  },
  {
    name: 'mail.thread',
    says: 'It answers another mail.',
    example: 'In-Reply-To: <…>',
    of: ({ mail }) => flag(mail.signs.isAnswer),
  },
  {
    name: 'mail.files',
    says: 'It has files.',
    example: 'arve.pdf',
    of: ({ mail }) => flag(mail.signs.hasFiles),
  },
  {
    name: 'mail.links',
    says: 'How many links it has, by their magnitude.',
    example: '<a href="https://a.example/48291">',
    of: ({ mail }) => magnitude(new Set(mail.signs.urls).size),
  },
];
