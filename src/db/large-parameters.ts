import type pg from 'pg';

/** Bytes from several places that are one parameter of a statement, in Postgres' binary format. */
export class Pieces {
  constructor(readonly buffers: readonly Buffer[]) {}
}

// From so many bytes or characters on, copies cost more than they save.
const LARGE_BYTES = 256 * 1024;
const BYTEA_OID = 17;

/** A parameter of type `bytea[]`; as text it would be twice as long. */
export function bytesArray(items: readonly Uint8Array[]): Pieces {
  const shape =
    items.length === 0 ? int32(0, 0, BYTEA_OID) : int32(1, 0, BYTEA_OID, items.length, 1);
  return new Pieces([shape, ...items.flatMap((item) => lengthAnd([viewOf(item)]))]);
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

/**
 * Has a connection hand large parameters to its socket as they are. The client itself copies each message
 * several times before it leaves, which for a large mail is hundreds of megabytes.
 */
export function sendLargeAsTheyAre(connection: pg.Connection): void {
  const bind = connection.bind.bind(connection);
  connection.bind = (config, more) => {
    if (!config?.values?.some(isLarge)) bind(config, more);
    else for (const piece of bindMessage(config)) connection.stream.write(piece);
  };
}

const isLarge = (value: unknown) =>
  value instanceof Pieces ||
  ((typeof value === 'string' || value instanceof Buffer) && value.length > LARGE_BYTES);

/** https://www.postgresql.org/docs/current/protocol-message-formats.html, "Bind" */
function bindMessage(config: pg.BindConfig): Buffer[] {
  const { portal = '', statement = '', values = [], binary, valueMapper } = config;
  const parameters = values.map((value, index) => parameterOf(value, index, valueMapper));
  const content = [
    Buffer.from(`${portal}\0${statement}\0`),
    int16(parameters.length, ...parameters.map(({ isBinary }) => Number(isBinary))),
    int16(parameters.length),
    ...parameters.flatMap(({ buffers }) => (buffers ? lengthAnd(buffers) : [int32(-1)])),
    int16(1, binary ? 1 : 0),
  ];
  return [Buffer.from('B'), int32(bytesOf(content) + 4), ...content];
}

interface LargeParameter {
  readonly isBinary: boolean;
  /** Null for NULL. */
  readonly buffers: readonly Buffer[] | null;
}

function parameterOf(
  given: unknown,
  index: number,
  valueMapper: pg.BindConfig['valueMapper'],
): LargeParameter {
  if (given instanceof Pieces) return { isBinary: true, buffers: given.buffers };
  const value: unknown = valueMapper ? valueMapper(given, index) : given;
  if (value instanceof Buffer) return { isBinary: true, buffers: [value] };
  return { isBinary: false, buffers: typeof value === 'string' ? [Buffer.from(value)] : null };
}

const lengthAnd = (buffers: readonly Buffer[]) => [int32(bytesOf(buffers)), ...buffers];

const bytesOf = (buffers: readonly Buffer[]) =>
  buffers.reduce((bytes, { length }) => bytes + length, 0);

function int32(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, index) => bytes.writeInt32BE(number, 4 * index));
  return bytes;
}

function int16(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * numbers.length);
  numbers.forEach((number, index) => bytes.writeInt16BE(number, 2 * index));
  return bytes;
}
