import type { KeyScope } from '../auth/scopes.js';
import type { Access } from './operation.js';

/** Whether an operation is for callers with an API key (or token) only. */
export const needsKey = (access: Access): access is 'any-key' | KeyScope =>
  access !== 'public' && access !== 'inbound-secret';
