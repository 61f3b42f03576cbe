import { decode, encode, type Answer, type DecodedPacket, type Question } from 'dns-packet';
import { dnsName, isBelow } from '../dns/names.js';

/** What a name server answers for. */
export interface ServedZone {
  /** Lower case, without the final dot. */
  readonly name: string;
  /** The host of the name server. */
  readonly server: string;
  /** Where its operator is written to, as a name. */
  readonly mailbox: string;
  /** The text of the record of a label; null where there is none. What it throws is answered by SERVFAIL. */
  text(label: string): Promise<string | null>;
}

const RESPONSES = {
  NOERROR: 0,
  FORMERR: 1,
  SERVFAIL: 2,
  NXDOMAIN: 3,
  NOTIMP: 4,
  REFUSED: 5,
} as const;
type ResponseCode = keyof typeof RESPONSES;

const AUTHORITATIVE = 0x400;
const TRUNCATED = 0x200;
const RECURSION_DESIRED = 0x100;
const OPCODE_MASK = 0x7800;
// Of an answer over UDP: at most (DNS flag day 2020), and without EDNS (RFC 1035 section 4.2.1).
const UDP_PAYLOAD_BYTES = 1_232;
const PLAIN_PAYLOAD_BYTES = 512;
// Header and the question's type and class.
const SMALLEST_BYTES = 12;
const TTL_SECONDS = 300;
// Seconds that a negative answer may be cached: a key that is made now is found soon.
const NEGATIVE_TTL_SECONDS = 60;
const STRING_BYTES = 255;
// Version 1 and later are not known (RFC 6891 section 6.1.3): 16 of which the upper bits are here.
const BAD_VERSION = 1;

interface Resolution {
  readonly code: ResponseCode;
  readonly answers?: readonly Answer[];
  readonly isNegative?: boolean;
}

/** Asked again, or of another server. */
const UNKNOWN: Resolution = { code: 'SERVFAIL' };

/** The answer to a message; null for what is answered with nothing: no query at all. */
export async function answerTo(
  message: Buffer,
  zone: ServedZone,
  overTcp: boolean,
): Promise<Buffer | null> {
  if (message.length < SMALLEST_BYTES) return null;
  // A response answered by a response would go back and forth for ever.
  if ((message[2]! & 0x80) !== 0) return null;
  const query = decoded(message);
  if (!query) return formatError(message);
  const options = optionsOf(query);
  const [question] = query.questions ?? [];
  const resolution = await sayTo(query, question, zone).catch(() => UNKNOWN);
  const reply = { query, resolution, zone, options };
  const whole = encoded(reply, false);
  const room = overTcp ? null : roomFor(options);
  return room === null || whole.length <= room ? whole : encoded(reply, true);
}

function decoded(message: Buffer): DecodedPacket | null {
  try {
    return decode(message);
  } catch {
    return null;
  }
}

/** The header of the question, without what could not be read. */
function formatError(message: Buffer): Buffer {
  const flags = (message.readUInt16BE(2) & OPCODE_MASK) | RESPONSES.FORMERR;
  return encode({ type: 'response', id: message.readUInt16BE(0), flags });
}

async function sayTo(
  query: DecodedPacket,
  question: Question | undefined,
  zone: ServedZone,
): Promise<Resolution> {
  const problem = problemOf(query);
  if (problem !== null) return { code: problem };
  if (optionsOf(query)?.isBadVersion) return { code: 'NOERROR' };
  if (!question || !isServed(question, zone)) return { code: 'REFUSED' };
  return dnsName(question.name) === zone.name
    ? sayOfApex(question, zone)
    : sayOfLabel(question, zone);
}

/** Why a message is no question that is answered here; null where it is one. */
function problemOf({ flags = 0, questions = [] }: DecodedPacket): ResponseCode | null {
  if ((flags & OPCODE_MASK) !== 0) return 'NOTIMP';
  return questions.length === 1 ? null : 'FORMERR';
}

const TRANSFERS: ReadonlySet<string> = new Set(['AXFR', 'IXFR']);

const isServed = ({ name, type, class: kind }: Question, zone: ServedZone) =>
  kind === 'IN' && isBelow(dnsName(name), zone.name) && !TRANSFERS.has(type);

function sayOfApex({ type, name }: Question, zone: ServedZone): Resolution {
  if (type === 'SOA') return { code: 'NOERROR', answers: [soa(zone, name)] };
  if (type === 'NS')
    return {
      code: 'NOERROR',
      answers: [{ type, name, ttl: TTL_SECONDS, class: 'IN', data: zone.server }],
    };
  if (String(type) === 'ANY') return { code: 'NOERROR', answers: [minimal(name)] };
  return { code: 'NOERROR', isNegative: true };
}

async function sayOfLabel({ type, name }: Question, zone: ServedZone): Promise<Resolution> {
  const label = name.toLowerCase().slice(0, -zone.name.length - 1);
  const text = label.includes('.') ? null : await zone.text(label);
  if (text === null) return { code: 'NXDOMAIN', isNegative: true };
  if (String(type) === 'ANY') return { code: 'NOERROR', answers: [minimal(name)] };
  if (type !== 'TXT') return { code: 'NOERROR', isNegative: true };
  const data = text.match(new RegExp(`.{1,${STRING_BYTES}}`, 'g')) ?? [''];
  return { code: 'NOERROR', answers: [{ type, name, ttl: TTL_SECONDS, class: 'IN', data }] };
}

/** Instead of everything there is (RFC 8482 section 4.2). */
const minimal = (name: string): Answer => ({
  type: 'HINFO',
  name,
  ttl: TTL_SECONDS,
  class: 'IN',
  data: { cpu: 'RFC8482', os: '' },
});

const soa = (zone: ServedZone, name = zone.name): Answer => ({
  type: 'SOA',
  name,
  ttl: NEGATIVE_TTL_SECONDS,
  class: 'IN',
  data: {
    mname: zone.server,
    rname: zone.mailbox,
    serial: 1,
    refresh: 3_600,
    retry: 600,
    expire: 604_800,
    minimum: NEGATIVE_TTL_SECONDS,
  },
});

interface EdnsOptions {
  readonly payload: number;
  readonly isBadVersion: boolean;
}

/** What the query says of EDNS; null where it says nothing. */
function optionsOf({ additionals = [] }: DecodedPacket): EdnsOptions | null {
  for (const record of additionals)
    if (record.type === 'OPT')
      return { payload: record.udpPayloadSize, isBadVersion: record.ednsVersion !== 0 };
  return null;
}

const roomFor = (options: EdnsOptions | null): number =>
  options === null
    ? PLAIN_PAYLOAD_BYTES
    : Math.min(Math.max(options.payload, PLAIN_PAYLOAD_BYTES), UDP_PAYLOAD_BYTES);

interface ReplyParts {
  readonly query: DecodedPacket;
  readonly resolution: Resolution;
  readonly zone: ServedZone;
  readonly options: EdnsOptions | null;
}

function encoded({ query, resolution, zone, options }: ReplyParts, isTruncated: boolean): Buffer {
  return encode({
    type: 'response',
    id: query.id ?? 0,
    flags: flagsOf(query, resolution.code) | (isTruncated ? TRUNCATED : 0),
    questions: query.questions ?? [],
    ...(!isTruncated && {
      answers: [...(resolution.answers ?? [])],
      authorities: resolution.isNegative ? [soa(zone)] : [],
    }),
    additionals: options === null ? [] : [optRecord(options)],
  });
}

function flagsOf({ flags = 0 }: DecodedPacket, code: ResponseCode): number {
  const isOurs = code === 'NOERROR' || code === 'NXDOMAIN';
  const kept = flags & (OPCODE_MASK | RECURSION_DESIRED);
  return kept | (isOurs ? AUTHORITATIVE : 0) | RESPONSES[code];
}

const optRecord = ({ isBadVersion }: EdnsOptions): Answer => ({
  type: 'OPT',
  name: '.',
  udpPayloadSize: UDP_PAYLOAD_BYTES,
  extendedRcode: isBadVersion ? BAD_VERSION : 0,
  ednsVersion: 0,
  flags: 0,
  flag_do: false,
  options: [],
});
