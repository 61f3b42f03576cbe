import { ProtocolErrorCode, type RequestId } from '@modelcontextprotocol/server';
import { AppError } from '../errors.js';

/** Codes of errors of a whole HTTP request, as the SDK's transports have them. */
export const RPC_CODES = {
  parse: ProtocolErrorCode.ParseError,
  invalidRequest: ProtocolErrorCode.InvalidRequest,
  refused: -32000,
  sessionNotFound: -32001,
} as const;

/** A request that goes no further, with its code. */
export class RpcRefusal extends AppError {
  constructor(
    status: number,
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(status, message);
  }
}

/** The same error with a body that programs read: JSON-RPC. What was its own body becomes `data`. */
export function inRpc(error: AppError, id: RequestId | null): AppError {
  const { body, headers, cause } = error.extra;
  const [code, data] =
    error instanceof RpcRefusal ? [error.code, error.data] : [RPC_CODES.refused, body];
  const rpc = { jsonrpc: '2.0', id, error: { code, message: error.message, data } };
  return new AppError(error.status, error.message, {
    body: rpc,
    cause,
    ...(headers && { headers }),
  });
}
