import { DnsFailure, nothing, type DnsAnswer, type DnsRecord, type Question } from './answer.js';

// DNS messages (RFC 1035 section 4): one question out, its answer in.

const TYPES = { A: 1, PTR: 12, MX: 15, TXT: 16, AAAA: 28 } as const;
const CLASS_IN = 1;
// Header: id 0 (RFC 8484 section 4.1: caches share answers), recursion desired, one question.
const HEADER = Buffer.from([0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
const MAX_NAME = 255;
const MAX_LABEL = 63;
// A pointer of a compressed name must lead backwards; this many are more than any name needs.
const MAX_POINTERS = 20;
const RCODES = ['NOERROR', 'FORMERR', 'SERVFAIL', 'NXDOMAIN', 'NOTIMP', 'REFUSED'];

/** The query message; null for a name that no query can hold. */
export function encodeQuery({ name, type }: Question): Buffer | null {
  const labels = name.replace(/\.$/, '').split('.');
  const parts: Buffer[] = [HEADER];
  for (const label of labels) {
    const bytes = Buffer.from(label, 'latin1');
    if (bytes.length === 0 || bytes.length > MAX_LABEL) return null;
    parts.push(Buffer.from([bytes.length]), bytes);
  }
  const message = Buffer.concat([...parts, Buffer.from([0, 0, TYPES[type], 0, CLASS_IN])]);
  return message.length - HEADER.length - 4 > MAX_NAME ? null : message;
}

/** What `message` answers to a question of `type`. @throws DnsFailure when that is nothing definite. */
export function decodeAnswer(message: Buffer, type: Question['type']): DnsAnswer {
  try {
    return readAnswer(new MessageReader(message), type);
  } catch (error) {
    if (error instanceof DnsFailure) throw error;
    // A read behind the end: the message is cut or no DNS message at all.
    throw new DnsFailure('BADRESP', false);
  }
}

function readAnswer(reader: MessageReader, type: Question['type']): DnsAnswer {
  const { rcode, questions, answers, truncated } = reader.header();
  if (rcode === 3) return nothing('no_name');
  if (rcode !== 0) throw new DnsFailure(RCODES[rcode] ?? `RCODE${rcode}`, false);
  if (truncated) throw new DnsFailure('TRUNCATED', false);
  for (let i = 0; i < questions; i++) reader.skipQuestion();
  const records: DnsRecord[] = [];
  let ttl = Infinity;
  for (let i = 0; i < answers; i++) {
    const record = reader.record();
    ttl = Math.min(ttl, record.ttl);
    // Aliases on the way are followed by the resolver; what they lead to stands beside them.
    if (record.type === TYPES[type]) records.push(record.read());
  }
  if (records.length === 0) return nothing('no_data');
  return { kind: 'found', records, ttl };
}

class MessageReader {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  header() {
    const flags = this.bytes.readUInt16BE(2);
    this.at = HEADER.length;
    return {
      rcode: flags & 0xf,
      truncated: (flags & 0x200) !== 0,
      questions: this.bytes.readUInt16BE(4),
      answers: this.bytes.readUInt16BE(6),
    };
  }

  skipQuestion(): void {
    this.name();
    this.at += 4;
  }

  record() {
    this.name();
    const type = this.bytes.readUInt16BE(this.at);
    const ttl = this.bytes.readUInt32BE(this.at + 4);
    const length = this.bytes.readUInt16BE(this.at + 8);
    const start = this.at + 10;
    this.at = start + length;
    if (this.at > this.bytes.length) throw new RangeError('cut');
    return { type, ttl, read: () => this.data(type, start, length) };
  }

  private data(type: number, start: number, length: number): DnsRecord {
    if (type === TYPES.A) return [...this.bytes.subarray(start, start + 4)].join('.');
    if (type === TYPES.AAAA) return this.ipv6(start);
    if (type === TYPES.TXT) return this.strings(start, start + length);
    if (type === TYPES.PTR) return this.nameAt(start).name;
    return { priority: this.bytes.readUInt16BE(start), exchange: this.nameAt(start + 2).name };
  }

  private ipv6(start: number): string {
    const groups = Array.from({ length: 8 }, (_, i) => this.bytes.readUInt16BE(start + i * 2));
    return groups.map((group) => group.toString(16)).join(':');
  }

  private strings(start: number, end: number): string[] {
    const strings: string[] = [];
    for (let at = start; at < end; at += 1 + this.bytes[at]!)
      strings.push(this.bytes.toString('latin1', at + 1, Math.min(end, at + 1 + this.bytes[at]!)));
    return strings;
  }

  private name(): void {
    this.at = this.nameAt(this.at).end;
  }

  /** A possibly compressed name (RFC 1035 section 4.1.4) and where it ends. */
  private nameAt(start: number): { name: string; end: number } {
    const labels: string[] = [];
    let at = start;
    let end: number | null = null;
    for (let pointers = 0; ;) {
      const length = this.bytes.readUInt8(at);
      if (length === 0) return { name: labels.join('.'), end: end ?? at + 1 };
      if (length > MAX_LABEL) {
        if (++pointers > MAX_POINTERS) throw new RangeError('pointers');
        end ??= at + 2;
        at = this.bytes.readUInt16BE(at) & 0x3fff;
      } else {
        labels.push(this.bytes.toString('latin1', at + 1, at + 1 + length));
        at += 1 + length;
        if (labels.length > MAX_NAME) throw new RangeError('labels');
      }
    }
  }
}
