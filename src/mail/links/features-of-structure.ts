import { ofMailSigns } from '../codes/features-of-any-mail.js';
import { featuresOf, magnitude, features } from '../model/feature.js';
import type { Feature } from '../model/model.js';
import { ofPageLook } from '../model/page-look-features.js';
import { isBare, speaksOf, type LinkAddress, type LinkPurpose } from './link-address.js';
import type { LinkCase } from './link-case.js';
import { isOfGoods, saysAction } from './link-words.js';

/** Where mail is counted on its way to a page. */
const FRONT = /^(?:clicks?|links?|lnk|track(?:ing)?|trk|go|e|em|email|mail|url\d{0,6}|ct|r)\./;
/** What is bought, booked or shared is looked at, not proven. */
const GOODS =
  /\/(?:[a-z]{1,12}[-_])?(?:orders?|bookings?|reserv|payments?|invoices?|receipts?|deliver|shipment|track|appointments?|rsvp|events?|tickets?|issues?|pulls?|docs?|files?|share|posts?|articles?|news|products?|p|jobs?|tasks?|surveys?|polls?|downloads?|exports?)(?![a-z])|\.(?:csv|ics|json|pdf|xlsx?|zip)(?:\?|$)/;
/** Where something ends, or is paid for. */
const ENDS =
  /(?:^|[/?&=_-])(?:delet(?:e|ion)|cancel|close|terminate|deactivate|unlock|pay|checkout)(?![a-z])/;
/** Where somebody is asked to come in. */
const INVITES = /(?:^|[/?&=_-])(?:[a-z]{0,12}invit(?:e[ds]?|ations?)?|join)(?![a-z])/;
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

/** The words of a title are those of its thread. */
const isTitleOnly = ({ isTitle, strength }: LinkAddress) => isTitle && strength === 0;

/** What the address of a link is made of. */
const ofAddress = features<LinkCase>({
  // Its address holds a long piece that is no word. `/v/c9f0f895fb98ab9159f51fd0297e236d`
  'token.long': ({ address }) => address.strength === 2,
  // Its address holds a short piece with digits. `/orders/48291`
  'token.short': ({ address }) => address.strength === 1,
  // That piece is the value of a parameter, or stands behind a #. `?token=c9f0f895fb98ab91`
  'token.parameter': ({ address }) => address.isParameter,
  // Its address holds the code that the mail has for typing. `482913 … /login?code=482913`
  'token.code': ({ address, mail: { about } }) =>
    about.code !== null && address.text.includes(about.code.toLowerCase()),
  // It leads to the first page of a site. `https://a.example/`
  'address.root': ({ address }) => address.text.length <= 1,
  // A piece of its path is words. `/t/verify-mail-missing/48291`
  'address.title': ({ address }) => address.isTitle,
  // It leads to a page that explains something, or to an app.
  // `https://help.a.example/articles/48291`
  'address.page': ({ address }) => address.isPage,
  // It leads to an order, a ticket, a file or another thing. `/orders/48291`
  'address.goods': ({ address }) => GOODS.test(address.text),
  // It leads to a team, a place or an event that somebody is invited to. `/invite/48291`
  'address.invite': ({ address }) => INVITES.test(address.text),
  // It leads to where an account is deleted or unlocked, or something is paid for. `/account/delete`
  'address.ends': ({ address }) => ENDS.test(address.text),
});

const ofPurpose = PURPOSES.flatMap((purpose) =>
  features<LinkCase>({
    // Its words name what such links do. `https://a.example/verify?t=c9f0f895`
    [`address.${purpose}`]: ({ address, words }) =>
      speaksOf(address, purpose) &&
      !isBare(address, purpose) &&
      !isOfGoods(words) &&
      !isTitleOnly(address) &&
      !ENDS.test(address.text),
  }),
);

/** Where it leads, how it looks, and where it stands. */
const ofLook = features<LinkCase>({
  // It is the sender's host. `no-reply@a.example, https://a.example/`
  'host.same': ({ isOfSender }) => isOfSender,
  // It is one that counts who follows a link. `https://click.a.example/`
  'host.front': ({ address }) => FRONT.test(address.host),
  // How it is drawn.
  // It is drawn as a button. `<a style="background:#06c;padding:12px">Kinnita</a>`
  'look.button': ({ link }) => link.isButton,
  // No other link is drawn as a button. `<a style="background:#06c;padding:12px">Kinnita</a>`
  'look.only-button': ({ link, mail }) => link.isButton && mail.buttons === 1,
  // Its letters are small. `<a style="font-size:11px">Meist</a>`
  'look.small': ({ link }) => link.fontSize <= SMALL,
  // It is a picture with a description. `<a><img alt="Northwind"></a>`
  'look.picture': ({ link }) => link.described && link.text !== '',
  // It is a picture. `<a><img></a>`
  'look.described': ({ link }) => link.described,
  // Its text is an address. `<a>a.example/verify</a>`
  'look.address': ({ link }) => link.isAddress,
  // Its text is short. `Kinnita`
  'look.short': ({ link }) => link.text.length <= SHORT,
  // Its text holds a number. `Tellimus 48291`
  'look.number': ({ link: { text, isAddress } }) => !isAddress && /\d/.test(text),
  // The mail leads there from several places. `<a><img></a> <a>Kinnita</a>`
  'look.repeated': ({ place }) => place.repeats > 0,
  // Whether the mail was sent for it.
  // The markup of the mail confirms something by it.
  // `{"@type": "ConfirmAction", "handler": {"url": "https://a.example/v/c9f0f895"}}`
  'markup.confirm': ({ marked }) => marked === 'confirm',
  // The markup of the mail shows something by it.
  // `{"@type": "ViewAction", "target": "https://a.example/orders/48291"}`
  'markup.view': ({ marked }) => marked === 'view',
  // By its place it is the one the mail was sent for. `Two sentences, then <a>Kinnita</a>`
  'place.main': ({ isMain }) => isMain,
  // No other address of the mail is made for its receiver alone. `https://a.example/v/c9f0f895`
  'place.only': ({ mail, address }) => mail.personal === 1 && address.strength > 0,
  // Where it stands.
  // Its line holds nothing else. `\nhttps://a.example/v/c9f0f895\n`
  'place.alone': ({ link }) => link.isApart,
  // The line above ends in a colon. `Ava see leht:\nhttps://a.example/v/c9f0f895`
  'place.announced': ({ link, place }) => link.isApart && place.isAnnounced,
  // It stands at the very top, as a logo does. `<a><img alt="Northwind"></a> Tere!`
  'place.head': ({ link, place, words }) =>
    link.described && place.isHead && !saysAction(link.text, words),
  // How far down in its text it stands. `… <a>Meist</a>`
  'place.depth': ({ place }) => place.depth,
  // It stands in the last part of a text of some length. `© Northwind · <a>Meist</a>`
  'place.last': ({ place, page }) => place.depth > LAST && page.text.length > 200,
  // How many links share its line, by their magnitude.
  // `<a>Abi</a> · <a>Tingimused</a> · <a>Meist</a>`
  'place.row': ({ place }) => magnitude(place.row),
  // Words stand beside it on its line. `Loe <a>siit</a> edasi.`
  'place.within': ({ place }) => place.beside > SHORT,
  // How many other addresses have the same shape, by their magnitude.
  // `/p/48291, /p/48292, /p/48293`
  'place.siblings': ({ place }) => magnitude(place.siblings),
  // A button stands before it. `<a style="padding:12px">Kinnita</a> … <a>Eemalda aadress</a>`
  'place.below-button': ({ place }) => place.followsButton,
  // What the mail holds beside it.
  // How many addresses are made for the receiver, by their magnitude.
  // `https://click.a.example/48291, https://click.a.example/48292`
  'mail.personal': ({ mail }) => magnitude(mail.personal),
  // How many addresses it has, by their magnitude. `<a>…</a> <a>…</a>`
  'mail.links': ({ mail }) => magnitude(mail.links - 1),
  // Several links are drawn as buttons.
  // `<a style="padding:12px">Jah</a> <a style="padding:12px">Ei</a>`
  'mail.buttons': ({ mail }) => mail.buttons > 1,
  // It has a code to type. `Sinu kood on 482913.`
  'mail.code': ({ mail }) => mail.about.code !== null,
});

/** All that tells something without a word. */
export const ofStructure: readonly Feature<LinkCase>[] = [
  ...ofAddress,
  ...ofPurpose,
  ...ofLook,
  ...featuresOf(({ mail }: LinkCase) => mail.about.look, ofPageLook),
  ...featuresOf(({ mail }: LinkCase) => mail.about.signs, ofMailSigns),
];
