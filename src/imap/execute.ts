import { Refused, refusal, type StatusResponse } from './answers.js';
import type { Act, Command } from './command.js';
import { COMMANDS } from './commands/commands.js';
import type { Session } from './session-state.js';
import { SearchLimit, StorageUnavailable } from './session.js';
import { SyntaxProblem, Tokens, type Segment } from './wire/tokens.js';

/** What a command came to. */
export interface Outcome {
  /** Null where there is no such command. */
  readonly command: Command | null;
  readonly answer: StatusResponse;
}

/** The tag of a command; null when it has none. */
export function tagOf(tokens: Tokens): string | null {
  try {
    return tokens.tag();
  } catch {
    return null;
  }
}

/** Whether a command would change something, so that its literals are not worth waiting for. */
export function isWrite(segments: readonly Segment[]): boolean {
  const tokens = new Tokens(segments);
  return tagOf(tokens) !== null && /^ append /i.test(tokens.remaining());
}

/** Runs what follows a tag. @throws what ends the connection */
export async function execute(session: Session, tokens: Tokens): Promise<Outcome> {
  let command: Command | null = null;
  try {
    command = findCommand(tokens);
    const act = prepared(session, command, tokens);
    session.tell(false);
    const answer = (await act(session)) ?? completed(command);
    return { command, answer };
  } catch (error) {
    return { command, answer: answerTo(error) };
  }
}

const completed = ({ name }: Command): StatusResponse => ({
  status: 'OK',
  text: `${name} completed`,
});

function findCommand(tokens: Tokens): Command {
  tokens.space();
  const { place } = tokens;
  let name = tokens.keyword('a command');
  if (name === 'UID') {
    tokens.space();
    name += ` ${tokens.keyword('a command')}`;
  }
  return COMMANDS.get(name) ?? tokens.fail('a command that is offered here', place);
}

function prepared(session: Session, command: Command, tokens: Tokens): Act {
  if (!command.states.includes(session.state))
    throw new SyntaxProblem(outOfPlace(command, session.state));
  return command.prepare(tokens);
}

/** Why a command cannot be given now. */
function outOfPlace({ states }: Command, state: Session['state']): string {
  if (state === 'logout') return 'Signed out';
  if (state === 'not authenticated') return 'Sign in first';
  return states.includes('selected') ? 'Select a mailbox first' : 'Only before sign-in';
}

function answerTo(error: unknown): StatusResponse {
  if (error instanceof SyntaxProblem) return refusal(error.message, undefined, 'BAD');
  if (error instanceof Refused) return refusal(error.message, error.code);
  if (error instanceof SearchLimit)
    return refusal('This search is too much at once: ask for less', 'LIMIT');
  if (error instanceof StorageUnavailable)
    return refusal('Storage is unavailable for the moment: try again', 'UNAVAILABLE');
  throw error;
}
