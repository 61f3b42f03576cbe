import type { Mailbox } from '../analysis.js';
import type { MailSigns } from '../codes/code-mail.js';
import { NO_MARKUP } from '../markup/markup.js';
import type { Hit } from '../text/lexicon.js';
import type { TextPage } from '../text/page.js';
import { unreadShare, type PageLook } from '../text/page-look.js';
import { isPersonal } from './link-address.js';
import { createPlaces } from './link-place.js';
import {
  mailWords,
  readWords,
  saysAction,
  saysElsewhere,
  saysYes,
  type LinkWords,
} from './link-words.js';
import { isHostOf } from '../text/sender-site.js';
import { webLinks, type RawLink, type WebLink } from './web-links.js';

/** The mail that links stand in. */
export interface LinkMail {
  readonly subject: TextPage;
  readonly from: Mailbox;
  readonly signs: MailSigns;
  readonly look: PageLook;
  /** The code to type. */
  readonly code: string | null;
  /** Finds the terms of what describes a picture. */
  readonly termsOf: (text: string) => readonly Hit[];
}

/** A link with all that features ask for. */
export type LinkCase = ReturnType<typeof linkCases>[number];

/** Of a page. */
export const MAX_LINKS = 300;

/** The links of a page with all that their features ask for, in the order of their place. */
export function linkCases(
  page: TextPage,
  raw: readonly RawLink[],
  about: LinkMail,
  { actions } = NO_MARKUP,
) {
  const links = webLinks(page, raw.slice(0, MAX_LINKS), about.termsOf);
  if (links.length === 0) return [];
  const mail = linkedMail(about, links);
  const words = links.map((_, i) => readWords(page, links, i, mail));
  const main = mail.isToMany ? undefined : mainLink(links, words);
  const placeOf = createPlaces(page, links);
  return links.map((link, i) => ({
    page,
    link,
    address: link.target.address,
    /** Whether its host is the sender's. */
    isOfSender: isHostOf(about.from.address, link.target.address.host),
    /** What the markup of the mail calls it. */
    marked: actions.get(link.target.url) ?? null,
    words: words[i]!,
    /** Whether the mail was sent for it, as far as structure tells. */
    isMain: link.target.url === main,
    place: placeOf(i),
    mail,
  }));
}

/** The mail, and what all of its links are. */
function linkedMail(about: LinkMail, links: readonly WebLink[]) {
  const countOf = (is: (link: WebLink) => boolean) =>
    new Set(links.filter(is).map(({ target }) => target.url)).size;
  return {
    about,
    ...mailWords(about),
    /** How much of it is in words that are not known, from 0 to 1. */
    unread: unreadOf(about.look, links),
    /** Distinct addresses. */
    links: countOf(() => true),
    /** Those that only the receiver has. */
    personal: countOf(({ target }) => isPersonal(target.address)),
    /** Those that are drawn as a button. */
    buttons: countOf(({ isButton }) => isButton),
  };
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
