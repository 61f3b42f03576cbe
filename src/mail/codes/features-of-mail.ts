import { featuresOf, flag, magnitude } from '../model/feature.js';
import type { CodeCase } from './code-case.js';
import type { CodeFeature } from './code-feature.js';
import { ofMailSigns } from './features-of-any-mail.js';
import { ofPageLook } from '../model/page-look-features.js';

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
    name: 'mail.filed',
    says: 'The subject names a ticket, a change or a build.',
    example: 'Subject: [SHOP-2048] Kood ei tööta',
    of: ({ mail }) => flag(mail.isFiled),
  },
  ...featuresOf(({ mail }: CodeCase) => mail, ofPageLook),
  ...featuresOf(({ mail }: CodeCase) => mail.signs, ofMailSigns),
  {
    name: 'mail.links',
    says: 'How many links it has, by their magnitude.',
    example: '<a href="https://a.example/48291">',
    of: ({ mail }) => magnitude(mail.links),
  },
];
