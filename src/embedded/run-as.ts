import { execFile, type SpawnOptions } from 'node:child_process';
import { chown, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** Runs programs as a user that PostgreSQL accepts: it refuses to run as root. */
export interface RunAs {
  /** What to spawn for a program with arguments. */
  command(program: string, args: readonly string[]): SpawnCommand;
  /** Makes a file or directory that user's own. */
  own(path: string): Promise<void>;
}

/** Arguments of `spawn`. */
export interface SpawnCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: Pick<SpawnOptions, 'uid' | 'gid'>;
}

// Accounts that may own the cluster when the service runs as root, best first.
const ACCOUNTS = ['postgres', 'nobody'];
// Passes every directory and reads every file, as root may, but writes nothing that is not its own.
const CAPABILITY = '+dac_read_search';

const AS_ONESELF: RunAs = {
  command: (file, args) => ({ file, args, options: {} }),
  own: () => Promise.resolve(),
};

/**
 * How to run `program` on files in `directory`.
 *
 * As root that is another user. Where this user cannot get to the files because they lie below a
 * directory only root may enter (a clone in `/root`), it is given the right to pass directories.
 * @throws Error that lists the ways out when neither works.
 */
export async function chooseUser(program: string, directory: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return AS_ONESELF;
  const user = await ownerOf(directory);
  for (const runAs of [switching(user), switchingWithRights(user)]) {
    if (await reaches(runAs, program, directory)) return runAs;
  }
  throw new Error(
    `PostgreSQL does not run as root, and user ${user.uid} can not get to ${directory} or ${program}. ` +
      'Start the service as an ordinary user, move both to a directory others may enter, ' +
      'or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

async function ownerOf(directory: string): Promise<User> {
  const { uid, gid } = await stat(directory);
  if (uid !== 0) return { uid, gid };
  for (const account of ACCOUNTS) {
    const user = await lookUp(account);
    if (user) return user;
  }
  throw new Error(
    `PostgreSQL does not run as root, and there is no account ${ACCOUNTS.join(' or ')}. ` +
      'Start the service as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

async function lookUp(account: string): Promise<User | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', account]), run('id', ['-g', account])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

const switching = (user: User): RunAs => ({
  command: (file, args) => ({ file, args, options: user }),
  own: (path) => chown(path, user.uid, user.gid),
});

// The secure bit keeps access(2), by which PostgreSQL finds its own program, from dropping the right.
const switchingWithRights = ({ uid, gid }: User): RunAs => ({
  command: (file, args) => ({
    file: 'setpriv',
    args: [
      ...['--reuid', String(uid), '--regid', String(gid), '--clear-groups'],
      ...['--inh-caps', CAPABILITY, '--ambient-caps', CAPABILITY],
      ...['--securebits', '+no_setuid_fixup', file, ...args],
    ],
    options: {},
  }),
  own: (path) => chown(path, uid, gid),
});

async function reaches(runAs: RunAs, program: string, directory: string): Promise<boolean> {
  const test = 'test -x "$1" && cd "$2"';
  const { file, args, options } = runAs.command('sh', ['-c', test, 'sh', program, directory]);
  return run(file, [...args], { ...options, cwd: '/' }).then(
    () => true,
    () => false,
  );
}
