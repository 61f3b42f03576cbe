import type { Mailbox } from '../analysis.js';
import type { MailSigns } from '../codes/code-mail.js';
import { NO_MARKUP, type MarkedAction } from '../markup/markup.js';
import type { Hit } from '../text/lexicon.js';
import type { TextPage } from '../text/page.js';
import { unreadShare, type PageLook } from '../text/page-look.js';
import { isPersonal, type LinkAddress } from './link-address.js';
import { createPlaces, type LinkPlace } from './link-place.js';
import {
  mailWords,
  readWords,
  saysAction,
  saysElsewhere,
  saysYes,
  type MailWords,
  type LinkWords,
} from './link-words.js';
import { createSenderSite, type Site } from './sender-site.js';
import { webLinks, type RawLink, type WebLink } from './web-links.js';

/** The mail that links stand in. */
export interface LinkMail {
  readonly subject: TextPage;
  readonly from: Mailbox;
  readonly signs: MailSigns;
  readonly look: PageLook;
  /** Whether there is a code to type. */
  readonly hasCode: boolean;
  /** Finds the terms of what describes a picture. */
  readonly termsOf: (text: string) => readonly Hit[];
}

/** The mail, and what all of its links are. */
export interface LinkedMail extends MailWords {
  readonly about: LinkMail;
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
  /** Whether the mail was sent for it, as far as structure tells. */
  readonly isMain: boolean;
  readonly place: LinkPlace;
  readonly mail: LinkedMail;
}

/** Of a page. */
export const MAX_LINKS = 300;

/** The links of a page with all that their features ask for, in the order of their place. */
export function linkCases(
  page: TextPage,
  raw: readonly RawLink[],
  about: LinkMail,
  { actions } = NO_MARKUP,
): LinkCase[] {
  const links = webLinks(page, raw.slice(0, MAX_LINKS), about.termsOf);
  if (links.length === 0) return [];
  const mail = {
    about,
    unread: unreadOf(about.look, links),
    ...countLinks(links),
    ...mailWords(about),
  };
  const words = links.map((_, i) => readWords(page, links, i, mail));
  const main = mail.isToMany ? undefined : mainLink(links, words);
  const siteOf = createSenderSite(about.from.address);
  const placeOf = createPlaces(page, links);
  return links.map((link, i) => ({
    page,
    link,
    address: link.target.address,
    site: siteOf(link.target.address.host),
    marked: actions.get(link.target.url) ?? null,
    words: words[i]!,
    isMain: link.target.url === main,
    place: placeOf(i),
    mail,
  }));
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
  const countOf = (is: (link: WebLink) => boolean) =>
    new Set(links.filter(is).map(({ target }) => target.url)).size;
  return {
    links: countOf(() => true),
    personal: countOf(({ target }) => isPersonal(target.address)),
    buttons: countOf(({ isButton }) => isButton),
  };
}

/**
 * The address a mail was sent for: the only one that is made for the receiver, or, where every link is (they are
 * counted), one that has a line of its own, best if it says what it does. Pictures have to: logos and icons lead to a site.
 */
function mainLink(links: readonly WebLink[], words: readonly LinkWords[]): string | undefined {
  const saysWhat = ({ text }: WebLink, i: number) => saysAction(text, words[i]!);
  const personal = [...links.entries()].filter(
    ([i, link]) =>
      isPersonal(link.target.address) &&
      !words[i]!.own.has('unsubscribe') &&
      (!link.described || saysWhat(link, i)),
  );
  if (new Set(personal.map(([, { target }]) => target.url)).size === 1)
    return personal[0]![1].target.url;
  const apart = personal.filter(
    ([i, { isApart, text }]) => isApart && (saysYes(text) || !saysElsewhere(words[i]!)),
  );
  const [, main] = apart.find(([i, link]) => saysWhat(link, i)) ?? apart[0] ?? [];
  return main?.target.url;
}
