import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { AppError } from '../errors.js';

/** Codes of errors that are no answer to a message, as the SDK's transports have them. */
export const RPC_CODES = {
  parse: ProtocolErrorCode.ParseError,
  invalidRequest: ProtocolErrorCode.InvalidRequest,
  refused: -32000,
  sessionNotFound: -32001,
} as const;

/** A refusal of a whole HTTP request. */
export const refusal = (status: number, code: number, message: string): AppError =>
  inRpc(new AppError(status, message), code);

/** The same error with a body that programs read: JSON-RPC, without an id; its own body becomes `data`. */
export function inRpc(error: AppError, code: number = RPC_CODES.refused): AppError {
  const { body: data, headers, cause } = error.extra;
  // It has the shape already.
  if (data && 'jsonrpc' in data) return error;
  const body = { jsonrpc: '2.0', id: null, error: { code, message: error.message, data } };
  return new AppError(error.status, error.message, { body, cause, ...(headers && { headers }) });
}
