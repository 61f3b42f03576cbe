import { describe, expect, it } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { failureInterceptor } from '../../activities/failures.js';
import { createLog } from '../../src/log.js';
import { temporalLogger } from '../../workers/runtime.js';
import { conflict, notFound, rateLimited, unavailable } from '../../src/errors.js';

const environment = new MockActivityEnvironment(undefined, {
  logger: temporalLogger(createLog('silent')),
  interceptors: [() => ({ inbound: failureInterceptor })],
});
const thrown = (error: unknown) =>
  environment
    .run(async () => {
      throw error;
    })
    .catch((caught: unknown) => caught);

describe('what an activity throws', () => {
  it.each([
    ['404', notFound('Inbox'), 'AppError', true],
    ['409', conflict('Inbox is not deleted'), 'AppError', true],
    ['429', rateLimited(3), 'Unavailable', false],
    ['503', unavailable(), 'Unavailable', false],
  ])('as %s keeps its message and says whether to go on', async (_status, error, type, final) => {
    const failure = await thrown(error);
    expect(failure).toBeInstanceOf(ApplicationFailure);
    expect(failure).toMatchObject({ message: error.message, type, nonRetryable: final });
  });

  it('as anything else stays as it is, so that Temporal tries again', async () => {
    const error = new TypeError('a bug');
    expect(await thrown(error)).toBe(error);
  });
});
