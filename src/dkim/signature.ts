import { sign as signData, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { groupBy } from '../group-by.js';
import { bodyHashOf, relaxedField } from './canonical.js';

/** By which key a mail is signed, and for whom. */
export interface SigningKey {
  /** A-labels. */
  readonly domain: string;
  readonly selector: string;
  readonly key: KeyObject;
}

/** Who changes what of a mail on its way. */
export interface SigningOptions {
  /** Fields that the carrier writes anew. */
  readonly except?: readonly string[];
  readonly now?: Date;
}

// Nobody may add another one of these: each is named once more than it is there (RFC 6376 section 8.15).
const OVERSIGNED = [
  'From',
  'To',
  'Cc',
  'Subject',
  'Date',
  'Message-ID',
  'Reply-To',
  'In-Reply-To',
  'References',
];
// RFC 8058 section 4 wants the last two covered.
const SIGNED = [
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'List-Id',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
];
const LINE_LENGTH = 72;
const signAsync = promisify<string, Buffer, KeyObject, Buffer>(signData);

/** The DKIM-Signature field of a mail, with its line end, to stand in front of it (RFC 6376). Signs off the loop. */
export async function dkimSignature(
  raw: Buffer,
  { domain, selector, key }: SigningKey,
  { except = [], now = new Date() }: SigningOptions = {},
): Promise<string> {
  const { fields, body } = splitMail(raw);
  const names = signedNames(fields, except);
  const seconds = Math.floor(now.getTime() / 1_000);
  const unsigned = [
    `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=${domain};`,
    ` s=${selector}; t=${seconds};`,
    ` h=${names.join(':\r\n  ')};`,
    ` bh=${bodyHashOf(body)};`,
    ' b=',
  ].join('\r\n');
  const data = [...canonicalFields(fields, names), relaxedField(unsigned)].join('\r\n');
  const signature = await signAsync('RSA-SHA256', Buffer.from(data, 'latin1'), key);
  return `${unsigned}${folded(signature.toString('base64'))}\r\n`;
}

/** The fields of a head by their names in lower case: each one character a byte, with its folds. */
type FieldsByName = ReadonlyMap<string, readonly string[]>;

function splitMail(raw: Buffer): { readonly fields: FieldsByName; readonly body: Buffer } {
  const at = raw.indexOf('\r\n\r\n');
  const end = at < 0 ? raw.length : at;
  const head = raw.toString('latin1', 0, end);
  const fields = groupBy(head.split(/\r\n(?![ \t])/), (text) =>
    text.slice(0, text.indexOf(':')).trim().toLowerCase(),
  );
  return { fields, body: raw.subarray(Math.min(end + 4, raw.length)) };
}

function signedNames(fields: FieldsByName, except: readonly string[]): string[] {
  const repeated = (names: readonly string[], more: number) =>
    names
      .filter((name) => !except.includes(name))
      .flatMap((name) => {
        const times = fields.get(name.toLowerCase())?.length ?? 0;
        return new Array<string>(times + more).fill(name);
      });
  return [...repeated(OVERSIGNED, 1), ...repeated(SIGNED, 0)];
}

/** Fields in the order of their names, those of one name from the last to the first; one that is not there is nothing. */
const canonicalFields = (fields: FieldsByName, names: readonly string[]): string[] =>
  [...new Set(names)].flatMap((name) =>
    (fields.get(name.toLowerCase()) ?? []).toReversed().map(relaxedField),
  );

const folded = (text: string) => text.match(new RegExp(`.{1,${LINE_LENGTH}}`, 'g'))!.join('\r\n  ');
