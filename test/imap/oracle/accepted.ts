import { partAt } from '../../../src/imap/fetch/locate.js';
import { decodeWords } from '../../../src/mail/mime/encoded-words.js';
import { readPartMap } from '../../../src/mail/structure/part-map.js';
import { sentOn } from '../../../src/mail/mime/dates.js';
import { messageStructure } from '../../../src/mail/structure/structure.js';

/** Something that two servers tell in different ways. */
export interface Difference {
  /** Item of FETCH, without numbers. */
  readonly kind: string;
  /** Name of the message. */
  readonly message: string;
  readonly raw: Buffer;
  readonly item: string;
  /** Of a search for words: what it looks into. */
  readonly looksInto?: { readonly text: string; readonly header: string };
  /** As JSON. */
  readonly ours: string;
  readonly theirs: string;
}

/** Differences that stay. */
export interface Accepted {
  readonly reason: string;
  readonly accepts: (difference: Difference) => boolean;
}

const withoutRuns = (text: string) =>
  text
    .replace(/(?:\\t| )+/g, ' ')
    .replace(/(?<=") | (?=")/g, '')
    .replaceAll('""', 'null');
const PLAIN = /^\["text","plain",\["charset","us-ascii"\],null,null,"7bit"/;
const isStructure = ({ kind }: Difference) => kind === 'BODY' || kind === 'BODYSTRUCTURE';
const isNamed = (...names: readonly string[]) => {
  const whole = names.map((name) => `hostile: ${name}`);
  return ({ message }: Difference) => whole.some((name) => message.startsWith(name));
};
const holds = (raw: Buffer, text: RegExp) => text.test(raw.toString('latin1'));
/** Sections that are asked for of every message, whether it has them or not. */
const OF_ANY = /^(?:BODY|BINARY)\[(?:9|1\.(?:1|HEADER|TEXT|MIME))\]/;
const numbersIn = (json: string) => json.match(/"atom":"\d+"/g) ?? [];
const numberIn = (json: string) => Number(/\d+/.exec(json)?.[0]);
/** Sizes and lines are what tells whether both have the same parts. */
const isSameSize = ({ ours, theirs }: Difference) =>
  numbersIn(ours).join() === numbersIn(theirs).join();
// Date, Subject, In-Reply-To and Message-ID.
const STRINGS = [0, 1, 8, 9];
const hasSameStrings = ({ ours, theirs }: Difference) => {
  const [a, b] = [JSON.parse(ours), JSON.parse(theirs)] as [unknown[], unknown[]];
  const stringsOf = (fields: unknown[]) =>
    withoutRuns(JSON.stringify(STRINGS.map((place) => fields[place])));
  return stringsOf(a) === stringsOf(b);
};

const QUOTED = /"(.*)"$/;
const LITERAL = /\+\}\r\n(.*)$/;

/** What a search for words looks for, in small letters. */
const soughtBy = ({ item }: Pick<Difference, 'item'>): string => {
  const [, bytes] = LITERAL.exec(item) ?? [];
  const sought = bytes === undefined ? QUOTED.exec(item)![1]! : Buffer.from(bytes, 'latin1');
  return sought.toString().toLowerCase();
};

/**
 * Whether a mail has the word a search is for as BODY and TEXT are documented: as a beginning, in a header anywhere.
 * Words begin behind any of these `signs`, too.
 */
function hasWord(difference: Difference, signs: string): boolean {
  const { kind, looksInto } = difference;
  const { text, header } = looksInto!;
  const word = soughtBy(difference);
  const begins = new RegExp(`(?<![^\\s()<>"'*:;,!?\\[\\]|${signs}])${word}`, 'iu').test(text);
  return begins || (kind === 'SEARCH TEXT' && header.toLowerCase().includes(word));
}
const withoutAddresses = (difference: Difference): Difference => {
  const { text, header } = difference.looksInto!;
  return { ...difference, looksInto: { header, text: text.replaceAll(/\w+:\/\/\S+/g, ' ') } };
};
// Such stand within addresses, paths and names of files, too.
const OTHER_SIGNS = '/._@=&-';

/** The part that BINARY[…] or BINARY.SIZE[…] asks for, where it has parts itself: its bytes as they stand. */
function withParts({ raw, item }: Difference): Buffer | null {
  const path = /^BINARY(?:\.SIZE)?\[([\d.]+)\]$/.exec(item)?.[1]?.split('.').map(Number);
  const part = path && partAt(readPartMap(messageStructure(raw).partMap, 0), path);
  return part?.children || part?.message ? raw.subarray(...part.body) : null;
}

// A second or a minute of one digit.
const IS_SHORT_TIME = /:\d(?:\D|$)/;

const NO_ADDRESS = /[:;] ?\S|>\w|<\w+ [^>]*@|@[^\s,]+@|\]@/;

const fieldOf = (raw: Buffer, name: string) =>
  new RegExp(`^${name}:(.*)`, 'im').exec(raw.toString('latin1'))?.[1];

/** Each with its reason. */
export const ACCEPTED: readonly Accepted[] = [
  {
    reason: 'A part that is not there is NIL; Dovecot gives an empty string.',
    accepts: ({ item, ours, theirs }) => OF_ANY.test(item) && ours === 'null' && theirs === '""',
  },
  {
    reason:
      'A part that is no multipart has no parts; Dovecot takes it for its own within multiparts.',
    accepts: ({ item, ours }) => /^B\w+\[1\.1/.test(item) && ours === 'null',
  },
  {
    reason:
      'The line end before a boundary belongs to it (RFC 2046 section 5.1.1), behind an inner one too.',
    accepts: ({ item, ours, theirs }) =>
      /^B\w+\[[\d.]+\]/.test(item)
        ? ours.replace(/"$/, '\\r\\n"') === theirs
        : item.startsWith('BINARY.SIZE') && numberIn(theirs) - numberIn(ours) === 2,
  },
  {
    reason:
      'Types and charsets are told as they stand; Dovecot has one answer for plain ASCII texts.',
    accepts: (difference) =>
      isStructure(difference) && PLAIN.test(difference.theirs) && isSameSize(difference),
  },
  {
    reason: 'Bytes are those of /raw; Dovecot puts others in the place of NUL.',
    accepts: ({ kind, raw }) => kind.startsWith('BODY[') && raw.includes(0),
  },
  {
    reason:
      'Blanks of a field stay as they are (RFC 5322 section 2.2.3); Dovecot makes one of several.',
    accepts: (difference) =>
      (difference.kind === 'ENVELOPE' || isStructure(difference)) &&
      withoutRuns(difference.ours) === withoutRuns(difference.theirs),
  },
  {
    reason:
      'Of a field that stands twice the first counts, as everywhere here; in Dovecot the last.',
    accepts: isNamed('the same twice'),
  },
  {
    reason: 'What is no address by RFC 5322 is read as far as it goes; Dovecot marks or drops it.',
    accepts: (difference) =>
      difference.kind === 'ENVELOPE' &&
      hasSameStrings(difference) &&
      (/SYNTAX_ERROR|MISSING_/.test(difference.theirs) ||
        /"[^"]*@[^"]*",(?:null|"[^"]*[@<>:])/.test(difference.ours) ||
        holds(
          difference.raw,
          /^(?:from|to|cc|sender|reply-to):[^\r\n]*(?:[^\s,:<]+@[^\s,:;]+@|[:;] ?\S|>\w)/im,
        ) ||
        isNamed('To: ')(difference)),
  },
  {
    reason: 'What is no media type by RFC 2045 is a text; Dovecot tells of an empty type.',
    accepts: (difference) => isStructure(difference) && difference.theirs.includes('""'),
  },
  {
    reason:
      'A multipart that cannot be taken apart is shown as one text; in Dovecot as an empty one.',
    accepts: (difference) =>
      /^BODY|^BINARY/.test(difference.kind) &&
      holds(difference.raw, /^content-type: multipart/im) &&
      messageStructure(difference.raw).body.startsWith('("text"'),
  },
  {
    reason: 'A line of a boundary and words is none, as for attachments; in Dovecot it is one.',
    accepts: (difference) =>
      isNamed('words behind a boundary', 'a boundary that begins with another')(difference) ||
      holds(difference.raw, /^--[^\r\n]+--<\/BODY>/m),
  },
  {
    reason:
      'The header of a part ends with its last line end; in Dovecot that is part of the boundary.',
    accepts: ({ kind, ours, theirs }) =>
      kind === 'BODY[n.MIME]' && ours.replace(/\\r\\n"$/, '"') === theirs,
  },
  {
    reason: 'Parameters are read leniently: values without quotes or end, sections with blanks.',
    accepts: (difference) =>
      isStructure(difference) &&
      isSameSize(difference) &&
      (isNamed('type text/plain', 'type application/x')(difference) ||
        holds(difference.raw, /name=[^\s";]+ [^\s";]+\r\n/)),
  },
  {
    reason: 'An encoding is its first word; in Dovecot no encoding where more follows.',
    accepts: (difference) =>
      (isStructure(difference) || difference.theirs.includes('UNKNOWN-CTE')) &&
      holds(difference.raw, /^content-transfer-encoding: *[\w-]+ *[^\w\s-]|: [\w-]+ base64/im),
  },
  {
    reason:
      'Encodings are undone as far as it goes; Dovecot refuses what goes on behind padding, or is no escape, and hangs ' +
      'up where base64 ends too soon.',
    accepts: ({ kind, raw, theirs }) =>
      kind.startsWith('BINARY') &&
      (theirs.includes('NO [PARSE]') || theirs === '{"atom":"BYE"}') &&
      holds(raw, /^content-transfer-encoding: *(?:base64|quoted-printable)/im),
  },
  {
    reason: 'A message that is encoded as a whole (RFC 2046 section 5.2.1) is given as it stands.',
    accepts: (difference) =>
      difference.kind.startsWith('BINARY') && isNamed('an encoded message')(difference),
  },
  {
    reason:
      'What has parts is not encoded as a whole (RFC 2045 section 6.4): BINARY gives it as it stands, where Dovecot ' +
      'decodes what is in it.',
    accepts: (difference) => {
      const bytes = withParts(difference);
      if (!bytes) return false;
      const { kind, ours } = difference;
      return kind.startsWith('BINARY.SIZE')
        ? numberIn(ours) === bytes.length
        : ours === JSON.stringify(bytes.toString('latin1'));
    },
  },
  {
    reason: 'No empty line is added to a header that has none (RFC 9051 section 6.4.5).',
    accepts: ({ kind, raw }) => kind.startsWith('BODY[HEADER.FIELDS') && !raw.includes('\r\n\r\n'),
  },
  {
    reason:
      'BODY and TEXT find beginnings of words in the text that is shown; Dovecot finds anything in all text parts, ' +
      'markup included.',
    accepts: (difference) =>
      difference.looksInto !== undefined &&
      hasWord(difference, OTHER_SIGNS) === (difference.ours === 'found'),
  },
  {
    reason: 'An address of the web, or a path, is one word; Dovecot finds anything in it.',
    accepts: (difference) =>
      difference.looksInto !== undefined &&
      difference.ours === 'not found' &&
      !hasWord(withoutAddresses(difference), ''),
  },
  {
    reason: 'Characters that cannot be shown are in no text here.',
    accepts: ({ kind, raw, ours }) =>
      /^SEARCH (?:SUBJECT|BODY|TEXT)$/.test(kind) && ours === 'found' && holds(raw, /[\0-\x08]/),
  },
  {
    reason:
      'A mail whose Date names no day is of the day it came; in Dovecot it is before all others.',
    accepts: ({ kind, raw }) =>
      kind.startsWith('SEARCH SENT') && sentOn(fieldOf(raw, 'date')) === null,
  },
  {
    reason:
      'The day of a Date counts whatever its time is (RFC 9051 section 6.4.4); in Dovecot a time with a figure of one ' +
      'digit is none, and the mail before all others.',
    accepts: ({ kind, raw, theirs }) =>
      kind.startsWith('SEARCH SENT') &&
      IS_SHORT_TIME.test(fieldOf(raw, 'date') ?? '') &&
      (theirs === 'found') === (kind === 'SEARCH SENTBEFORE'),
  },
  {
    reason:
      'A letter with a mark is one letter; Dovecot takes it apart (RFC 5051) and finds what ends before the mark.',
    accepts: ({ item, raw, ours }) => {
      const [, field] = /^(?:HEADER )?([\w-]+) (?=["{])/.exec(item) ?? [];
      if (field === undefined || ours === 'found') return false;
      const text = decodeWords(fieldOf(raw, field) ?? '').toLowerCase();
      const has = (form: 'NFC' | 'NFD') => text.normalize(form).includes(soughtBy({ item }));
      return has('NFD') && !has('NFC');
    },
  },
  {
    reason: 'Who has no address has none; in Dovecot it is MISSING_MAILBOX@MISSING_DOMAIN.',
    accepts: (difference) =>
      difference.kind === 'SEARCH TO' &&
      difference.ours === 'not found' &&
      'missing_mailbox@missing_domain'.includes(soughtBy(difference)),
  },
  {
    reason:
      'FROM and TO find what ENVELOPE has: what is no address by RFC 5322 too, which Dovecot drops.',
    accepts: (difference) => {
      const [, field = ''] = /^SEARCH (FROM|TO)$/.exec(difference.kind) ?? [];
      return (
        field !== '' &&
        difference.ours === 'found' &&
        NO_ADDRESS.test(fieldOf(difference.raw, field) ?? '') &&
        messageStructure(difference.raw).envelope.toLowerCase().includes(soughtBy(difference))
      );
    },
  },
];
