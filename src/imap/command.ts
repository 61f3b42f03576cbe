import type { StatusResponse } from './answers.js';
import type { Session, State } from './session-state.js';
import type { Tokens } from './wire/tokens.js';

/** States in which a command may be given. */
export type CommandStates = readonly State[];
/** Commands for any time. */
export const ANY: CommandStates = ['not authenticated', 'authenticated', 'selected'];
/** Commands to sign in. */
export const NOT_AUTHENTICATED: CommandStates = ['not authenticated'];
/** Commands for whoever is signed in. */
export const AUTHENTICATED: CommandStates = ['authenticated', 'selected'];
/** Commands on the selected mailbox. */
export const SELECTED: CommandStates = ['selected'];

/** What a command does; nothing special to say is `OK … completed`. @throws Refused */
export type Act = (session: Session) => Promise<StatusResponse | void>;

/** A command as the server runs it. */
export interface Command {
  /** In capitals; with `UID ` where it is one of UIDs. */
  readonly name: string;
  readonly states: CommandStates;
  /** Whether EXPUNGE may be told at its end (RFC 9051 section 7.5.1). */
  readonly tellsExpunges: boolean;
  /** Reads what follows the name. @throws SyntaxProblem */
  prepare(tokens: Tokens): Act;
}

/** A command as it is written down: its state, its syntax and its act. */
export interface CommandDefinition<A> {
  readonly name: string;
  readonly states: CommandStates;
  readonly tellsExpunges?: boolean;
  /** Reads the arguments, with the space in front of them. */
  readonly syntax: (tokens: Tokens) => A;
  readonly act: (session: Session, args: A) => Promise<StatusResponse | void>;
}

/** Puts a command together. */
export function command<A>({
  name,
  states,
  tellsExpunges = true,
  syntax,
  act,
}: CommandDefinition<A>): Command {
  return {
    ...{ name, states, tellsExpunges },
    prepare(tokens) {
      const args = syntax(tokens);
      tokens.end();
      return (session) => act(session, args);
    },
  };
}

/** The syntax of commands without arguments. */
export const noArguments = (): void => {};
