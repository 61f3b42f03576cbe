import type { CodeCase } from '../../../src/mail/codes/code-case.js';
import type { LinkCase } from '../../../src/mail/links/link-case.js';
import { LINK_FEATURES } from '../../../src/mail/links/link-scorer.js';
import { isQuoted } from '../../../src/mail/links/links.js';
import { LINK_ACTIONS, type LinkAction } from '../../../src/mail/analysis.js';
import { parseMail } from '../../../src/mail/mime/parse.js';
import type { Scorer } from '../../../src/mail/model/model.js';
import { linkMail, mailLinkCases } from '../../../src/mail/reading/mail-links.js';
import { readMail, readPagesOf } from '../../../src/mail/reading/reading.js';
import { findTerms } from '../../../src/mail/text/lexicon.js';
import { buildMail } from '../build.js';
import type { CorpusMail, Labels } from '../read.js';
import { answersOf, type Answers } from './answers.js';
import { isKnown, weightOf, type Words } from './code-rows.js';

/** A place of a link in a mail. */
export interface LinkRow extends Answers {
  readonly url: string;
  /** What it does, as the mail is labelled. */
  readonly action: LinkAction | null;
  readonly weight: number;
  /** How much of the mail is in words that are not known. */
  readonly unread: number;
}

/** All links of a mail, read with so many of its words. */
export interface LinkExample {
  readonly mail: CorpusMail;
  readonly words: Words;
  readonly rows: readonly LinkRow[];
}

/** Reads the links of a mail; `codes` tells whether it has a code to type. */
export function readLinkExample(
  mail: CorpusMail,
  words: Words,
  codes: Scorer<CodeCase>,
  weight = weightOf(words),
): LinkExample {
  const parsed = parseMail(buildMail(mail));
  const known = isKnown(mail, words);
  const pages = readPagesOf(parsed, known);
  const reading = readMail(parsed, pages, codes);
  const about = linkMail(parsed, pages, reading);
  const termsOf = (text: string) =>
    known ? findTerms(text).filter(({ term }) => known(term)) : findTerms(text);
  const cases = mailLinkCases(pages.body, { ...about, termsOf });
  const rows = cases.filter((one) => !isQuoted(one)).map((one) => toRow(one, mail.labels, weight));
  return { mail, words, rows };
}

function toRow(one: LinkCase, labels: Labels, weight: number): LinkRow {
  const { url } = one.link.target;
  return {
    url,
    ...answersOf(LINK_FEATURES, one),
    action: LINK_ACTIONS.find((action) => labels[action].includes(url)) ?? null,
    // What several places lead to counts once.
    weight: weight / (1 + one.place.repeats),
    unread: one.mail.unread,
  };
}
