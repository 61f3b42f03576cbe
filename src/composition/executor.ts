import { createRateLimits } from '../auth/rate-limits.js';
import { Executor } from '../operations/execute.js';
import { IdempotentAnswers } from '../operations/idempotency.js';
import type { Infrastructure } from './infrastructure.js';

/** What runs operations, for front ends and for agents. */
export const executorOf = <Services>(
  { databases, vault, hashKey }: Pick<Infrastructure, 'databases' | 'vault' | 'hashKey'>,
  services: Services,
): Executor<Services> =>
  new Executor({
    services,
    limits: createRateLimits(databases.front),
    idempotency: new IdempotentAnswers({
      database: databases.front,
      largeDatabase: databases.intake,
      vault,
      hashKey,
    }),
  });
