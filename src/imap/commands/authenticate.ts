import { Refused, refusal, type StatusResponse } from '../answers.js';
import { command, NOT_AUTHENTICATED } from '../command.js';
import type { Session } from '../session-state.js';
import { ConnectionClosed } from '../wire/outgoing.js';
import type { Tokens } from '../wire/tokens.js';
import { signIn } from './sign-in.js';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

function readAuthenticate(tokens: Tokens) {
  tokens.space();
  const mechanism = tokens.keyword('a mechanism');
  if (tokens.isEnd()) return { mechanism, initial: null };
  tokens.space();
  return { mechanism, initial: tokens.base64('an initial response') };
}

/** RFC 9051 section 6.2.2, RFC 4616 (PLAIN), RFC 4959 (an initial response). */
export const authenticate = command({
  name: 'AUTHENTICATE',
  states: NOT_AUTHENTICATED,
  syntax: readAuthenticate,
  async act(session, { mechanism, initial }): Promise<StatusResponse> {
    if (mechanism !== 'PLAIN') throw new Refused('CANNOT', 'PLAIN is the only mechanism here');
    const response = initial === '=' ? '' : (initial ?? (await challenge(session)));
    if (response === '*') return refusal('Authentication was cancelled', undefined, 'BAD');
    const credentials = credentialsOf(response);
    if (!credentials)
      return refusal('Expected base64 of an address and a password', undefined, 'BAD');
    return signIn(session, credentials);
  },
});

async function challenge({ out, parts }: Session): Promise<string> {
  out.line('+ ');
  await out.flush();
  const line = await parts.incoming.line(parts.limits.commandBytes);
  if (line === null) throw new ConnectionClosed();
  return line.toString('latin1');
}

/** Authorization identity, address, password; the first is empty or the same as the second. */
function credentialsOf(response: string): { username: string; password: string } | null {
  if (!BASE64.test(response)) return null;
  const parts = Buffer.from(response, 'base64').toString().split('\0');
  const [authorize, username, password] = parts;
  if (parts.length !== 3 || !username || password === undefined) return null;
  const isOther = authorize !== '' && authorize?.toLowerCase() !== username.toLowerCase();
  if (isOther) throw new Refused('AUTHORIZATIONFAILED', 'Nobody reads the mail of another address');
  return { username, password };
}
