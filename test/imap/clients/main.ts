import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startFixture, testCertificate } from '../fixture.js';
import { MAILS } from './mails.js';
import { PROGRAMS, type ClientProgram } from './programs.js';

// `npm run imap:clients -- [part of a name …]`: mail programs that nobody has changed read an inbox. Those of Debian
// (isync, mutt, neomutt, offlineimap3, getmail6, imapfilter, curl) have to be installed; Python and Go fetch theirs.

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
const SOURCES = join(ROOT, 'test/imap/clients');
const row = (name: string, version: string, outcome: string) =>
  `${name.padEnd(18)} ${version.padEnd(14)} ${outcome}`;

async function show(program: ClientProgram, port: number): Promise<boolean> {
  const directory = await mkdtemp(join(tmpdir(), 'imap-client-'));
  const certFile = join(directory, 'tls.crt');
  await writeFile(certFile, (await testCertificate()).cert);
  const at = { directory, port, certFile, sources: SOURCES };
  try {
    const version = await program.version(at);
    await program.read(at);
    console.log(row(program.name, version, 'yes'));
    return true;
  } catch (error) {
    console.log(row(program.name, '', `NO: ${String(error)}`));
    return false;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const wanted = process.argv.slice(2);
const fixture = await startFixture({ limits: { connectionsPerInbox: 100 } });
for (const mail of MAILS) fixture.inbox.inbox.add(mail);
const before = fixture.inbox.inbox.messages;
console.log(row('program', 'version', 'every mail as it was sent'));
let isGood = true;
for (const program of PROGRAMS)
  if (wanted.length === 0 || wanted.some((part) => program.name.includes(part)))
    isGood = (await show(program, fixture.port)) && isGood;
if (fixture.inbox.inbox.messages !== before) throw new Error('a program has changed something');
await fixture.close(0);
process.exitCode = isGood ? 0 : 1;
