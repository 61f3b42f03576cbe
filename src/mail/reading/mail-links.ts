import type { Link } from '../analysis.js';
import { linkCases, type LinkCase, type LinkMail } from '../links/link-case.js';
import type { LinkScorer } from '../links/link-scorer.js';
import { readLinks } from '../links/links.js';
import { anchorLinks, textLinks } from '../links/web-links.js';
import type { ParsedMail } from '../mime/parse.js';
import { findTerms } from '../text/lexicon.js';
import { lookOf } from '../text/page-look.js';
import type { Body } from './body.js';
import type { MailReading, OwnPages } from './reading.js';

/** The links that a mail shows, each address once; `scorer` weighs them where it is not the model file that does. */
export function readMailLinks(
  mail: ParsedMail,
  pages: OwnPages,
  reading: MailReading,
  scorer?: LinkScorer,
): Link[] {
  const cases = mailLinkCases(pages.body, linkMail(mail, pages, reading));
  return readLinks(cases, scorer);
}

/** What is known of a mail before its links are looked at. */
export const linkMail = (
  { envelope }: ParsedMail,
  { subject }: OwnPages,
  { pages, signs, main }: MailReading,
): LinkMail => ({
  subject,
  from: envelope.from,
  signs,
  look: lookOf(pages),
  code: main?.code ?? null,
  termsOf: findTerms,
});

/** Of all pages: plain text counts where no HTML has any links. */
export function mailLinkCases(body: Body, mail: LinkMail): LinkCase[] {
  const inHtml = body.htmlPages.flatMap(({ page, html }) =>
    linkCases(
      page,
      [...anchorLinks(html.anchors, html.text), ...textLinks(page, html.anchors)],
      mail,
      html.markup,
    ),
  );
  if (inHtml.length > 0) return inHtml;
  const plain = [...body.textPages, ...body.alternatives.map(({ page }) => page())];
  return plain.flatMap((page) => linkCases(page, textLinks(page), mail));
}
