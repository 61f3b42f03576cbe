import type { Mailbox } from '../analysis.js';
import type { MailSigns } from '../codes/code-mail.js';
import type { MarkedAction, Markup } from '../markup/markup.js';
import type { Hit } from '../text/lexicon.js';
import type { TextPage } from '../text/page.js';
import { unreadShare, type PageLook } from '../text/page-look.js';
import type { TermKind } from '../words/roles.js';
import { isPersonal, type LinkAddress } from './link-address.js';
import type { LinkWords } from './link-words.js';
import type { MainLink, PlacedLink } from './main-link.js';
import { createSenderSite, type Site } from './sender-site.js';

/** Where a link leads. */
export interface LinkTarget {
  readonly url: string;
  readonly parsed: URL;
  readonly address: LinkAddress;
}

/** A link of a page that leads somewhere on the web. */
export interface WebLink extends PlacedLink {
  readonly isButton: boolean;
  /** Pixels. */
  readonly fontSize: number;
  readonly target: LinkTarget;
  /** Whether its text is its address, or a part of it. */
  readonly isAddress: boolean;
}

/** The mail that links stand in. */
export interface LinkMail {
  readonly subject: TextPage;
  readonly from: Mailbox;
  readonly signs: MailSigns;
  readonly look: PageLook;
  /** Whether there is a code to type. */
  readonly hasCode: boolean;
  /** What its page says to programs. */
  readonly markup: Markup;
  /** Finds the terms of what describes a picture. */
  readonly termsOf: (text: string) => readonly Hit[];
}

/** Where a link stands, and what others stand beside it. */
export interface LinkPlace {
  /** Its line holds nothing else. */
  readonly isAlone: boolean;
  /** Nothing but a name stands before it. */
  readonly isHead: boolean;
  /** From the begin of the page (0) to its end (1). */
  readonly depth: number;
  /** Other links on its line. */
  readonly row: number;
  /** Characters of its line that are in no link. */
  readonly beside: number;
  /** The line above it ends in a colon. */
  readonly isAnnounced: boolean;
  /** Other addresses of the same shape: of one host, with the same first piece and a token as strong. */
  readonly siblings: number;
  /** Other places that lead to the same address. */
  readonly repeats: number;
  /** Whether one of them shows that address. */
  readonly isWrittenOut: boolean;
  /** Whether a button that leads elsewhere stands before it. */
  readonly followsButton: boolean;
}

/** The mail, and what all of its links are. */
export interface LinkedMail extends LinkMail {
  /** How much of it is in words that are not known, from 0 to 1. */
  readonly unread: number;
  /** Distinct addresses. */
  readonly links: number;
  /** Those that only the receiver has. */
  readonly personal: number;
  /** Those that are drawn as a button. */
  readonly buttons: number;
}

/** A link with all that features ask for. */
export interface LinkCase {
  readonly page: TextPage;
  readonly link: WebLink;
  readonly address: LinkAddress;
  /** How its host belongs to that of the sender. */
  readonly site: Site;
  /** What the markup of the mail calls it. */
  readonly marked: MarkedAction | null;
  readonly words: LinkWords;
  /** Kinds of the terms that lead to it. */
  readonly around: ReadonlySet<TermKind>;
  /** Whether the mail was sent for it, as far as structure tells. */
  readonly isMain: boolean;
  readonly place: LinkPlace;
  readonly mail: LinkedMail;
}

/** A link with the words that are said of it. */
export type ReadLink = Pick<LinkCase, 'link' | 'words' | 'around'>;

/** Of a page. */
export const MAX_LINKS = 300;

/** Prepares the links of a page for features, in the order of their place. */
export function toCases(
  page: TextPage,
  read: readonly ReadLink[],
  main: MainLink | null,
  mail: LinkMail,
): LinkCase[] {
  const links = read.map(({ link }) => link);
  const { subject, from, signs, look, hasCode, markup, termsOf } = mail;
  const counted = countLinks(links);
  // Written out: spreads among the fields take longer than all that they are made of.
  const linked: LinkedMail = {
    subject,
    from,
    signs,
    look,
    hasCode,
    markup,
    termsOf,
    links: counted.links,
    personal: counted.personal,
    buttons: counted.buttons,
    unread: unreadOf(look, links),
  };
  const siteOf = createSenderSite(mail.from.address);
  let places: ((i: number) => LinkPlace) | null = null;
  const placeOf = (i: number) => (places ??= createPlaces(page, links))(i);
  const shared = { page, mail: linked, main, siteOf, placeOf };
  return read.map((one, i) => new CaseOfPage(one, i, shared));
}

/** What a link shares with the others of its page. */
interface PageOfLinks extends Pick<LinkCase, 'page' | 'mail'> {
  readonly main: MainLink | null;
  readonly siteOf: (host: string) => Site;
  readonly placeOf: (i: number) => LinkPlace;
}

/** Where a link stands is looked for once it is asked: for most of them nothing there would decide. */
class CaseOfPage implements LinkCase {
  readonly page: TextPage;
  readonly link: WebLink;
  readonly address: LinkAddress;
  readonly site: Site;
  readonly marked: MarkedAction | null;
  readonly words: LinkWords;
  readonly around: ReadonlySet<TermKind>;
  readonly isMain: boolean;
  readonly mail: LinkedMail;
  private known: LinkPlace | null = null;

  constructor(
    one: ReadLink,
    private readonly index: number,
    private readonly shared: PageOfLinks,
  ) {
    const { page, mail, main, siteOf } = shared;
    const { url, address } = one.link.target;
    this.page = page;
    this.link = one.link;
    this.address = address;
    this.site = siteOf(address.host);
    this.marked = mail.markup.actions.get(url) ?? null;
    this.words = one.words;
    this.around = one.around;
    this.isMain = url === main?.url;
    this.mail = mail;
  }

  get place(): LinkPlace {
    return (this.known ??= this.shared.placeOf(this.index));
  }
}

/** Where pictures say what a mail is about, their descriptions are read like its text. */
function unreadOf(look: PageLook, links: readonly WebLink[]): number {
  let { headLetters, headTerms } = look;
  for (const { described, text, descriptionHits } of links) {
    if (!described) continue;
    headLetters += text.length;
    for (const { start, end } of descriptionHits) headTerms += end - start;
  }
  return unreadShare({ headLetters, headTerms });
}

function countLinks(links: readonly WebLink[]) {
  const [urls, personal, buttons] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const { target, isButton } of links) {
    urls.add(target.url);
    if (isPersonal(target.address)) personal.add(target.url);
    if (isButton) buttons.add(target.url);
  }
  return { links: urls.size, personal: personal.size, buttons: buttons.size };
}

const HEAD = 30;

function createPlaces(page: TextPage, links: readonly WebLink[]): (i: number) => LinkPlace {
  const { text, lines } = page;
  const onLine = tally(links.map(({ line }) => line));
  const byShape = new Map<string, Set<string>>();
  for (const { target } of links) addTo(byShape, shapeOf(target), target.url);
  const byUrl = tally(links.map(({ target }) => target.url));
  const writtenOut = new Set(links.filter(isWritten).map(({ target }) => target.url));
  const widths = new Map<number, number>();
  for (const { line, start, end } of links) add(widths, line, end - start);
  const firstButton = links.find(({ isButton }) => isButton);
  return (i) => {
    const link = links[i]!;
    const { line } = link;
    const { start, end } = lines[line]!;
    const { url } = link.target;
    return {
      isAlone: link.isApart,
      isHead: link.start <= HEAD,
      depth: text.length === 0 ? 0 : link.start / text.length,
      row: onLine.get(line)! - 1,
      beside: Math.max(0, end - start - widths.get(line)!),
      isAnnounced: endsInColon(page, line),
      siblings: byShape.get(shapeOf(link.target))!.size - 1,
      repeats: byUrl.get(url)! - 1,
      isWrittenOut: writtenOut.has(url),
      followsButton:
        firstButton !== undefined &&
        firstButton.start < link.start &&
        firstButton.target.url !== url,
    };
  };
}

const isWritten = ({ isAddress, described }: WebLink) => !described && isAddress;

function tally<Key>(keys: readonly Key[]): ReadonlyMap<Key, number> {
  const counts = new Map<Key, number>();
  for (const key of keys) add(counts, key, 1);
  return counts;
}

function add<Key>(sums: Map<Key, number>, key: Key, count: number): void {
  sums.set(key, (sums.get(key) ?? 0) + count);
}

function addTo(groups: Map<string, Set<string>>, key: string, url: string): void {
  const group = groups.get(key);
  if (group) group.add(url);
  else groups.set(key, new Set([url]));
}

const MAX_SHAPE = 40;

/** Host, first piece of the path, and how strong its token is. */
function shapeOf({ address: { host, text, strength } }: LinkTarget): string {
  const slash = text.indexOf('/', 1);
  const first = slash < 0 ? '' : text.slice(0, Math.min(slash, MAX_SHAPE));
  return `${host}${first} ${strength}`;
}

const MAX_BLANK = 3;
const LINE_END = 4;

/** Whether the line above with anything in it ends in a colon. */
function endsInColon({ text, lines }: TextPage, line: number): boolean {
  for (let i = line - 1; i >= Math.max(0, line - MAX_BLANK); i--) {
    const { start, end } = lines[i]!;
    const last = text.slice(Math.max(start, end - LINE_END), end).trimEnd();
    if (last !== '') return last.endsWith(':') || last.endsWith('：');
  }
  return false;
}
