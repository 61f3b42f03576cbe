import { once } from 'node:events';
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo, Server, Socket } from 'node:net';
import { decode, encode, type Answer } from 'dns-packet';
import { TYPE_NUMBERS, type DnsRecord, type Question } from '../../src/dns/answer.js';
import type { DohTransport } from '../../src/dns/doh.js';
import { createDohTransport } from '../../src/egress/doh-transport.js';
import { createZone, type DnsZone } from './dns-zone.js';

/** How a resolver misbehaves. */
export type Misbehaviour =
  | 'hangs'
  | 'html'
  | 'huge'
  | 'truncated'
  | 'other-question'
  | 'extended-error'
  /** It adds records of other names. */
  | 'poisons'
  /** It leaves out what an alias leads to. */
  | 'stops-at-alias';

/** A DNS-over-HTTPS server on loopback that answers from a zone of the test. */
export interface DohServer extends DnsZone {
  readonly url: string;
  /** One that trusts its certificate. */
  readonly transport: DohTransport;
  /** The protocols it was asked by, and on how many connections. */
  readonly protocols: ReadonlySet<string>;
  connections(): number;
  /** Answers every request with this status and nothing else; null ends that. */
  refuse(status: number | null): void;
  /** Misbehaves from now on; null ends that. */
  misbehave(how: Misbehaviour | null): void;
  close(): Promise<void>;
}

/** What a server speaks: DNS messages (RFC 8484), or JSON alone. */
export type DohForm = 'message' | 'json';

/** With a certificate it speaks HTTP/2 alone, as BIND and Unbound do. */
export interface DohOptions {
  readonly certificate?: { readonly cert: string; readonly key: string };
}

type Request = IncomingMessage | Http2ServerRequest;
type Response = ServerResponse | Http2ServerResponse;

// As resolvers give up.
const MAX_ALIASES = 12;
const HUGE = 2 * 1024 * 1024;

export async function startDohServer(
  form: DohForm = 'message',
  { certificate }: DohOptions = {},
): Promise<DohServer> {
  const zone = createZone();
  let refused: number | null = null;
  let misbehaviour: Misbehaviour | null = null;
  const protocols = new Set<string>();
  const sockets = new Set<Socket>();
  let connections = 0;

  const answer = async (request: Request, response: Response) => {
    protocols.add(request.httpVersion);
    const { searchParams } = new URL(request.url ?? '/', 'http://dns.test');
    if (refused !== null) return finish(response, refused);
    if (misbehaviour === 'hangs') return;
    if (misbehaviour === 'html') return finish(response, 200, 'text/html', '<p>Sign in</p>');
    if (misbehaviour === 'huge')
      return finish(response, 200, 'application/dns-message', Buffer.alloc(HUGE));
    const respond = form === 'message' ? answerMessage : answerJson;
    await respond({ zone, misbehaviour }, searchParams, response);
  };
  const onRequest = (request: Request, response: Response) => void answer(request, response);
  const server: Server = certificate
    ? createSecureServer({ ...certificate, allowHTTP1: false }, onRequest)
    : createHttp(onRequest);
  server.on(certificate ? 'secureConnection' : 'connection', (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const transport = createDohTransport(certificate?.cert);
  return {
    ...zone,
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}/dns-query`,
    transport,
    protocols,
    connections: () => connections,
    refuse: (status) => void (refused = status),
    misbehave: (how) => void (misbehaviour = how),
    async close() {
      await transport.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function finish(response: Response, status: number, type?: string, body?: string | Buffer): void {
  // The two kinds of responses have the same methods, but not one type.
  const one = response as ServerResponse;
  one.writeHead(status, type === undefined ? {} : { 'Content-Type': type }).end(body);
}

interface Answering {
  readonly zone: DnsZone;
  readonly misbehaviour: Misbehaviour | null;
}

async function answerMessage(answering: Answering, query: URLSearchParams, response: Response) {
  const { questions = [], id = 0 } = decode(Buffer.from(query.get('dns') ?? '', 'base64url'));
  const asked = questions[0]!;
  const question = { name: asked.name, type: asked.type as Question['type'] };
  const { misbehaviour } = answering;
  const { rcode, answers, isNegative } = await look(answering, question);
  const name = misbehaviour === 'other-question' ? `other.${asked.name}` : asked.name;
  const message = encode({
    type: 'response',
    id,
    flags: 0x8180 | rcode | (misbehaviour === 'truncated' ? 0x200 : 0),
    questions: [{ ...asked, name }],
    answers: answers.map(resource),
    authorities: isNegative ? [SOA] : [],
    additionals: misbehaviour === 'extended-error' ? [EXTENDED_ERROR] : [],
  });
  finish(response, 200, 'application/dns-message', message);
}

async function answerJson(answering: Answering, query: URLSearchParams, response: Response) {
  if (query.has('dns')) return finish(response, 415);
  const question = { name: query.get('name') ?? '', type: query.get('type') as Question['type'] };
  const { rcode, answers, isNegative } = await look(answering, question);
  const other = answering.misbehaviour === 'other-question';
  const body = {
    Status: rcode,
    TC: answering.misbehaviour === 'truncated',
    Question: [
      { name: `${other ? 'other.' : ''}${question.name}.`, type: TYPE_NUMBERS[question.type] },
    ],
    Answer: answers.map(({ name, type, record }) => ({
      name: `${name}.`,
      type: TYPE_NUMBERS[type],
      TTL: 300,
      data: jsonData(type, record),
    })),
    ...(isNegative && {
      Authority: [{ name: '.', type: 6, TTL: 900, data: 'a.test. b.test. 1 2 3 4 60' }],
    }),
    ...(answering.misbehaviour === 'extended-error' && { Comment: 'DNSSEC Bogus' }),
  };
  finish(response, 200, 'application/dns-json', JSON.stringify(body));
}

interface Found extends Question {
  readonly record: DnsRecord;
}

/** What the zone has, with what its aliases lead to. */
async function look({ zone, misbehaviour }: Answering, question: Question) {
  const aliases: Found[] = [];
  let { name } = question;
  const follows = () => question.type !== 'CNAME' && aliases.length < MAX_ALIASES;
  for (let target; follows() && (target = zone.aliasOf(name)) !== undefined;) {
    aliases.push({ name, type: 'CNAME', record: target });
    name = target;
  }
  if (misbehaviour === 'extended-error') return { rcode: 2, answers: [], isNegative: false };
  if (misbehaviour === 'stops-at-alias' && aliases.length > 0)
    return { rcode: 0, answers: aliases.slice(0, 1), isNegative: false };
  try {
    const { kind, records } = await zone.ask({ name, type: question.type });
    const found = records.map((record) => ({ name, type: question.type, record }));
    const strange = { name: 'strange.example', type: question.type, record: ['a stranger'] };
    return {
      rcode: kind === 'no_name' ? 3 : 0,
      answers: [...aliases, ...found, ...(misbehaviour === 'poisons' ? [strange] : [])],
      isNegative: kind !== 'found',
    };
  } catch {
    return { rcode: 2, answers: [], isNegative: false };
  }
}

const SOA: Answer = {
  type: 'SOA',
  name: 'example',
  ttl: 900,
  data: {
    mname: 'a.test',
    rname: 'b.test',
    serial: 1,
    refresh: 2,
    retry: 3,
    expire: 4,
    minimum: 60,
  },
};

const EXTENDED_ERROR: Answer = {
  type: 'OPT',
  name: '.',
  udpPayloadSize: 1232,
  extendedRcode: 0,
  ednsVersion: 0,
  flags: 0,
  flag_do: false,
  options: [
    // The types of dns-packet know no later one than 14.
    { code: 15 as 14, data: Buffer.concat([Buffer.from([0, 6]), Buffer.from('DNSSEC Bogus')]) },
  ],
} as Answer;

/** A record on the wire. */
function resource({ name, type, record }: Found): Answer {
  const common = { name, ttl: 300, class: 'IN' } as const;
  if (type === 'TXT') return { ...common, type, data: [...(record as readonly string[])] };
  if (typeof record === 'string') return { ...common, type: type as 'A', data: record };
  const { priority: preference, exchange } = record as { priority: number; exchange: string };
  return { ...common, type: 'MX', data: { preference, exchange } };
}

function jsonData(type: Question['type'], record: DnsRecord): string {
  if (typeof record === 'string') return type === 'A' || type === 'AAAA' ? record : `${record}.`;
  if (!('priority' in record)) return record.map((text) => JSON.stringify(text)).join(' ');
  return `${record.priority} ${record.exchange}.`;
}
