import { flag } from '../model/feature.js';
import type { LinkPurpose } from './link-address.js';
import type { LinkFeature } from './link-feature.js';
import { isInAddress } from './link-words.js';

const PURPOSES: readonly LinkPurpose[] = ['verify', 'magic', 'reset', 'unsubscribe'];

const EXAMPLES: Readonly<Record<LinkPurpose, string>> = {
  verify: '/verify-email',
  magic: '/login?token=…',
  reset: '/new-password',
  unsubscribe: '/unsubscribe',
};

/** Where mail is counted on its way to a page. */
const FRONT = /^(?:clicks?|links?|lnk|track(?:ing)?|trk|go|e|em|email|mail|url\d{0,6}|ct|r)\./;
/** What is bought, booked or shared is looked at, not proven. */
const GOODS =
  /\/(?:[a-z]{1,12}[-_])?(?:orders?|bookings?|reserv|payments?|invoices?|receipts?|deliver|shipment|track|appointments?|rsvp|events?|tickets?|issues?|pulls?|docs?|files?|share|posts?|articles?|news|products?|p|jobs?)(?![a-z])/;

/** What the address of a link is made of. */
export const ofAddress: readonly LinkFeature[] = [
  {
    name: 'token.long',
    says: 'Its address holds a long piece that is no word.',
    example: '/v/c9f0f895fb98ab9159f51fd0297e236d',
    of: ({ address }) => flag(address.strength === 2),
  },
  {
    name: 'token.short',
    says: 'Its address holds a short piece with digits.',
    example: '/orders/48291',
    of: ({ address }) => flag(address.strength === 1),
  },
  {
    name: 'token.parameter',
    says: 'That piece is the value of a parameter, or stands behind a #.',
    example: '?token=c9f0f895fb98ab91',
    of: ({ address }) => flag(address.isParameter),
  },
  {
    name: 'address.root',
    says: 'It leads to the first page of a site.',
    example: 'https://a.example/',
    of: ({ address }) => flag(address.text.length <= 1),
  },
  {
    name: 'address.title',
    says: 'A piece of its path is words.',
    example: '/t/verify-mail-missing/48291',
    of: ({ address }) => flag(address.isTitle),
  },
  {
    name: 'address.page',
    says: 'It leads to a page that explains something, or to an app.',
    example: 'https://help.a.example/articles/48291',
    of: ({ address }) => flag(address.isPage),
  },
  {
    name: 'host.same',
    says: "It is the sender's host.",
    example: 'no-reply@a.example, https://a.example/',
    of: ({ site }) => flag(site === 'same'),
  },
  {
    name: 'host.other',
    says: "It is of another site than the sender's.",
    example: 'no-reply@a.example, https://b.example/',
    of: ({ site }) => flag(site === 'other'),
  },
  {
    name: 'host.front',
    says: 'It is one that counts who follows a link.',
    example: 'https://click.a.example/',
    of: ({ address }) => flag(FRONT.test(address.host)),
  },
];

/** What the words of an address say. */
export const addressWords: readonly LinkFeature[] = [
  {
    name: 'address.goods',
    says: 'It leads to an order, a ticket, a file or another thing.',
    example: '/orders/48291',
    of: ({ address }) => flag(GOODS.test(address.text)),
  },
  ...PURPOSES.map((purpose): LinkFeature => ({
    name: `address.${purpose}`,
    says: `Its words name what links of kind ${purpose} do.`,
    example: EXAMPLES[purpose],
    of: ({ words }) => flag(isInAddress(purpose, words)),
  })),
];
