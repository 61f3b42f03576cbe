import { APART, readCorpus, type CorpusMail } from '../read.js';
import { isForTuning, isForTuningApart } from '../score.js';

/** The mails that weights are fitted to. */
export const tuningMails = (): CorpusMail[] => [
  ...readCorpus().filter(isForTuning),
  ...readCorpus(APART).filter(isForTuningApart),
];

/** What markup calls a number is no candidate: such mail tells of links. */
export const isUnmarked = ({ file }: CorpusMail): boolean => !file.includes('markup');
