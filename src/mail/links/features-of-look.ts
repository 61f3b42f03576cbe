import { flag, magnitude } from '../model/feature.js';
import { MAX_LINKS } from './link-case.js';
import type { LinkFeature } from './link-feature.js';

/** Up to so many pixels letters are those of a footer. */
const SMALL = 12;
const SHORT = 24;
const LAST = 0.8;

/** How a link is drawn. */
export const drawn: readonly LinkFeature[] = [
  {
    name: 'look.button',
    says: 'It is drawn as a button.',
    example: '<a style="background:#06c;padding:12px">Kinnita</a>',
    of: ({ link }) => flag(link.isButton),
  },
  {
    name: 'look.only-button',
    says: 'No other link is drawn as a button.',
    example: '<a style="background:#06c;padding:12px">Kinnita</a>',
    of: ({ link, mail }) => flag(link.isButton && mail.buttons === 1),
  },
  {
    name: 'look.small',
    says: 'Its letters are small.',
    example: '<a style="font-size:11px">Meist</a>',
    of: ({ link }) => flag(link.fontSize <= SMALL),
  },
  {
    name: 'look.picture',
    says: 'It is a picture with a description.',
    example: '<a><img alt="Northwind"></a>',
    of: ({ link }) => flag(link.described && link.text !== ''),
  },
  {
    name: 'look.address',
    says: 'Its text is an address.',
    example: '<a>a.example/verify</a>',
    of: ({ link }) => flag(link.isAddress),
  },
  {
    name: 'look.named',
    says: "Its text is the sender's name, as that of a logo is.",
    example: 'From: Northwind … <img alt="Northwind">',
    of: ({ link, mail }) => flag(isName(link.text, mail.from.name)),
  },
  {
    name: 'look.short',
    says: 'Its text is short.',
    example: 'Kinnita',
    of: ({ link: { text } }) => flag(text.length <= SHORT),
  },
  {
    name: 'look.number',
    says: 'Its text holds a number.',
    example: 'Tellimus 48291',
    of: ({ link: { text, isAddress } }) => flag(!isAddress && /\d/.test(text)),
  },
];

/** Which other places lead there, too. */
export const repeated: readonly LinkFeature[] = [
  {
    name: 'look.written-out',
    says: 'Its address is written out below, for those whose button does not work.',
    example: '<a>Kinnita</a> … https://a.example/v/c9f0f895',
    of: ({ link, place }) => flag(!link.isAddress && place.isWrittenOut),
  },
  {
    name: 'look.repeated',
    says: 'The mail leads there from several places.',
    example: '<a><img></a> <a>Kinnita</a>',
    of: ({ place }) => flag(place.repeats > 0),
  },
];

const isName = (text: string, name: string | null) =>
  name !== null && name !== '' && text.toLowerCase() === name.toLowerCase();

/** What the mail says of it to programs. */
export const marked: readonly LinkFeature[] = [
  {
    name: 'markup.confirm',
    says: 'The markup of the mail confirms something by it.',
    example: '{"@type": "ConfirmAction", "handler": {"url": "https://a.example/v/c9f0f895"}}',
    of: ({ marked }) => flag(marked === 'confirm'),
  },
  {
    name: 'markup.view',
    says: 'The markup of the mail shows something by it.',
    example: '{"@type": "ViewAction", "target": "https://a.example/orders/48291"}',
    of: ({ marked }) => flag(marked === 'view'),
  },
];

/** Whether the mail was sent for it. */
export const meant: readonly LinkFeature[] = [
  {
    name: 'place.main',
    says: 'By its place it is the one the mail was sent for.',
    example: 'Two sentences, then <a>Kinnita</a>',
    of: ({ isMain }) => flag(isMain),
  },
  {
    name: 'place.only',
    says: 'No other address of the mail is made for its receiver alone.',
    example: 'https://a.example/v/c9f0f895',
    of: ({ mail, address }) => flag(mail.personal === 1 && address.strength > 0),
  },
];

/** Where it stands. */
export const standing: readonly LinkFeature[] = [
  {
    name: 'place.alone',
    says: 'Its line holds nothing else.',
    example: '\\nhttps://a.example/v/c9f0f895\\n',
    of: ({ place }) => flag(place.isAlone),
  },
  {
    name: 'place.announced',
    says: 'The line above ends in a colon.',
    example: 'Ava see leht:\\nhttps://a.example/v/c9f0f895',
    of: ({ place }) => flag(place.isAlone && place.isAnnounced),
  },
  {
    name: 'place.head',
    says: 'It stands at the very top, as a logo does.',
    example: '<a><img alt="Northwind"></a> Tere!',
    of: ({ place }) => flag(place.isHead),
  },
  {
    name: 'place.depth',
    says: 'How far down in its text it stands.',
    example: '… <a>Meist</a>',
    of: ({ place }) => place.depth,
  },
  {
    name: 'place.last',
    says: 'It stands in the last part of a text of some length.',
    example: '© Northwind · <a>Meist</a>',
    of: ({ place, page }) => flag(place.depth > LAST && page.text.length > 200),
  },
  {
    name: 'place.row',
    says: 'How many links share its line, by their magnitude.',
    example: '<a>Abi</a> · <a>Tingimused</a> · <a>Meist</a>',
    of: ({ place }) => magnitude(place.row),
    most: magnitude(MAX_LINKS),
  },
  {
    name: 'place.within',
    says: 'Words stand beside it on its line.',
    example: 'Loe <a>siit</a> edasi.',
    of: ({ place }) => flag(place.beside > SHORT),
  },
  {
    name: 'place.siblings',
    says: 'How many other addresses have the same shape, by their magnitude.',
    example: '/p/48291, /p/48292, /p/48293',
    of: ({ place }) => magnitude(place.siblings),
    most: magnitude(MAX_LINKS),
  },
  {
    name: 'place.below-button',
    says: 'A button stands before it.',
    example: '<a style="padding:12px">Kinnita</a> … <a>Eemalda aadress</a>',
    of: ({ place }) => flag(place.followsButton),
  },
];
