import { ofMailSigns } from '../codes/features-of-any-mail.js';
import { featuresOf, magnitude, questions } from '../model/feature.js';
import type { Feature } from '../model/model.js';
import { ofPageLook } from '../model/page-look-features.js';
import { isBare, speaksOf, type LinkPurpose } from './link-address.js';
import type { LinkCase } from './link-case.js';
import { isOfGoods, saysAction } from './link-words.js';

/** Where mail is counted on its way to a page. */
const FRONT = /^(?:clicks?|links?|lnk|track(?:ing)?|trk|go|e|em|email|mail|url\d{0,6}|ct|r)\./;
/** What is bought, booked or shared is looked at, not proven. */
const GOODS =
  /\/(?:[a-z]{1,12}[-_])?(?:orders?|bookings?|reserv|payments?|invoices?|receipts?|deliver|shipment|track|appointments?|rsvp|events?|tickets?|issues?|pulls?|docs?|files?|share|posts?|articles?|news|products?|p|jobs?)(?![a-z])/;
const SPOKEN: Readonly<Record<LinkPurpose, string>> = {
  verify: '/verify-email',
  magic: '/login?token=…',
  reset: '/new-password',
  unsubscribe: '/unsubscribe',
};
const PURPOSES = Object.keys(SPOKEN) as LinkPurpose[];
/** Up to so many pixels letters are those of a footer. */
const SMALL = 12;
const SHORT = 24;
const LAST = 0.8;

const isName = (text: string, name: string | null) =>
  name !== null && name !== '' && text.toLowerCase() === name.toLowerCase();

/** What the address of a link is made of. */
const ofAddress = questions<LinkCase>({
  'token.long': [
    'Its address holds a long piece that is no word.',
    '/v/c9f0f895fb98ab9159f51fd0297e236d',
    ({ address }) => address.strength === 2,
  ],
  'token.short': [
    'Its address holds a short piece with digits.',
    '/orders/48291',
    ({ address }) => address.strength === 1,
  ],
  'token.parameter': [
    'That piece is the value of a parameter, or stands behind a #.',
    '?token=c9f0f895fb98ab91',
    ({ address }) => address.isParameter,
  ],
  'address.root': [
    'It leads to the first page of a site.',
    'https://a.example/',
    ({ address }) => address.text.length <= 1,
  ],
  'address.title': [
    'A piece of its path is words.',
    '/t/verify-mail-missing/48291',
    ({ address }) => address.isTitle,
  ],
  'address.page': [
    'It leads to a page that explains something, or to an app.',
    'https://help.a.example/articles/48291',
    ({ address }) => address.isPage,
  ],
  'address.goods': [
    'It leads to an order, a ticket, a file or another thing.',
    '/orders/48291',
    ({ address }) => GOODS.test(address.text),
  ],
});

const ofPurpose = PURPOSES.flatMap((purpose) =>
  questions<LinkCase>({
    [`address.${purpose}`]: [
      `Its words name what links of kind ${purpose} do.`,
      SPOKEN[purpose],
      ({ address, words }) =>
        speaksOf(address, purpose) && !isBare(address, purpose) && !isOfGoods(words),
    ],
  }),
);

/** Where it leads, how it looks, and where it stands. */
const ofLook = questions<LinkCase>({
  'host.same': [
    "It is the sender's host.",
    'no-reply@a.example, https://a.example/',
    ({ site }) => site === 'same',
  ],
  'host.other': [
    "It is of another site than the sender's.",
    'no-reply@a.example, https://b.example/',
    ({ site }) => site === 'other',
  ],
  'host.front': [
    'It is one that counts who follows a link.',
    'https://click.a.example/',
    ({ address }) => FRONT.test(address.host),
  ],
  // How it is drawn.
  'look.button': [
    'It is drawn as a button.',
    '<a style="background:#06c;padding:12px">Kinnita</a>',
    ({ link }) => link.isButton,
  ],
  'look.only-button': [
    'No other link is drawn as a button.',
    '<a style="background:#06c;padding:12px">Kinnita</a>',
    ({ link, mail }) => link.isButton && mail.buttons === 1,
  ],
  'look.small': [
    'Its letters are small.',
    '<a style="font-size:11px">Meist</a>',
    ({ link }) => link.fontSize <= SMALL,
  ],
  'look.picture': [
    'It is a picture with a description.',
    '<a><img alt="Northwind"></a>',
    ({ link }) => link.described && link.text !== '',
  ],
  'look.described': ['It is a picture.', '<a><img></a>', ({ link }) => link.described],
  'look.address': [
    'Its text is an address.',
    '<a>a.example/verify</a>',
    ({ link }) => link.isAddress,
  ],
  'look.named': [
    "Its text is the sender's name, as that of a logo is.",
    'From: Northwind … <img alt="Northwind">',
    ({ link, mail }) => isName(link.text, mail.about.from.name),
  ],
  'look.short': ['Its text is short.', 'Kinnita', ({ link }) => link.text.length <= SHORT],
  'look.number': [
    'Its text holds a number.',
    'Tellimus 48291',
    ({ link: { text, isAddress } }) => !isAddress && /\d/.test(text),
  ],
  'look.repeated': [
    'The mail leads there from several places.',
    '<a><img></a> <a>Kinnita</a>',
    ({ place }) => place.repeats > 0,
  ],
  // Whether the mail was sent for it.
  'markup.confirm': [
    'The markup of the mail confirms something by it.',
    '{"@type": "ConfirmAction", "handler": {"url": "https://a.example/v/c9f0f895"}}',
    ({ marked }) => marked === 'confirm',
  ],
  'markup.view': [
    'The markup of the mail shows something by it.',
    '{"@type": "ViewAction", "target": "https://a.example/orders/48291"}',
    ({ marked }) => marked === 'view',
  ],
  'place.main': [
    'By its place it is the one the mail was sent for.',
    'Two sentences, then <a>Kinnita</a>',
    ({ isMain }) => isMain,
  ],
  'place.only': [
    'No other address of the mail is made for its receiver alone.',
    'https://a.example/v/c9f0f895',
    ({ mail, address }) => mail.personal === 1 && address.strength > 0,
  ],
  // Where it stands.
  'place.alone': [
    'Its line holds nothing else.',
    '\\nhttps://a.example/v/c9f0f895\\n',
    ({ link }) => link.isApart,
  ],
  'place.announced': [
    'The line above ends in a colon.',
    'Ava see leht:\\nhttps://a.example/v/c9f0f895',
    ({ link, place }) => link.isApart && place.isAnnounced,
  ],
  'place.head': [
    'It stands at the very top, as a logo does.',
    '<a><img alt="Northwind"></a> Tere!',
    ({ link, place, words }) => link.described && place.isHead && !saysAction(link.text, words),
  ],
  'place.depth': [
    'How far down in its text it stands.',
    '… <a>Meist</a>',
    ({ place }) => place.depth,
  ],
  'place.last': [
    'It stands in the last part of a text of some length.',
    '© Northwind · <a>Meist</a>',
    ({ place, page }) => place.depth > LAST && page.text.length > 200,
  ],
  'place.row': [
    'How many links share its line, by their magnitude.',
    '<a>Abi</a> · <a>Tingimused</a> · <a>Meist</a>',
    ({ place }) => magnitude(place.row),
  ],
  'place.within': [
    'Words stand beside it on its line.',
    'Loe <a>siit</a> edasi.',
    ({ place }) => place.beside > SHORT,
  ],
  'place.siblings': [
    'How many other addresses have the same shape, by their magnitude.',
    '/p/48291, /p/48292, /p/48293',
    ({ place }) => magnitude(place.siblings),
  ],
  'place.below-button': [
    'A button stands before it.',
    '<a style="padding:12px">Kinnita</a> … <a>Eemalda aadress</a>',
    ({ place }) => place.followsButton,
  ],
  // What the mail holds beside it.
  'mail.personal': [
    'How many addresses are made for the receiver, by their magnitude.',
    'https://click.a.example/48291, https://click.a.example/48292',
    ({ mail }) => magnitude(mail.personal),
  ],
  'mail.links': [
    'How many addresses it has, by their magnitude.',
    '<a>…</a> <a>…</a>',
    ({ mail }) => magnitude(mail.links - 1),
  ],
  'mail.buttons': [
    'Several links are drawn as buttons.',
    '<a style="padding:12px">Jah</a> <a style="padding:12px">Ei</a>',
    ({ mail }) => mail.buttons > 1,
  ],
  'mail.code': ['It has a code to type.', 'Sinu kood on 482913.', ({ mail }) => mail.about.hasCode],
});

/** All that tells something without a word. */
export const ofStructure: readonly Feature<LinkCase>[] = [
  ...ofAddress,
  ...ofPurpose,
  ...ofLook,
  ...featuresOf(({ mail }: LinkCase) => mail.about.look, ofPageLook),
  ...featuresOf(({ mail }: LinkCase) => mail.about.signs, ofMailSigns),
];
