import { messageStructure } from '../../../src/mail/structure/structure.js';

/** Something that two servers tell in different ways. */
export interface Difference {
  /** Item of FETCH, without numbers. */
  readonly kind: string;
  /** Name of the message. */
  readonly message: string;
  readonly raw: Buffer;
  readonly item: string;
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

/** Each with its reason. */
export const ACCEPTED: readonly Accepted[] = [
  {
    reason: 'A part that is not there is NIL; Dovecot gives an empty string.',
    accepts: ({ ours, theirs }) => ours === 'null' && theirs === '""',
  },
  {
    reason:
      'A part that is no multipart has no parts; Dovecot takes it for its own within multiparts.',
    accepts: ({ item, ours }) => item.startsWith('BODY[1.1') && ours === 'null',
  },
  {
    reason:
      'The line end before a boundary belongs to it (RFC 2046 section 5.1.1), behind an inner one too.',
    accepts: ({ item, ours, theirs }) =>
      /^BODY\[[\d.]+\]/.test(item) && ours.replace(/"$/, '\\r\\n"') === theirs,
  },
  {
    reason:
      'Types and charsets are told as they stand; Dovecot has one answer for plain ASCII texts.',
    accepts: (difference) => isStructure(difference) && PLAIN.test(difference.theirs),
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
      difference.kind.startsWith('BODY') &&
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
      (isNamed('type text/plain', 'type application/x')(difference) ||
        holds(difference.raw, /name=[^\s";]+ [^\s";]+\r\n/)),
  },
  {
    reason: 'An encoding is its first word; in Dovecot no encoding where more follows.',
    accepts: (difference) =>
      isStructure(difference) &&
      holds(difference.raw, /^content-transfer-encoding: *[\w-]+ *[^\w\s-]|: [\w-]+ base64/im),
  },
  {
    reason: 'No empty line is added to a header that has none (RFC 9051 section 6.4.5).',
    accepts: ({ kind, raw }) => kind.startsWith('BODY[HEADER.FIELDS') && !raw.includes('\r\n\r\n'),
  },
];
