import { codeCases } from '../../../src/mail/codes/codes.js';
import { parseMail } from '../../../src/mail/mime/parse.js';
import { prepareReading, readPagesOf } from '../../../src/mail/reading/reading.js';
import { lifetimeCases, type LifetimeCase } from '../../../src/mail/times/lifetime-case.js';
import { LIFETIME_FEATURES } from '../../../src/mail/times/lifetime-features.js';
import { buildMail } from '../build.js';
import type { CorpusMail } from '../read.js';
import { answersOf } from './answers.js';
import { isKnown, weightOf, type Words } from './code-rows.js';
import type { Row } from './logistic.js';

/** The times of a mail with a code. */
export interface LifetimeExample {
  readonly mail: CorpusMail;
  readonly words: Words;
  readonly rows: readonly Row[];
}

/** Null where the mail has no code that can be found. */
export function readLifetimes(
  mail: CorpusMail,
  words: Words,
  weight = weightOf(words),
): LifetimeExample | null {
  const [main] = mail.labels.codes;
  if (main === undefined) return null;
  const parsed = parseMail(buildMail(mail));
  const own = readPagesOf(parsed, isKnown(mail, words));
  const { pages, signs, exclusions } = prepareReading(parsed, own);
  const found = codeCases(pages, signs, exclusions).find(({ raw }) => raw.code === main);
  const sentAt = Date.parse(parsed.envelope.date ?? '2026-03-03T10:00:00Z');
  const code = found?.page.text.slice(found.raw.start, found.raw.end);
  if (code === undefined) return null;
  const end = mail.labels.expires === undefined ? null : Date.parse(mail.labels.expires);
  const isRight = ({ ms }: LifetimeCase) => end !== null && Math.abs(sentAt + ms - end) < MINUTE;
  const rows = lifetimeCases([...pages, ...own.body.previews()], code, sentAt).map((one) => ({
    ...answersOf(LIFETIME_FEATURES, one),
    isRight: isRight(one),
    weight,
  }));
  return { mail, words, rows };
}

/** Labels are to the minute. */
const MINUTE = 60_000;
