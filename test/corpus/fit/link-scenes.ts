import { LINK_ACTIONS, type LinkAction } from '../../../src/mail/analysis.js';
import type { CorpusMail } from '../read.js';
import { chance } from './chance.js';
import { DEVICES } from './device-phrases.js';
import { ERRANDS } from './link-errands.js';
import { madeMail } from './made-mail.js';
import { PHRASES, type Phrases, type Said } from './link-phrases.js';

const OTHERS = ['parcel', 'invoice', 'comment', 'notes', 'invite'] as const;
/** Told from what is still to be done by words alone. */
const DONE = [
  ...(['order', 'visit', 'leave', 'statement', 'deal', 'arrived'] as const),
  ...(['payment', 'deletion', 'message'] as const),
];
type Topic =
  LinkAction | 'portal' | 'device' | 'activity' | (typeof OTHERS)[number] | (typeof DONE)[number];

/** A mail that is put together for its links. */
interface Scene {
  readonly name: string;
  readonly said: Said;
  readonly phrases: Phrases;
  readonly topic: Topic;
  /** The address that the mail was sent for. */
  readonly main: string;
}

const hex = (seed: string, length: number) =>
  Array.from({ length }, (_, i) => Math.floor(chance(`${seed} ${i}`) * 16).toString(16)).join('');

/** Where everything is counted, addresses tell nothing. */
const counted = ({ name }: Scene, what: string) =>
  `https://click.northwind.example/ls/${hex(`${name} ${what}`, 40)}`;

const link = (url: string, text: string, style = '') => `<a href="${url}"${style}>${text}</a>`;
const BUTTON = ' style="background:#1a56db;color:#fff;padding:12px 24px;display:inline-block"';
const picture = (alt: string) => `<img src="https://static.northwind.example/i.png" alt="${alt}">`;

const figures = ({ topic, name }: Scene) => {
  const number = String(100_000 + Math.floor(chance(`${name} number`) * 899_999));
  if (topic === 'invoice') return `<p>${number}</p><p>24.11.2026: 82,90 €</p>`;
  return topic === 'parcel' ? `<p>RR${number}XX</p><p>2 × 19,90 €</p>` : '';
};

const LAYOUTS: readonly Layout[] = [
  // A logo, a button and a row of asides, all of them counted.
  (scene) => {
    const [subject, sentence, button] = scene.said;
    const row = scene.phrases.asides.slice(1).map((text) => link(counted(scene, text), text));
    return (
      `${link(counted(scene, 'logo'), picture('Northwind'))}<h2>${subject}</h2><p>${sentence}</p>${figures(scene)}` +
      `<p>${link(scene.main, button, BUTTON)}</p><p>${scene.phrases.ignore}</p>` +
      `<p style="font-size:11px">© 2026 Northwind · ${row.join(' · ')}</p>`
    );
  },
  // A cell as a button, its address written out, how to be rid of the mail, icons.
  (scene) => {
    const [, sentence, button] = scene.said;
    const [remove] = scene.phrases.asides;
    const icons = ['one', 'two', 'three'].map((what) => link(counted(scene, what), picture('')));
    return (
      `<table><tr><td>${sentence}</td></tr><tr><td bgcolor="#0a7744">` +
      `${link(scene.main, button, ' style="color:#ffffff"')}</td></tr></table>${figures(scene)}` +
      `<p>${scene.main}</p><p>${scene.phrases.ignore} ` +
      `${link(`https://northwind.example/remove/${hex(`${scene.name} remove`, 32)}`, remove)}</p><p>${icons.join('')}</p>`
    );
  },
  // A link in a sentence of its own, a page of help and a thread of a forum that are called alike.
  (scene) => {
    const [subject, sentence, button] = scene.said;
    const [remove, help, forum, why] = scene.phrases.asides;
    return (
      `<p>${sentence}</p>${figures(scene)}<p>${link(scene.main, button)}</p>` +
      `<p>${link('https://support.northwind.example/articles/48291-verify-your-email', why)}</p>` +
      `<p>${link('https://community.northwind.example/t/verify-mail-missing/48291', `${forum}: ${subject}`)} · ` +
      `${link('https://northwind.example/help', help)} · ${link(counted(scene, 'remove'), remove)}</p>`
    );
  },
  // Plain text.
  (scene) => {
    const [, sentence] = scene.said;
    const [remove] = scene.phrases.asides;
    return (
      `${sentence}\n\n${scene.main}\n\n${scene.phrases.ignore}\n` +
      `${remove}: https://northwind.example/r/${hex(`${scene.name} remove`, 24)}\n\nNorthwind\nhttps://northwind.example/\n`
    );
  },
];

/** Addresses as sites have them that are being built and tried: a word in place of a token. */
const TRIED: Readonly<Record<Topic, readonly string[]>> = {
  verify: ['verify?token=', 'auth/confirm?token=', 'confirm/', 'activate?key=', 'verify-email?t='],
  magic: ['magic?token=', 'login?token=', 'auth/magic/', 'signin?t=', 'login/magic?code='],
  reset: ['reset?token=', 'password/reset/', 'reset-password?t=', 'auth/reset?code=', 'recover/'],
  parcel: ['track?id=', 'parcels/'],
  invoice: ['invoices/', 'invoice?n='],
  comment: ['tasks/', 'c?id='],
  notes: ['notes/', 'n?id='],
  invite: [
    'invite?token=',
    'invitations/',
    'join?code=',
    'accept-invite?t=',
    'confirm/invite?key=',
  ],
  order: ['orders/', 'order?id='],
  portal: ['guests/', 'p?k='],
  visit: ['confirm/', 'visits/confirm?t='],
  leave: ['approve/', 'requests?id='],
  statement: ['login?next=', 'documents/'],
  deal: ['activate/', 'deals?id='],
  arrived: ['confirm/', 'orders/'],
  payment: ['payment/', 'pay/confirm?id='],
  deletion: ['account/delete?token=', 'confirm-deletion/', 'confirm/account-removal?key='],
  message: ['messages/', 'inbox?m='],
  device: ['device/approve?k=', 'new-device-sign-in/verify?code=', 'login/confirm?rid='],
  activity: ['account/activity', 'security?d='],
};
const TRIED_HOSTS = [
  ...['http://localhost:3000', 'https://northwind.example', 'https://staging.northwind.example'],
  ...['http://127.0.0.1:8080', 'https://app.northwind.example'],
];
const TRIED_TOKENS = ['abc', 'zzz', 'test', 'abc123', 'demo-token', 'token', 'x', '12345'];

const TRIED_LAYOUTS: readonly Layout[] = [
  ({ said: [, sentence], main }) => `${sentence}\n\n${main}\n`,
  ({ said: [, sentence, button], main }) => `${sentence} ${button}: ${main}\n`,
  ({ said: [subject, sentence, button], main }) => `${subject} ${main} (${button}). ${sentence}\n`,
  ({ said: [, sentence, button], main }) => `<p>${sentence}</p><p>${link(main, button)}</p>`,
];

/** Nothing tells what a link does but the words before it. */
const BARE_LAYOUTS: readonly Layout[] = [
  ({ said: [, sentence], main }) => `${sentence}\n${main}\n`,
  ({ said: [, , button], main }) => `${button}: ${main}\n`,
  ({ said: [, sentence], main }) => `<p>${sentence}</p>${link(main, 'Northwind')}`,
];

function triedAddress({ name, topic }: Named): string {
  const oneOf = (what: string, all: readonly string[]) =>
    all[Math.floor(chance(`${name} ${what}`) * all.length)]!;
  return `${oneOf('host', TRIED_HOSTS)}/${oneOf('path', TRIED[topic])}${oneOf('token', TRIED_TOKENS)}`;
}

const CODED_LAYOUTS: readonly Layout[] = [
  ({ said: [, sentence], main, phrases: { coded, ignore } }) =>
    `${sentence}\n\n${coded[0]}: 771204\n\n${coded[1]} ${main}\n\n${ignore}\n`,
  ({ main, phrases: { coded } }) => `${coded[0]}: 771204\n\n${coded[1]} ${main}\n`,
  ({ main, phrases: { coded } }) => `${coded[0]} 771204.\n\n${coded[1]}: ${main}\n`,
  ({ said: [, sentence, button], main, phrases: { coded, ignore } }) =>
    `<p>${sentence}</p><p>${coded[0]}</p><p style="font-size:30px">771204</p>` +
    `<p>${coded[1]} ${link(main, button)}</p><p>${ignore}</p>`,
  ({ said: [subject], main, phrases: { coded } }) =>
    `<h1>${subject}</h1><p>${coded[0]}: <b>771204</b></p><p>${coded[1]}<br>${link(main, main)}</p>`,
  // The link carries the code.
  ({ said: [, , button], main, phrases: { coded } }) =>
    `<p>${coded[0]}: 771204</p><p>${coded[1]} ${link(main, button)}</p>`,
];

/** A code, and a link to something else. */
const BESIDE_LAYOUTS: readonly Layout[] = [
  ({ said: [, sentence], main, phrases: { coded, asides } }) =>
    `${sentence}\n\n${coded[0]}: 771204\n\n${asides[1]}: ${main}\n`,
  ({ main, phrases: { coded, ignore } }) => `${coded[0]}: 771204\n\n${ignore} ${main}\n`,
  ({ said: [, sentence], main, phrases: { coded, ignore, notes } }) =>
    `<p>${sentence}</p><p>${coded[0]}</p><p style="font-size:30px">771204</p>` +
    `<p>${ignore}</p><p>${link(main, notes[2])}</p>`,
];

const PAIRED_LAYOUTS: readonly Layout[] = [
  ({ name, said: [, sentence, button], main, phrases: { ignore, asides } }) =>
    `<p>${sentence}</p><p>${link(main, button)}</p><p>${ignore} ${link(pairAddress(name, 'reject'), asides[0])}</p>`,
  ({ name, said: [, sentence, button], main, phrases: { asides } }) =>
    `<p>${sentence} ${link(main, button)} ${link(pairAddress(name, 'invitation/decline'), asides[0])}</p>`,
];

/** What everybody has to log in to see. */
const OPEN_LAYOUTS: readonly Layout[] = [
  ({ main, phrases: { statement } }) => `<p>${link(main, statement[2])}</p>`,
  ({ said: [, sentence], main, phrases: { statement } }) =>
    `<p>${sentence}</p><p>${link(main, statement[2], BUTTON)}</p>`,
];

/**
 * Mails whose links differ by their place and their words alone: what they were sent for, and logos, help, forums,
 * "why did I get this" and "remove my address" around it.
 */
export const sceneMails = (): CorpusMail[] => mailsOf([...LINK_ACTIONS, ...OTHERS]);

/** The same around a link that has nothing left to do: "Order 48291 confirmed". */
export const doneMails = (): CorpusMail[] => mailsOf([...DONE, 'portal']);

/** A sign-in from a new device, to be approved or made already. */
export const deviceMails = (): CorpusMail[] => mailsOf(['device', 'activity']);

/** A code, and a link that does the same. */
export const codedMails = (): CorpusMail[] =>
  compose('coded', LINK_ACTIONS, CODED_LAYOUTS, ({ name }, i) =>
    i === 5 ? 'https://northwind.example/e?m=ann&code=771204' : ownAddress(name, i % 2 ? 'x' : 'u'),
  );

/** A code, and a link that does something else. */
export const besideMails = (): CorpusMail[] =>
  compose('beside', LINK_ACTIONS, BESIDE_LAYOUTS, ({ name }, i) =>
    i === 1 ? `https://northwind.example/c?id=${hex(`${name} main`, 8)}` : ownAddress(name, 'c'),
  );

/** Two links with one key, of which the other one takes back what is asked. */
export const pairedMails = (): CorpusMail[] =>
  compose('paired', [...LINK_ACTIONS, 'invite', 'device'], PAIRED_LAYOUTS, ({ name }, i) =>
    i === 0 ? pairAddress(name, 'confirm') : pairAddress(name, 'invitation/accept'),
  );

const pairAddress = (name: string, path: string) =>
  `https://northwind.example/${path}?id=771&key=${hex(`${name} key`, 12)}`;

/** Pages where everybody logs in. */
export const openMails = (): CorpusMail[] =>
  compose('open', [...OTHERS, 'deal'], OPEN_LAYOUTS, (_, i) =>
    i === 0
      ? 'https://northwind.example/login?utm_source=mail'
      : 'https://northwind.example/account/login?next=home',
  );

/** What stands below a subject that only says who sent it. */
export const bareMails = (): CorpusMail[] =>
  compose('bare', [...LINK_ACTIONS, ...OTHERS, ...DONE], BARE_LAYOUTS, ({ name }, i) =>
    i < 2 ? ownAddress(name) : `https://go.northwind.example/c/${hex(`${name} main`, 12)}`,
  );

const mailsOf = (topics: readonly Topic[]) => [
  ...compose('scenes', topics, LAYOUTS, shippedAddress),
  // Sites that are being built.
  ...compose('tried', topics, TRIED_LAYOUTS, triedAddress),
];

const ownAddress = (name: string, path = 'u') =>
  `https://northwind.example/${path}/${hex(`${name} main`, 36)}`;

const shippedAddress = ({ name, topic }: Named, layout: number): string =>
  layout === 0 || chance(`${name} counted`) < 0.5
    ? `https://click.northwind.example/ls/${hex(`${name} main`, 40)}`
    : ownAddress(name, topic === 'invite' ? topic : 'u');

type Named = Pick<Scene, 'name' | 'topic'>;
type Layout = (scene: Scene) => string;

/** Mails of all languages about each topic in each layout, by what their main address is. */
const compose = (
  kind: string,
  topics: readonly Topic[],
  layouts: readonly Layout[],
  addressOf: (one: Named, layout: number) => string,
): CorpusMail[] =>
  Object.entries(PHRASES).flatMap(([lang, phrases]) =>
    topics.flatMap((topic) =>
      layouts.flatMap((layout, i) => {
        const name = `${kind}-${lang}-${topic}-${i}`;
        const main = addressOf({ name, topic }, i);
        const said = { ...phrases, ...ERRANDS[lang]!, ...DEVICES[lang] }[topic];
        return said ? toMail({ name, phrases, topic, said, main }, lang, layout) : [];
      }),
    ),
  );

/** What links of other topics do. */
const LABELS: Readonly<Partial<Record<Topic, LinkAction>>> = { portal: 'magic', device: 'verify' };

const LEAVE = { 'List-Unsubscribe': '<https://northwind.example/leave>' };

function toMail(scene: Scene, lang: string, layout: Layout): CorpusMail {
  const { name, topic, main, said } = scene;
  const isBeside = name.startsWith('beside');
  const action = isBeside
    ? undefined
    : (LABELS[topic] ?? LINK_ACTIONS.find((own) => own === topic));
  return madeMail({
    name,
    file: 'scenes',
    labels: { lang, class: 'verify', ...(action && { [action]: [main] }) },
    subject: name.startsWith('bare') ? 'Northwind' : said[0],
    headers: topic === 'comment' ? LEAVE : {},
    content: layout(scene),
  });
}
