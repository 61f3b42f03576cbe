import { flag, magnitude } from '../model/feature.js';
import type { LinkFeature } from './link-feature.js';

/** What the mail holds beside it. */
export const ofMail: readonly LinkFeature[] = [
  {
    name: 'mail.personal',
    says: 'How many addresses are made for the receiver, by their magnitude.',
    example: 'https://click.a.example/48291, https://click.a.example/48292',
    of: ({ mail }) => magnitude(mail.personal),
  },
  {
    name: 'mail.links',
    says: 'How many addresses it has, by their magnitude.',
    example: '<a>…</a> <a>…</a>',
    of: ({ mail }) => magnitude(mail.links - 1),
  },
  {
    name: 'mail.buttons',
    says: 'Several links are drawn as buttons.',
    example: '<a style="padding:12px">Jah</a> <a style="padding:12px">Ei</a>',
    of: ({ mail }) => flag(mail.buttons > 1),
  },
  {
    name: 'mail.code',
    says: 'It has a code to type.',
    example: 'Sinu kood on 482913.',
    of: ({ mail }) => flag(mail.hasCode),
  },
  {
    name: 'mail.numbers',
    says: 'How many numbers there are, by their magnitude.',
    example: '2 × 19,90 + 4,50',
    of: ({ mail }) => magnitude(mail.look.numbers),
  },
  {
    name: 'mail.letters',
    says: 'How long the mail is.',
    example: 'Kinnita oma aadress.',
    of: ({ mail }) => Math.log2(1 + mail.look.letters) / 8,
  },
  {
    name: 'mail.brief',
    says: 'The mail is short.',
    example: 'Kinnita oma aadress.',
    of: ({ mail }) => flag(mail.look.letters < 350),
  },
  {
    name: 'mail.sums',
    says: 'Lines with sums of money.',
    example: 'Kokku: 20,00 €',
    of: ({ mail }) => magnitude(mail.look.sums),
  },
  {
    name: 'mail.rows',
    says: 'Lines that are a label with its value.',
    example: 'Kuupäev: 24.11.2026',
    of: ({ mail }) => magnitude(mail.look.rows),
  },
  {
    name: 'mail.cells',
    says: 'Lines with several cells.',
    example: 'Särk\\t1\\t20,00',
    of: ({ mail }) => magnitude(mail.look.cells),
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
];
