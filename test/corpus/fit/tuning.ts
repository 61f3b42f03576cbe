import { APART, readCorpus, type CorpusMail } from '../read.js';
import { isForTuning, isForTuningApart } from '../score.js';

/** The mails that weights are fitted to. */
export const tuningMails = (): CorpusMail[] =>
  allForTuning().filter((one) => !isOfOneQuestion(one));

/** Those that lifetimes are fitted to, which only mails with a code have: how many others there are decides nothing. */
export const timedMails = (): CorpusMail[] => allForTuning().filter(isUnmarked);

const allForTuning = (): CorpusMail[] => [
  ...readCorpus().filter(isForTuning),
  ...readCorpus(APART).filter(isForTuningApart),
];

/**
 * Written for one question, what is new in an answer or how long a code is valid: with hundreds of them nearly all short
 * mail would be personal, and nearly all numbers would be codes.
 */
const isOfOneQuestion = ({ file }: CorpusMail): boolean =>
  /^(?:savory|freesia|gerbera)-/.test(file);

/** What markup calls a number is no candidate: such mail tells of links. */
export const isUnmarked = ({ file }: CorpusMail): boolean => !file.includes('markup');
