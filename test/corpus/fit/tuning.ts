import { APART, readCorpus, type CorpusMail } from '../read.js';
import { isForTuning, isForTuningApart } from '../score.js';

/** The mails that weights are fitted to. */
export const tuningMails = (): CorpusMail[] => [
  ...readCorpus().filter((mail) => isForTuning(mail) && !isOfAnswers(mail)),
  ...readCorpus(APART).filter(isForTuningApart),
];

/** Written for what is new in an answer: with hundreds of them nearly all short mail would be personal. */
const isOfAnswers = ({ file }: CorpusMail): boolean => file.startsWith('savory-');

/** What markup calls a number is no candidate: such mail tells of links. */
export const isUnmarked = ({ file }: CorpusMail): boolean => !file.includes('markup');
