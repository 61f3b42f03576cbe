import {
  ProtocolErrorCode,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/server';
import { AppError } from '../errors.js';

/** Codes of errors of a whole HTTP request, as the SDK's transports have them. */
export const RPC_CODES = {
  parse: ProtocolErrorCode.ParseError,
  invalidRequest: ProtocolErrorCode.InvalidRequest,
  invalidParams: ProtocolErrorCode.InvalidParams,
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

// Zod prints what it finds as a list, which the SDK takes over into its errors.
const PRINTED_ISSUES = /^[^[]*(\[\s*\{.*\])$/s;

/** One of them. */
interface PrintedIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** An error of the SDK about params that are wrong, in a sentence; all other messages as they are. */
export function inSentences(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message)) return message;
  const issues = issuesIn(message.error.message);
  if (issues === null) return message;
  const said = issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
  return { ...message, error: { code: RPC_CODES.invalidParams, message: said } };
}

function issuesIn(text: string): readonly PrintedIssue[] | null {
  const [, printed] = PRINTED_ISSUES.exec(text) ?? [];
  if (printed === undefined) return null;
  try {
    const issues = (JSON.parse(printed) as unknown[]).filter(isIssue);
    return issues.length > 0 ? issues : null;
  } catch {
    return null;
  }
}

const isIssue = (value: unknown): value is PrintedIssue => {
  const { path, message } = value as Partial<PrintedIssue>;
  return Array.isArray(path) && typeof message === 'string';
};
