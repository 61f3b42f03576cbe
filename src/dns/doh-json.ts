import { DnsFailure, nothing, type DnsAnswer, type DnsRecord, type Question } from './answer.js';

// Answers as `application/dns-json`, as public resolvers give them beside RFC 8484.

const TYPES = { A: 1, PTR: 12, MX: 15, TXT: 16, AAAA: 28 } as const;
const NXDOMAIN = 3;

interface JsonRecord {
  readonly type?: unknown;
  readonly TTL?: unknown;
  readonly data?: unknown;
}

interface JsonAnswer {
  readonly Status?: unknown;
  readonly Answer?: unknown;
}

/** What the JSON text answers to a question of `type`. @throws DnsFailure when that is nothing definite. */
export function decodeJson(text: string, type: Question['type']): DnsAnswer {
  const { Status: status, Answer: answers } = parsed(text);
  if (status === NXDOMAIN) return nothing('no_name');
  if (status !== 0) throw new DnsFailure(`RCODE${String(status)}`, false);
  const wanted = (Array.isArray(answers) ? (answers as readonly JsonRecord[]) : []).filter(
    (answer) => answer.type === TYPES[type] && typeof answer.data === 'string',
  );
  if (wanted.length === 0) return nothing('no_data');
  const ttls = wanted.map(({ TTL }) => (typeof TTL === 'number' ? TTL : 0));
  return {
    kind: 'found',
    records: wanted.map(({ data }) => record(type, data as string)),
    ttl: Math.min(...ttls),
  };
}

function parsed(text: string): JsonAnswer {
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object') return value;
  } catch {
    // Falls through to the failure below.
  }
  throw new DnsFailure('BADRESP', false);
}

function record(type: Question['type'], data: string): DnsRecord {
  if (type === 'TXT') return strings(data);
  if (type === 'PTR') return data.replace(/\.$/, '');
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
