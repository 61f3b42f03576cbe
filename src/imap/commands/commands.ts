import type { Command } from '../command.js';
import { authenticate } from './authenticate.js';
import { capability } from './capability.js';
import { enable } from './enable.js';
import { fetch, uidFetch } from './fetch.js';
import { id } from './id.js';
import { idle } from './idle.js';
import { close, unselect } from './leave.js';
import { listCommand, lsub } from './list.js';
import { login } from './login.js';
import { logout } from './logout.js';
import { namespace } from './namespace.js';
import { check, noop } from './noop.js';
import { myRights } from './rights.js';
import { search, uidSearch } from './search.js';
import { examine, selectCommand } from './select.js';
import { status } from './status.js';
import { subscribe } from './subscribe.js';
import { writes } from './writes.js';

const ALL: readonly Command[] = [
  ...[capability, noop, logout, id],
  ...[login, authenticate],
  ...[enable, selectCommand, examine, subscribe, listCommand, lsub, namespace, status, idle],
  ...[myRights, close, unselect, check, search, uidSearch, fetch, uidFetch],
  ...writes,
];

/** Every command by its name. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map(
  ALL.map((command) => [command.name, command]),
);
