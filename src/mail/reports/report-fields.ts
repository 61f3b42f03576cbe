import { MailHeaders, readFields, type RawField } from '../mime/headers.js';
import type { Leaf } from '../mime/mime.js';

const MAX_BYTES = 64 * 1024;
const MAX_GROUPS = 500;
const LINE_END = /\r\n?/g;
const EMPTY_LINES = /\n\s*\n/;
const NAME = /^[!-~]{1,100}$/;

/** Groups of fields in a part that empty lines separate, as in a delivery status (RFC 3464 section 2.1). */
export const fieldGroupsOf = ({ content, head }: Leaf): MailHeaders[] =>
  content
    .toString('latin1', 0, MAX_BYTES)
    .replace(LINE_END, '\n')
    .split(EMPTY_LINES)
    .flatMap((block) => recipientsApart(readFields(block).filter(({ key }) => NAME.test(key))))
    .slice(0, MAX_GROUPS)
    .map((fields) => new MailHeaders(fields, head.charset || undefined));

const RECIPIENT = 'final-recipient';

/** Some servers leave out the empty line between two recipients. */
function recipientsApart(fields: readonly RawField[]): RawField[][] {
  const groups: RawField[][] = fields.length === 0 ? [] : [[]];
  for (const field of fields) {
    const isAnother =
      field.key === RECIPIENT && groups.at(-1)!.some(({ key }) => key === RECIPIENT);
    if (isAnother) groups.push([]);
    groups.at(-1)!.push(field);
  }
  return groups;
}
