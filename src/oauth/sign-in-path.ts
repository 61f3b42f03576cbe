import { secretHash } from '../auth/secret-hash.js';
import { PATHS } from './addresses.js';

/**
 * Where a sign-in takes place. Each has a path of its own, so that several can be open in a browser; what lets
 * somebody in is in the cookie alone.
 */
export const pathOfSignIn = (id: string): string =>
  `${PATHS.signIn}/${secretHash(`path ${id}`).toString('hex', 0, 8)}`;
