import { apiKeyOperations } from '../resources/api-keys/operations.js';
import { limitsOperations } from '../resources/limits/operations.js';
import { orgOperations } from '../resources/orgs/operations.js';
import type { AnyOperation } from './operation.js';

/** Everything a client can do: REST routes, OpenAPI and the scope table are read from it. */
export const catalogue: readonly AnyOperation[] = [
  ...orgOperations,
  ...apiKeyOperations,
  ...limitsOperations,
];
