import { features, featuresOf, magnitude } from '../model/feature.js';
import type { CodeCase } from './code-case.js';
import { ofMailSigns } from './features-of-any-mail.js';
import { ofPageLook } from '../model/page-look-features.js';

/** What the mail holds beside it. */
export const ofMail = [
  ...features<CodeCase>({
    // It is the only candidate. `Sinu kood on 482913.`
    'mail.only': ({ mail }) => mail.candidates === 1,
    // How many candidates there are, by their magnitude. `Tellimus 48291, arve 77120, klient 10448`
    'mail.candidates': ({ mail }) => magnitude(mail.candidates - 1),
    // The subject names a ticket, a change or a build. `Subject: [SHOP-2048] Kood ei tööta`
    'mail.filed': ({ mail }) => mail.isFiled,
  }),
  ...featuresOf(({ mail }: CodeCase) => mail.look, ofPageLook),
  ...featuresOf(({ mail }: CodeCase) => mail.signs, ofMailSigns),
  ...features<CodeCase>({
    // How many links it has, by their magnitude. `<a href="https://a.example/48291">`
    'mail.links': ({ mail }) => magnitude(mail.links),
  }),
];
