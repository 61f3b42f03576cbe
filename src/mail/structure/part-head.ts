import type { HeadReader, Part } from '../mime/split-message.js';
import { readWanted, type Fields } from './fields.js';
import { readParameters, type Parameter } from './parameters.js';

/** What the header of a part says of its body (RFC 2045). */
export interface PartHead {
  readonly fields: Fields;
  /** As sent, of a message or part without a valid one the default. */
  readonly type: string;
  readonly subtype: string;
  readonly parameters: readonly Parameter[];
  /** As sent; `7bit` where there is none. */
  readonly encoding: string;
}

/** What parts are that do not say: text, those of a multipart/digest messages (RFC 2046 section 5.1.5). */
type DefaultType = 'text/plain' | 'message/rfc822';

const TYPE = /^([^\s/]+)[ \t]*\/[ \t]*([^\s/]+)/;

/** Reads the head of a part, one character a byte. */
export function readPartHead(head: string, otherwise: DefaultType): PartHead {
  const fields = readWanted(head);
  return {
    fields,
    ...typeOf(fields.get('content-type'), otherwise),
    encoding: firstWord(fields.get('content-transfer-encoding')) || '7bit',
  };
}

/** What a part is. */
export type MediaType = Pick<PartHead, 'type' | 'subtype' | 'parameters'>;

function typeOf(field: string | undefined, otherwise: DefaultType): MediaType {
  const { value, parameters } = readParameters(field ?? '');
  const found = TYPE.exec(value);
  if (found) return { type: found[1]!, subtype: found[2]!, parameters };
  const [defaultType, defaultSubtype] = otherwise.split('/') as [string, string];
  return { type: defaultType, subtype: defaultSubtype, parameters: [] };
}

const FIRST_WORD = /^(?:\([^()]*\) ?)?"?([^\s;("]+)/;

const firstWord = (value = '') => FIRST_WORD.exec(value)?.[1] ?? '';

/** `text/plain`, in lower case. */
const mediaType = ({ type, subtype }: PartHead): string => `${type}/${subtype}`.toLowerCase();

/** The first parameter of a name in lower case; '' where there is none. */
export const parameter = ({ parameters }: Pick<PartHead, 'parameters'>, wanted: string): string =>
  parameters.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';

/** A message or a part of one, with what IMAP tells of it. */
export type StructuredPart = Part<PartHead>;

/** Reads heads as they stand there; attached messages are taken apart. */
export const AS_SENT: HeadReader<PartHead> = {
  endsHead: () => false,
  read(text, from, to, around) {
    const isInDigest = around !== null && mediaType(around) === 'multipart/digest';
    const head = readPartHead(text.slice(from, to), isInDigest ? 'message/rfc822' : 'text/plain');
    const isMultipart = head.type.toLowerCase() === 'multipart';
    return {
      head,
      bodyFrom: to,
      boundary: isMultipart ? parameter(head, 'boundary').trimEnd() : '',
      isMessage: mediaType(head) === 'message/rfc822',
    };
  },
};
