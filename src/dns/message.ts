import { decode, encode, type Answer, type DecodedPacket } from 'dns-packet';
import {
  DnsFailure,
  TYPE_NUMBERS,
  type DnsRecord,
  type Question,
  type RecordType,
} from './answer.js';
import type { Reply, ReplyRecord } from './reply.js';

// DNS messages (RFC 1035 section 4): one question out, its reply in.

const MAX_NAME = 253;
const MAX_LABEL = 63;
// What an answer over UDP may have (DNS flag day 2020). Over HTTPS it asks for extended errors.
const UDP_PAYLOAD_BYTES = 1_232;
const RECURSION_DESIRED = 256;
const EXTENDED_ERROR = 15;

/** Whether a query can hold the name. */
export function isQueryable(name: string): boolean {
  const text = name.replace(/\.$/, '');
  const fits = (label: string) => {
    const { length } = Buffer.from(label);
    return length > 0 && length <= MAX_LABEL;
  };
  return Buffer.from(text).length <= MAX_NAME && text.split('.').every(fits);
}

/** The query message; null for a name that no query can hold. */
export function encodeQuery({ name, type }: Question): Buffer | null {
  if (!isQueryable(name)) return null;
  return encode({
    type: 'query',
    // RFC 8484 section 4.1: caches share answers.
    id: 0,
    flags: RECURSION_DESIRED,
    questions: [{ name, type, class: 'IN' }],
    additionals: [
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize: UDP_PAYLOAD_BYTES,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: 0,
        flag_do: false,
        options: [],
      },
    ],
  });
}

/** The reply in a message. @throws DnsFailure when it is none */
export function decodeReply(message: Buffer): Reply {
  try {
    const packet = decode(message);
    // A record that ends behind the message is read as if it were whole, and its length may be no number.
    const isWhole = decode.bytes <= message.length;
    if (!isWhole) throw new RangeError('cut');
    return replyOf(packet);
  } catch {
    // A read behind the end: the message is cut or no DNS message at all.
    throw new DnsFailure('BADRESP', false);
  }
}

function replyOf(packet: DecodedPacket): Reply {
  if (packet.type !== 'response') throw new Error('no response');
  const { questions = [], answers = [], authorities = [], additionals = [] } = packet;
  const [question] = questions;
  return {
    question: question ? { name: question.name, type: knownType(question.type) } : null,
    // dns-packet names the code and leaves it in the low bits of the flags.
    rcode: (packet.flags ?? 0) & 0xf,
    truncated: packet.flag_tc,
    answers: answers.map(recordOf),
    negativeTtl: negativeTtl(authorities),
    extendedError: extendedError(additionals),
  };
}

const knownType = (type: string): RecordType | null =>
  Object.hasOwn(TYPE_NUMBERS, type) ? (type as RecordType) : null;

function recordOf(answer: Answer): ReplyRecord {
  const { name } = answer;
  const type = knownType(answer.type);
  const ttl = 'ttl' in answer ? (answer.ttl ?? 0) : 0;
  return { name, type, ttl, data: dataOf(answer) };
}

function dataOf(answer: Answer): DnsRecord {
  switch (answer.type) {
    case 'TXT':
      return [answer.data].flat().map((text) => Buffer.from(text).toString('latin1'));
    case 'MX':
      return { priority: answer.data.preference ?? 0, exchange: answer.data.exchange };
    case 'A':
    case 'AAAA':
    case 'CNAME':
    case 'PTR':
      return answer.data;
    default:
      return '';
  }
}

/** The lower of the TTL of an SOA record and its last field (RFC 2308 section 5). */
function negativeTtl(authorities: readonly Answer[]): number | null {
  for (const record of authorities)
    if (record.type === 'SOA') return Math.min(record.ttl ?? 0, record.data.minimum ?? 0);
  return null;
}

function extendedError(additionals: readonly Answer[]): string | null {
  for (const record of additionals) {
    if (record.type !== 'OPT') continue;
    const option = record.options.find(({ code }) => Number(code) === EXTENDED_ERROR);
    const data = option && 'data' in option ? option.data : undefined;
    // The number comes first, then a text that may be empty.
    if (data && data.length > 2) return data.toString('utf8', 2);
  }
  return null;
}
