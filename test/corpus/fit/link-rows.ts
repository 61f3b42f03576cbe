import type { CodeCase } from '../../../src/mail/codes/code-case.js';
import type { LinkCase } from '../../../src/mail/links/link-case.js';
import { LINK_FEATURES } from '../../../src/mail/links/link-scorer.js';
import { isQuoted } from '../../../src/mail/links/links.js';
import { LINK_ACTIONS, type LinkAction } from '../../../src/mail/analysis.js';
import { parseMail } from '../../../src/mail/mime/parse.js';
import { answerOf, type Scorer } from '../../../src/mail/model/model.js';
import { linkMail, mailLinkCases } from '../../../src/mail/reading/mail-links.js';
import { readMail, readPagesOf } from '../../../src/mail/reading/reading.js';
import { findTerms } from '../../../src/mail/text/lexicon.js';
import { buildMail } from '../build.js';
import type { CorpusMail, Labels } from '../read.js';
import { isKnown, weightOf, type Words } from './code-rows.js';

/** A place of a link in a mail. */
export interface LinkRow {
  readonly url: string;
  /** By the place of the feature in its table; those that answered 0 are left out. */
  readonly features: Int32Array;
  readonly values: Float64Array;
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
export async function readLinkExample(
  mail: CorpusMail,
  words: Words,
  codes: Scorer<CodeCase>,
  weight = weightOf(words),
): Promise<LinkExample> {
  const parsed = await parseMail(buildMail(mail));
  const known = isKnown(mail, words);
  const pages = readPagesOf(parsed, known);
  const reading = await readMail(parsed, pages, codes);
  const about = linkMail(parsed, pages, reading);
  const termsOf = (text: string) =>
    known ? findTerms(text).filter(({ term }) => known(term)) : findTerms(text);
  const cases = mailLinkCases(pages.body, { ...about, termsOf });
  const rows = cases.filter((one) => !isQuoted(one)).map((one) => toRow(one, mail.labels, weight));
  return { mail, words, rows };
}

function toRow(one: LinkCase, labels: Labels, weight: number): LinkRow {
  const features: number[] = [];
  const values: number[] = [];
  LINK_FEATURES.forEach((feature, index) => {
    const value = answerOf(feature, one);
    if (value === 0) return;
    features.push(index);
    values.push(value);
  });
  const { url } = one.link.target;
  return {
    url,
    features: Int32Array.from(features),
    values: Float64Array.from(values),
    action: LINK_ACTIONS.find((action) => labels[action].includes(url)) ?? null,
    // What several places lead to counts once.
    weight: weight / (1 + one.place.repeats),
    unread: one.mail.unread,
  };
}
