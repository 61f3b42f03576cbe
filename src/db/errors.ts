import { QueryFailedError } from 'typeorm';
import { AppError, conflict, unavailable } from '../errors.js';

interface DriverError {
  readonly code?: string;
  readonly message: string;
}

// Connection trouble by the driver, the operating system, or pg's own timers.
const NETWORK_CODES = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOST|EAI_|ENOENT)/;
// Classes 08 connection, 53 resources (disk full, too many connections), 57P shutdown, 58 system;
// 25006: a server that was demoted to read-only. Then what the time-outs of a pool end: 57014 a statement,
// 55P03 waiting for a lock, 25P03 a transaction that does nothing; and what two transactions that met each
// other end: 40001, 40P01.
const AWAY_STATES = /^(08|53|57P|58|25006|57014|55P03|25P03|40001|40P01)/;
const AWAY_MESSAGES =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable|Cannot use a pool/i;

function driverError(error: unknown): DriverError | null {
  if (error instanceof QueryFailedError) return error.driverError as DriverError;
  if (error instanceof AggregateError) return driverError(error.errors[0]);
  return error instanceof Error ? error : null;
}

/** Whether `error` says that Postgres is away, full or too slow, not that the statement was wrong. */
export function isUnavailable(error: unknown): boolean {
  const cause = driverError(error);
  if (!cause) return false;
  const code = cause.code ?? '';
  return NETWORK_CODES.test(code) || AWAY_STATES.test(code) || AWAY_MESSAGES.test(cause.message);
}

/** Whether `error`, or what caused it, says that the server gave a statement up that took too long. */
export const isStatementTimeout = (error: unknown): boolean =>
  driverError(error instanceof AppError ? error.cause : error)?.code === '57014';

// Waiting for a lock took too long, or two transactions met each other: nothing was done.
const CONTENDED_STATES = /^(55P03|40001|40P01)/;

/**
 * Whether a statement for several items may have failed for the sake of one of them. Where storage is away
 * all of them would fail, and where it did not answer nobody knows what became of them.
 */
export function mayBeOneItems(error: unknown): boolean {
  const isAway = error instanceof AppError ? error.status === 503 : isUnavailable(error);
  const cause = driverError(error instanceof AppError ? error.cause : error);
  return !isAway || CONTENDED_STATES.test(cause?.code ?? '');
}

// 22021 a NUL in a text, 22P05 one in JSON, 22P02 half of a pair of surrogates in JSON.
const UNSTORABLE_STATES = /^(22021|22P05|22P02)$/;

/** Whether `error` says that a value holds characters which Postgres cannot keep. */
export const isUnstorable = (error: unknown): boolean =>
  UNSTORABLE_STATES.test(driverError(error)?.code ?? '');

/** Whether `error` is a unique-key violation. */
export const isDuplicate = (error: unknown): boolean => driverError(error)?.code === '23505';

/** What a database error means to a client: 409, 503, or itself. */
export function translated(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (isDuplicate(error)) return conflict('Already exists');
  return isUnavailable(error) ? unavailable(error) : error;
}
