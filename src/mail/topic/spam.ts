import {
  spamClues,
  CONTENT,
  STRUCTURE,
  STYLE,
  TRUST,
  type SpamClues,
  type SpamEvidence,
  type SpamMail,
} from './spam-evidence.js';
import { phrasePoints } from './spam-phrases.js';

/** The Generic Test for Unsolicited Bulk Email: a filter that works marks a mail that holds it. */
export const GTUBE = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';

/** From here on a mail is marked; below, the score is only reported. */
export const SPAM = 0.9;

/** What an unsure score never passes. */
const UNSURE = 0.85;
/** Points that make `SPAM`: each one less divides the odds by e. */
const ENOUGH = 4.8;
/** So many of these points have to come from more than a loud style: honest advertising is loud too. */
const SOLID = 3;
/** From here on structure is enough without a word. */
const BLATANT = 5;
/** A mail with a code or a link to act on has to be far worse than others. */
const AWAITED = 4;
const MAX_STYLE = 2.5;

/** 0 to 1; only what admits no doubt reaches `SPAM`. */
export function spamScore(mail: SpamMail): number {
  const { textBody, envelope } = mail;
  if (textBody.includes(GTUBE) || envelope.subject.includes(GTUBE)) return 1;
  const clues = spamClues(mail);
  const awaited = mail.isAwaited && !isTrap(clues) ? AWAITED : 0;
  const structure = points(STRUCTURE, clues);
  const loud = Math.min(MAX_STYLE, points(STYLE, clues));
  // The words of what somebody waits for are only read when its looks make them matter.
  const said =
    structure + loud < awaited / 2
      ? 0
      : points(CONTENT, clues) + phrasePoints(`${envelope.subject}\n${textBody}`);
  const all = structure + said + loud - points(TRUST, clues) - awaited;
  const score = 1 / (1 + Math.exp(ENOUGH - all) / 9);
  const isSure = structure + said >= SOLID && (said > 0 || structure >= BLATANT);
  return Math.round((isSure ? score : Math.min(UNSURE, score)) * 100) / 100;
}

/** Nobody who has something to confirm sends to addresses like these. */
const isTrap = ({ risks }: SpamClues) => risks.has('raw_ip') || risks.has('userinfo');

function points(table: readonly SpamEvidence[], clues: SpamClues): number {
  let sum = 0;
  for (const { weight, holds } of table) if (holds(clues)) sum += weight;
  return sum;
}
