import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ImapFlow } from 'imapflow';
import { MAILS } from './mails.js';

/** Where a program runs, and whom it speaks to. */
export interface Surroundings {
  /** A directory of its own. */
  readonly directory: string;
  readonly port: number;
  /** The certificate, PEM. */
  readonly certFile: string;
  /** Where the sources of the programs are. */
  readonly sources: string;
}

/** A mail program that nobody has changed. */
export interface ClientProgram {
  readonly name: string;
  /** Its version. Rejects where it is not installed. */
  version(at: Surroundings): Promise<string>;
  /** Reads the inbox; rejects unless every mail is there as it was sent. */
  read(at: Surroundings): Promise<void>;
}

const run = promisify(execFile);
const USER = 'in@restante.test';
const PASSWORD = 'secret';
const SIZES = MAILS.map(({ length }) => length);

async function output(
  command: string,
  args: readonly string[],
  { directory, ...env }: Readonly<Record<string, string>> & { directory: string },
): Promise<string> {
  const { stdout, stderr } = await run(command, args, {
    cwd: directory,
    env: { ...process.env, HOME: directory, TERM: 'xterm', ...env },
    timeout: 120_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout + stderr;
}

const firstVersion = (text: string): string => /\d+\.[\w.]+/.exec(text)?.[0] ?? '?';

const versionBy =
  (command: string, ...args: string[]) =>
  async ({ directory }: Surroundings) =>
    firstVersion(await output(command, args, { directory }));

function checkSizes(sizes: readonly (number | undefined)[]): void {
  if (sizes.join() !== SIZES.join()) throw new Error(`mails of ${sizes.join()} bytes`);
}

/** Mails in files, whose line ends are those of this machine. */
async function checkFiles(directory: string): Promise<void> {
  const names = await readdir(directory);
  const files = await Promise.all(names.map((name) => readFile(join(directory, name), 'latin1')));
  checkTexts(files.map(withoutAdded));
}

function checkTexts(texts: readonly string[]): void {
  const plain = (text: string) => text.replaceAll('\r', '').trim();
  const missing = MAILS.filter(
    (mail) => !texts.some((text) => plain(text).includes(plain(mail.toString('latin1')))),
  );
  if (missing.length > 0 || texts.length !== MAILS.length)
    throw new Error(`${texts.length} mails, ${missing.length} of them other than they were sent`);
}

const imapflow: ClientProgram = {
  name: 'imapflow',
  async version({ sources }) {
    const file = join(sources, '../../../node_modules/imapflow/package.json');
    return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
  },
  async read({ port, certFile }) {
    const client = new ImapFlow({
      ...{ host: '127.0.0.1', port, secure: true, logger: false },
      auth: { user: USER, pass: PASSWORD },
      tls: { ca: await readFile(certFile) },
    });
    await client.connect();
    await client.mailboxOpen('INBOX');
    const mails = await client.fetchAll('1:*', {
      source: true,
      envelope: true,
      bodyStructure: true,
    });
    checkSizes(mails.map(({ source }) => source?.length));
    await client.logout();
  },
};

/** A Python program with a library, which pip brings into an environment of its own. */
const python = (library: string, name: string | null): ClientProgram => {
  const readBy = async (at: Surroundings): Promise<readonly [string, string]> => {
    const { directory, port, certFile, sources } = at;
    const bin = join(directory, 'venv/bin');
    await output('python3', ['-m', 'venv', 'venv'], { directory });
    if (name) await output(join(bin, 'pip'), ['install', '--quiet', name], { directory });
    const args = [join(sources, 'read.py'), library, String(port), certFile];
    const [version = '', sizes = ''] = (
      await output(join(bin, 'python'), args, { directory })
    ).split('\n');
    return [version, sizes];
  };
  return {
    name: library,
    version: async (at) => (await readBy(at))[0],
    read: async (at) => checkSizes((await readBy(at))[1].split(' ').map(Number)),
  };
};

const goImap: ClientProgram = {
  name: 'emersion/go-imap',
  async version({ directory, sources }) {
    await writeFile(join(directory, 'go.mod'), 'module read\n\ngo 1.23\n');
    await copyFile(join(sources, 'read.go'), join(directory, 'main.go'));
    const module = 'github.com/emersion/go-imap/v2@v2.0.0-beta.5';
    await output('go', ['get', module], { directory, ...GO });
    await output('go', ['mod', 'tidy'], { directory, ...GO });
    return '2.0.0-beta.5';
  },
  async read({ directory, port, certFile }) {
    const sizes = await output('go', ['run', '.', String(port), certFile], { directory, ...GO });
    checkSizes(sizes.trim().split(' ').map(Number));
  },
};
const GO = { GOFLAGS: '-mod=mod', GOCACHE: '/tmp/go-cache', GOPATH: '/tmp/go-path' };

const curl: ClientProgram = {
  name: 'curl',
  version: versionBy('curl', '--version'),
  async read({ directory, port, certFile }) {
    for (const [index, mail] of MAILS.entries()) {
      const url = `imaps://127.0.0.1:${port}/INBOX;MAILINDEX=${index + 1}`;
      const args = ['-s', '--cacert', certFile, '-u', `${USER}:${PASSWORD}`, url, '-o', 'mail'];
      await output('curl', args, { directory });
      if (!mail.equals(await readFile(join(directory, 'mail')))) throw new Error('other bytes');
    }
  },
};

/** A program that is told by a file what to do, and leaves mails in a Maildir. */
const toMaildir = (
  name: string,
  command: readonly string[],
  settings: (at: Surroundings) => string,
  versionArgument = '--version',
): ClientProgram => ({
  name,
  version: versionBy(command[0]!, versionArgument),
  async read(at) {
    const { directory } = at;
    await writeFile(join(directory, 'settings'), settings(at), { mode: 0o600 });
    for (const folder of ['', 'cur', 'new', 'tmp'])
      await mkdir(join(directory, 'mail/INBOX', folder), { recursive: true });
    await output(command[0]!, command.slice(1), { directory });
    const folder = join(directory, 'mail/INBOX');
    const inNew = await readdir(join(folder, 'new'));
    await checkFiles(join(folder, inNew.length > 0 ? 'new' : 'cur'));
  },
});

const isync = toMaildir(
  'isync (mbsync)',
  ['mbsync', '-c', 'settings', 'all'],
  ({ directory, port, certFile }) => `
IMAPAccount a
Host 127.0.0.1
Port ${port}
User ${USER}
Pass ${PASSWORD}
SSLType IMAPS
CertificateFile ${certFile}

IMAPStore far
Account a

MaildirStore near
Inbox ${directory}/mail/INBOX
Path ${directory}/mail/

Channel all
Far :far:
Near :near:
Patterns INBOX
Sync Pull
Create Near
SyncState *
`,
);

const offlineimap = toMaildir(
  'offlineimap3',
  ['offlineimap', '-o', '-c', 'settings', '-u', 'quiet'],
  ({ directory, port, certFile }) => `
[general]
accounts = a
metadata = ${directory}/meta
[Account a]
localrepository = near
remoterepository = far
[Repository near]
type = Maildir
localfolders = ${directory}/mail
[Repository far]
type = IMAP
readonly = True
remotehost = localhost
remoteport = ${port}
remoteuser = ${USER}
remotepass = ${PASSWORD}
ssl = yes
sslcacertfile = ${certFile}
folderfilter = lambda name: name == 'INBOX'
`,
);

/** It delivers to no Maildir as root: a command takes its mails. */
const getmail: ClientProgram = {
  name: 'getmail6',
  version: versionBy('getmail', '--version'),
  async read({ directory, port, certFile }) {
    const settings = `
[retriever]
type = SimpleIMAPSSLRetriever
server = 127.0.0.1
port = ${port}
username = ${USER}
password = ${PASSWORD}
ca_certs = ${certFile}
mailboxes = ("INBOX",)
[destination]
type = MDA_external
path = /usr/bin/tee
arguments = ("-a", "out.mbox")
allow_root_commands = true
unixfrom = true
[options]
delete = false
delivered_to = false
received = false
`;
    await writeFile(join(directory, 'settings'), settings);
    await output('getmail', ['--getmaildir', '.', '--rcfile', 'settings'], { directory });
    await checkMbox(join(directory, 'out.mbox'));
  },
};

async function checkMbox(file: string): Promise<void> {
  const texts = (await readFile(file, 'latin1')).split(/^From .*\n/m);
  checkTexts(texts.slice(1).map(withoutAdded));
}

/** Programs for a terminal: told by keys to copy everything to a file. */
const terminal = (command: string): ClientProgram => ({
  name: command,
  version: versionBy(command, '-v'),
  async read({ directory, port, certFile }) {
    const each = '<copy-message>out.mbox<enter><next-entry>'.repeat(MAILS.length);
    await writeFile(
      join(directory, 'muttrc'),
      [
        `set imap_user="${USER}" imap_pass="${PASSWORD}" ssl_force_tls=yes`,
        `set certificate_file="${certFile}" ssl_verify_host=no confirmcreate=no confirmappend=no`,
        `set folder=. mbox_type=mbox delete=no quit=yes move=no copy=no resolve=no`,
        `push "${each}<exit>"`,
        '',
      ].join('\n'),
    );
    const mutt = `${command} -n -F muttrc -f imaps://127.0.0.1:${port}/INBOX`;
    await output('script', ['-qec', mutt, '/dev/null'], { directory });
    await checkMbox(join(directory, 'out.mbox'));
  },
});

/** Some add fields of their own where they write a file. */
const withoutAdded = (text: string): string =>
  text.replace(/^(Status|Content-Length|Lines|X-Status|X-TUID|X-getmail-[a-z-]+): .*\n/gm, '');

const imapfilter: ClientProgram = {
  name: 'imapfilter',
  version: versionBy('imapfilter', '-V'),
  async read({ directory, port, certFile }) {
    const script = `
options.certificates = true
options.info = false
account = IMAP { server = '127.0.0.1', port = ${port}, username = '${USER}', password = '${PASSWORD}', ssl = 'auto' }
exists, recent, unseen, uidnext = account.INBOX:check_status()
print('exists', exists)
found = account.INBOX:contain_subject('Your code')
for _, message in ipairs(found) do
  box, uid = table.unpack(message)
  print('body', box[uid]:fetch_message())
end
`;
    await writeFile(join(directory, 'settings.lua'), script);
    const text = await output('imapfilter', ['-t', certFile, '-c', 'settings.lua'], { directory });
    if (!text.includes('482913') || !text.includes(`exists\t${MAILS.length}`))
      throw new Error(text);
  },
};

/** All of them. */
export const PROGRAMS: readonly ClientProgram[] = [
  imapflow,
  python('imaplib', null),
  python('imap_tools', 'imap-tools'),
  python('IMAPClient', 'IMAPClient'),
  goImap,
  ...[isync, terminal('mutt'), terminal('neomutt'), offlineimap, getmail, imapfilter, curl],
];
