/** The Generic Test for Unsolicited Bulk Email: a filter that works marks a mail that holds it. */
export const GTUBE = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';

/** From here on a mail is marked; below, the score is only told. */
export const SPAM = 0.9;

/** What the structure of a mail shows. */
export interface SpamClues {
  readonly text: string;
  readonly subject: string;
  /** What an HTML page holds and does not show, letters and digits only. */
  readonly hiddenText: string;
  readonly shownLength: number;
  readonly linkRisks: number;
  readonly links: number;
  /** Displayed sender name that is another mail address than the sender's. */
  readonly nameIsOtherAddress: boolean;
  readonly hasMessageId: boolean;
  readonly hasDate: boolean;
}

/** 0 to 1; only what admits no doubt reaches `SPAM`. */
export function spamScore(clues: SpamClues): number {
  if (clues.text.includes(GTUBE) || clues.subject.includes(GTUBE)) return 1;
  const score =
    (clues.hiddenText.length > 200 && clues.hiddenText.length > 3 * clues.shownLength ? 0.3 : 0) +
    (clues.linkRisks > 0 ? Math.min(0.2, clues.linkRisks * 0.1) : 0) +
    (clues.nameIsOtherAddress ? 0.2 : 0) +
    (clues.hasMessageId ? 0 : 0.05) +
    (clues.hasDate ? 0 : 0.05);
  return Math.round(Math.min(0.85, score) * 100) / 100;
}
