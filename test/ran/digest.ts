import { createHash } from 'node:crypto';

/** The variable that names the folder in which processes note what they ran. */
export const RAN = 'RESTANTE_STATEMENTS_RAN';
/** The file there of all statements there are: a digest, a tab, file and name. */
export const THERE_ARE = 'there-are.tsv';

/** What a statement is known by. */
export const digestOf = (text: string): string =>
  createHash('sha1').update(text).digest('base64url');
