import { ApplicationFailure } from '@temporalio/activity';
import type { ActivityInboundCallsInterceptor } from '@temporalio/worker';
import { AppError } from '../src/errors.js';

// Statuses that another attempt may answer otherwise.
const TRANSIENT = new Set([429, 503]);

/**
 * What Temporal is to make of a thrown error: an `AppError` says whether another attempt helps,
 * everything else is retried.
 */
export function asFailure(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const passing = TRANSIENT.has(error.status);
  return ApplicationFailure.create({
    message: error.message,
    type: passing ? 'Unavailable' : 'AppError',
    nonRetryable: !passing,
  });
}

/** The one place where errors of activities are put into Temporal's words. */
export const failureInterceptor: ActivityInboundCallsInterceptor = {
  async execute(input, next) {
    try {
      return await next(input);
    } catch (error) {
      throw asFailure(error);
    }
  },
};
