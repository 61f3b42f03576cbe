import { command, NOT_AUTHENTICATED } from '../command.js';
import type { Tokens } from '../wire/tokens.js';
import { signIn } from './sign-in.js';

function readLogin(tokens: Tokens) {
  tokens.space();
  const username = tokens.astring('an address');
  tokens.space();
  return { username, password: tokens.astring('a password') };
}

/** RFC 9051 section 6.2.3. */
export const login = command({
  name: 'LOGIN',
  states: NOT_AUTHENTICATED,
  syntax: readLogin,
  act: signIn,
});
