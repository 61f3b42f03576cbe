import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DnsRecord, MxRecord, Question } from '../../src/dns/answer.js';
import { createZone, type DnsZone } from './dns-zone.js';

/** A DNS-over-HTTPS server on loopback that answers from a zone of the test. */
export interface DohServer extends DnsZone {
  readonly url: string;
  /** Answers every request with this status and nothing else; null ends that. */
  refuse(status: number | null): void;
  close(): Promise<void>;
}

const TYPES = { 1: 'A', 12: 'PTR', 15: 'MX', 16: 'TXT', 28: 'AAAA' } as const;
type TypeNumber = keyof typeof TYPES;
const NUMBERS = { A: 1, PTR: 12, MX: 15, TXT: 16, AAAA: 28 } as const;

/** `form` is what the server speaks: DNS messages (RFC 8484), or JSON alone. */
export async function startDohServer(form: 'message' | 'json' = 'message'): Promise<DohServer> {
  const zone = createZone();
  let refused: number | null = null;
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://dns.test');
    const answer = form === 'message' ? answerMessage : answerJson;
    if (refused !== null) response.writeHead(refused).end();
    else void answer(zone, searchParams, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    ...zone,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/dns-query`,
    refuse: (status) => void (refused = status),
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function answerMessage(zone: DnsZone, query: URLSearchParams, response: ServerResponse) {
  const message = Buffer.from(query.get('dns') ?? '', 'base64url');
  const question = readQuestion(message);
  const { rcode, records } = await look(zone, question);
  const head = Buffer.from(message.subarray(0, 12));
  head.writeUInt16BE(0x8180 | rcode, 2);
  head.writeUInt16BE(records.length, 6);
  const answers = records.map((record) => resource(question.type, record));
  response
    .writeHead(200, { 'Content-Type': 'application/dns-message' })
    .end(Buffer.concat([head, message.subarray(12), ...answers]));
}

async function answerJson(zone: DnsZone, query: URLSearchParams, response: ServerResponse) {
  if (query.has('dns')) return response.writeHead(415).end();
  const question = { name: query.get('name') ?? '', type: query.get('type') as Question['type'] };
  const { rcode, records } = await look(zone, question);
  const answers = records.map((record) => ({
    name: question.name,
    type: NUMBERS[question.type],
    TTL: 300,
    data: jsonData(record),
  }));
  return response
    .writeHead(200, { 'Content-Type': 'application/dns-json' })
    .end(JSON.stringify({ Status: rcode, Answer: answers }));
}

async function look(zone: DnsZone, question: Question) {
  try {
    const { kind, records } = await zone.ask(question);
    return { rcode: kind === 'no_name' ? 3 : 0, records };
  } catch {
    return { rcode: 2, records: [] };
  }
}

function readQuestion(message: Buffer): Question {
  const labels: string[] = [];
  let at = 12;
  for (; message[at] !== 0; at += 1 + message[at]!)
    labels.push(message.toString('latin1', at + 1, at + 1 + message[at]!));
  return { name: labels.join('.'), type: TYPES[message.readUInt16BE(at + 1) as TypeNumber] };
}

/** A record whose name is a pointer to the question. */
function resource(type: Question['type'], record: DnsRecord): Buffer {
  const data = wireData(type, record);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(NUMBERS[type], 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(300, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function wireData(type: Question['type'], record: DnsRecord): Buffer {
  if (type === 'TXT') return Buffer.concat((record as readonly string[]).map(sized));
  if (type === 'A') return Buffer.from((record as string).split('.').map(Number));
  if (type === 'AAAA') return Buffer.from((record as string).replaceAll(':', ''), 'hex');
  if (type === 'PTR') return wireName(record as string);
  const { priority, exchange } = record as MxRecord;
  return Buffer.concat([Buffer.from([priority >> 8, priority & 0xff]), wireName(exchange)]);
}

const sized = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
const wireName = (name: string) => Buffer.concat([...name.split('.').map(sized), Buffer.from([0])]);

function jsonData(record: DnsRecord): string {
  if (typeof record === 'string') return record;
  if (!('priority' in record)) return record.map((text) => JSON.stringify(text)).join(' ');
  return `${record.priority} ${record.exchange}.`;
}
