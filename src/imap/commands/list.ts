import { AUTHENTICATED, command } from '../command.js';
import type { Session } from '../session-state.js';
import { MAILBOXES, type MailboxName } from '../session.js';
import type { Tokens } from '../wire/tokens.js';
import { matchesAny } from './list-pattern.js';
import { hasUse, listResponse, SEPARATOR } from './list-response.js';
import { readMailbox } from './mailbox-name.js';
import { readStatusItems, writeStatus } from './status.js';

/** RFC 9051 section 6.3.9.1, RFC 6154. Whatever is subscribed, remote or not, is all there is. */
const SELECTIONS = ['SUBSCRIBED', 'REMOTE', 'RECURSIVEMATCH', 'SPECIAL-USE'];
const RETURNS = ['SUBSCRIBED', 'CHILDREN', 'SPECIAL-USE', 'STATUS'];

interface List {
  readonly selections: readonly string[];
  readonly reference: string;
  readonly patterns: readonly string[];
  readonly returns: readonly string[];
  readonly items: readonly string[];
}

function readList(tokens: Tokens): List {
  tokens.space();
  const selections = tokens.isNext('(') ? readSelections(tokens) : [];
  const reference = tokens.astring('a reference');
  tokens.space();
  const patterns = tokens.listOrOne(() => tokens.pattern());
  const items: string[] = [];
  const returns = tokens.isEnd() ? [] : readReturns(tokens, items);
  return { selections, reference, patterns, returns, items };
}

function readSelections(tokens: Tokens): string[] {
  const { place } = tokens;
  const selections = tokens.list(() => oneOf(tokens, SELECTIONS));
  // RFC 5258 section 3.1: it says how another one is read.
  const hasBase = selections.some((option) => option === 'SUBSCRIBED' || option === 'SPECIAL-USE');
  if (selections.includes('RECURSIVEMATCH') && !hasBase) tokens.fail('SUBSCRIBED', place);
  tokens.space();
  return selections;
}

/** `RETURN (…)`; items of STATUS are added to `items`. */
function readReturns(tokens: Tokens, items: string[]): string[] {
  tokens.space();
  oneOf(tokens, ['RETURN']);
  tokens.space();
  return tokens.list(() => {
    const option = oneOf(tokens, RETURNS);
    if (option !== 'STATUS') return option;
    tokens.space();
    items.push(...readStatusItems(tokens));
    return option;
  });
}

function oneOf(tokens: Tokens, options: readonly string[]): string {
  const { place } = tokens;
  const option = tokens.keyword(options.join(' or '));
  return options.includes(option) ? option : tokens.fail(options.join(' or '), place);
}

async function list(session: Session, { selections, returns, items, ...wanted }: List) {
  if (wanted.patterns.length === 1 && wanted.patterns[0] === '') {
    session.out.line(`* LIST (\\Noselect) "${SEPARATOR}" ""`);
    return;
  }
  const names = matching(wanted).filter(
    (name) => !selections.includes('SPECIAL-USE') || hasUse(name),
  );
  const subscribed = [...selections, ...returns].includes('SUBSCRIBED');
  for (const name of names) session.out.line(`* ${listResponse(name, { subscribed })}`);
  if (items.length > 0 && names.length > 0) await writeStatus(session, names, items);
}

/** A reference is put in front of patterns, as there is no hierarchy to enter. */
const matching = ({ reference, patterns }: Pick<List, 'reference' | 'patterns'>): MailboxName[] =>
  MAILBOXES.filter((name) =>
    matchesAny(
      name,
      patterns.map((pattern) => reference + pattern),
    ),
  );

/** RFC 9051 section 6.3.9. */
export const listCommand = command({
  name: 'LIST',
  states: AUTHENTICATED,
  syntax: readList,
  act: list,
});

/** RFC 3501 section 6.3.9: all there is is subscribed. */
export const lsub = command({
  name: 'LSUB',
  states: AUTHENTICATED,
  syntax(tokens) {
    const reference = readMailbox(tokens);
    tokens.space();
    return { reference, patterns: [tokens.pattern()] };
  },
  async act(session, wanted) {
    for (const name of matching(wanted))
      session.out.line(`* ${listResponse(name, { as: 'LSUB' })}`);
  },
});
