import { ServiceError } from '@temporalio/client';

// Codes that speak about the request itself; all others speak about the server or the way to it.
// (https://grpc.io/docs/guides/status-codes: INVALID_ARGUMENT, ALREADY_EXISTS, FAILED_PRECONDITION,
// OUT_OF_RANGE)
const REFUSALS = new Set([3, 6, 9, 11]);

/** Whether Temporal answered that this request is wrong, so that others may do better. */
export function isRefused(error: unknown): boolean {
  const cause = error instanceof ServiceError ? error.cause : error;
  return cause instanceof Error && 'code' in cause && REFUSALS.has(cause.code as number);
}
