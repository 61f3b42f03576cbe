import { ANY, command } from '../command.js';
import type { Tokens } from '../wire/tokens.js';

// RFC 2971 section 3.3.
const MOST_PAIRS = 30;

function readId(tokens: Tokens): void {
  tokens.space();
  if (!tokens.isNext('(')) {
    tokens.nstring('a list or NIL');
    return;
  }
  const { place } = tokens;
  let strings = 0;
  tokens.list(() => {
    if (++strings > MOST_PAIRS * 2) tokens.fail(`at most ${MOST_PAIRS} fields`, place);
    return tokens.nstring();
  });
  if (strings % 2 !== 0) tokens.fail('a value for each field', place);
}

/** RFC 2971: what a client says of itself is not kept. */
export const id = command({
  name: 'ID',
  states: ANY,
  syntax: readId,
  async act(session) {
    session.out.line('* ID ("name" "Restante")');
  },
});
