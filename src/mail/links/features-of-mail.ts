import { ofMailSigns } from '../codes/features-of-any-mail.js';
import { ofPageLook } from '../model/page-look-features.js';
import { featuresOf, flag, magnitude } from '../model/feature.js';
import type { LinkCase } from './link-case.js';
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
  ...featuresOf(({ mail }: LinkCase) => mail.look, ofPageLook),
  ...featuresOf(({ mail }: LinkCase) => mail.signs, ofMailSigns),
];
