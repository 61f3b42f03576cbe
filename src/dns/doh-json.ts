import { DnsFailure, TYPE_NUMBERS, type DnsRecord, type RecordType } from './answer.js';
import type { Reply, ReplyRecord } from './reply.js';

// Replies as `application/dns-json`, as public resolvers give them beside RFC 8484.

const SOA = 6;

interface JsonRecord {
  readonly name?: unknown;
  readonly type?: unknown;
  readonly TTL?: unknown;
  readonly data?: unknown;
}

interface JsonReply {
  readonly Status?: unknown;
  readonly TC?: unknown;
  readonly Question?: unknown;
  readonly Answer?: unknown;
  readonly Authority?: unknown;
  readonly Comment?: unknown;
}

/** The reply in a text. @throws DnsFailure when it is none */
export function decodeJson(text: string): Reply {
  const reply = parsed(text);
  if (typeof reply.Status !== 'number') throw new DnsFailure('BADRESP', false);
  const [question] = listOf(reply.Question);
  return {
    question: question ? { name: textOf(question.name), type: typeOf(question.type) } : null,
    rcode: reply.Status,
    truncated: reply.TC === true,
    answers: listOf(reply.Answer).map(recordOf),
    negativeTtl: negativeTtl(listOf(reply.Authority)),
    extendedError: typeof reply.Comment === 'string' ? reply.Comment : null,
  };
}

function parsed(text: string): JsonReply {
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object') return value;
  } catch {
    // Falls through to the failure below.
  }
  throw new DnsFailure('BADRESP', false);
}

/** Some resolvers answer the one question by itself. */
const listOf = (value: unknown): readonly JsonRecord[] =>
  [value].flat().filter((item) => item !== null && typeof item === 'object');

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

const typeOf = (number: unknown): RecordType | null => {
  const found = Object.entries(TYPE_NUMBERS).find(([, known]) => known === number);
  return found ? (found[0] as RecordType) : null;
};

function recordOf({ name, type: number, TTL, data }: JsonRecord): ReplyRecord {
  const type = typeOf(number);
  const ttl = typeof TTL === 'number' ? TTL : 0;
  return { name: textOf(name), type, ttl, data: dataOf(type, textOf(data)) };
}

function dataOf(type: RecordType | null, data: string): DnsRecord {
  if (type === 'TXT') return strings(data);
  if (type === 'PTR' || type === 'CNAME') return data.replace(/\.$/, '');
  if (type !== 'MX') return data;
  const [priority = '', exchange = ''] = data.split(' ');
  return { priority: Number(priority), exchange: exchange.replace(/\.$/, '') };
}

/** Strings in quotes, one after the other; some resolvers leave the quotes out. */
function strings(data: string): string[] {
  if (!data.startsWith('"')) return [data];
  return [...data.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, inner = '']) =>
    inner.replace(/\\(.)/g, '$1'),
  );
}

function negativeTtl(authority: readonly JsonRecord[]): number | null {
  const record = authority.find(({ type }) => type === SOA);
  if (!record) return null;
  const minimum = Number(textOf(record.data).split(/\s+/)[6]);
  const ttl = typeof record.TTL === 'number' ? record.TTL : 0;
  return Number.isInteger(minimum) ? Math.min(ttl, minimum) : ttl;
}
