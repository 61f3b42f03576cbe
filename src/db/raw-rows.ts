import { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import pg from 'pg';

/** The fields of a row as the server sent them, in its encoding, UTF-8; null for NULL. */
export type RawRow = readonly (Buffer | null)[];

/**
 * A prepared statement whose rows stay the bytes that the server sent: what is long, and is handed on as it is, need
 * not become a string first. A connection has to be tapped for it.
 */
export class RawQuery extends pg.Query {
  readonly rawRows: RawRow[] = [];

  constructor(config: pg.QueryConfig) {
    super(config);
    const submit = this.submit.bind(this);
    this.submit = (connection) => {
      const refused: unknown = submit(connection);
      if (!refused) taps.get(connection)!.takeRows((row) => this.rawRows.push(row));
      return refused;
    };
  }
}

const taps = new WeakMap<pg.Connection, RowTap>();

/** Lets a connection run statements that are `RawQuery`. To be called before it connects. */
export function tapRows(connection: pg.Connection): void {
  const tap = new RowTap();
  taps.set(connection, tap);
  // Not in the types of pg.
  const reading = connection as unknown as { attachListeners(stream: object): void };
  const attach = reading.attachListeners.bind(connection);
  reading.attachListeners = (stream) => attach(tap.behind(stream as Readable));
}

// https://www.postgresql.org/docs/current/protocol-message-formats.html: a byte that says what it is, then its length
// without that byte.
const HEADER_BYTES = 5;
const [DATA_ROW, READY_FOR_QUERY] = [0x44, 0x5a];

/** What the server sends, on its way to pg: of a statement that takes its rows, all but them. */
class RowTap extends EventEmitter {
  private take: ((row: RawRow) => void) | null = null;
  /** What has come of a message that is not all there. */
  private pieces: Buffer[] = [];
  private have = 0;
  private need = HEADER_BYTES;

  /** The stream that pg reads instead of `stream`. */
  behind(stream: Readable): EventEmitter {
    stream.on('data', (bytes: Buffer) => this.read(bytes));
    stream.on('end', () => this.emit('end'));
    return this;
  }

  /** Hands rows over to `take` until the server is ready for the next statement. */
  takeRows(take: (row: RawRow) => void): void {
    this.take = take;
  }

  private read(bytes: Buffer): void {
    if (!this.take) {
      this.emit('data', bytes);
      return;
    }
    this.pieces.push(bytes);
    this.have += bytes.length;
    if (this.have < this.need) return;
    const all = this.pieces.length === 1 ? bytes : Buffer.concat(this.pieces, this.have);
    this.keep(EMPTY);
    this.readMessages(all, this.take);
  }

  private readMessages(bytes: Buffer, take: (row: RawRow) => void): void {
    let [from, at] = [0, 0];
    for (let end = endOfMessage(bytes, at); end <= bytes.length; end = endOfMessage(bytes, at)) {
      if (bytes[at] === READY_FOR_QUERY) {
        // Whoever hears of it may ask the next statement at once.
        this.take = null;
        this.pass(bytes.subarray(from));
        return;
      }
      if (bytes[at] === DATA_ROW) {
        this.pass(bytes.subarray(from, at));
        take(fieldsOf(bytes, at + HEADER_BYTES));
        from = end;
      }
      at = end;
    }
    this.keep(bytes.subarray(at));
    this.pass(bytes.subarray(from, at));
  }

  private keep(bytes: Buffer): void {
    this.pieces = bytes.length > 0 ? [bytes] : [];
    this.have = bytes.length;
    this.need = endOfMessage(bytes, 0);
  }

  private pass(bytes: Buffer): void {
    if (bytes.length > 0) this.emit('data', bytes);
  }
}

const EMPTY = Buffer.alloc(0);

/** Where the message at `at` ends, or its header where that is not all there. */
function endOfMessage(bytes: Buffer, at: number): number {
  const header = at + HEADER_BYTES;
  return header > bytes.length ? header : at + 1 + bytes.readUInt32BE(at + 1);
}

function fieldsOf(bytes: Buffer, begin: number): RawRow {
  const fields: (Buffer | null)[] = [];
  let at = begin + 2;
  for (let left = bytes.readInt16BE(begin); left > 0; left -= 1) {
    const length = bytes.readInt32BE(at);
    at += 4;
    fields.push(length < 0 ? null : bytes.subarray(at, at + length));
    at += Math.max(length, 0);
  }
  return fields;
}
