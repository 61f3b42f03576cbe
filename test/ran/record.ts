// Loaded before everything else by each process of `npm run statements`: notes digests of the statements that
// are sent to Postgres, whoever sends them.
import { appendFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { digestOf, RAN } from './digest.js';

const file = join(process.env[RAN]!, String(process.pid));
const seen = new Set<string>();

// Message types of Postgres' protocol: a text that is prepared, behind its name, and one that is run as it is.
const PARSE = 0x50;
const QUERY = 0x51;

/** The statement in a message; null in what is none. */
function statementIn(message: unknown): string | null {
  if (!Buffer.isBuffer(message) || message.length < 7) return null;
  const [type] = message;
  if ((type !== PARSE && type !== QUERY) || message.readInt32BE(1) !== message.length - 1)
    return null;
  const start = type === QUERY ? 5 : message.indexOf(0, 5) + 1;
  return message.toString('utf8', start, message.indexOf(0, start));
}

const write = Reflect.get(Socket.prototype, 'write') as (...given: unknown[]) => boolean;
Socket.prototype.write = function (this: Socket, ...given: unknown[]): boolean {
  const text = statementIn(given[0]);
  if (text !== null && !seen.has(text)) {
    seen.add(text);
    appendFileSync(file, `${digestOf(text)}\n`);
  }
  return write.apply(this, given);
};
