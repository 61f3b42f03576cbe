import type { CorpusMail } from '../read.js';

/** Who wrote a mail. */
export const handOf = ({ file }: CorpusMail): string => file.split('-')[0]!;

/** Hands whose mails are what was misread, or was written to be: they are fitted to, but are no sample of mail. */
const CHOSEN = new Set('borage burdock clover rowan sedge sorrel sumac tansy teasel'.split(' '));

/** Whether a mail stands for others of its kind. */
export const isSample = (mail: CorpusMail): boolean => !CHOSEN.has(handOf(mail));
