import { ENABLABLE } from '../capabilities.js';
import { AUTHENTICATED, command } from '../command.js';
import type { Tokens } from '../wire/tokens.js';

function readCapabilities(tokens: Tokens): string[] {
  const names: string[] = [];
  do {
    tokens.space();
    names.push(tokens.keyword('a capability'));
  } while (!tokens.isEnd());
  return names;
}

/** RFC 9051 section 6.3.1: what is not known here is passed over. */
export const enable = command({
  name: 'ENABLE',
  states: AUTHENTICATED,
  syntax: readCapabilities,
  async act(session, names) {
    const added = ENABLABLE.filter(
      (known) => names.includes(known.toUpperCase()) && !session.isEnabled(known),
    );
    for (const known of added) session.enable(known);
    session.out.line(['* ENABLED', ...added].join(' '));
  },
});
