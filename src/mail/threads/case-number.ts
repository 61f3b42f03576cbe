import { clip } from '../text/safe-text.js';

/** `[HB-482913]`, `[Ticket #5512]` */
const CASE_NUMBER = /[[【［][^[\]【】［］\d]{0,20}\d{3,12}(?!\d)|#\d{3}/;
const MAX_SUBJECT = 300;

/** Where the number of a case stands in a subject; -1 without one. */
export const caseNumberAt = (subject: string): number =>
  clip(subject, MAX_SUBJECT).search(CASE_NUMBER);
