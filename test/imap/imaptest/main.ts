import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startFixture } from '../fixture.js';
import { startProxy } from './proxy.js';

// `npm run imap:imaptest -- --from DIRECTORY [script …]`: the scripts of dovecot/imaptest, built in that directory:
// a clone of https://github.com/dovecot/imaptest, `./autogen.sh && ./configure --with-dovecot=/usr/lib/dovecot && make`.
// With dovecot-dev 2.3 of Debian 12 check out 924f619, and give `imap_parser_create` NULL as a fourth argument.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string', default: 'imaptest' } },
});

/** The output of imaptest on one script. */
async function run(script: string): Promise<string> {
  const fixture = await startFixture({ limits: { connectionsPerInbox: 100 } });
  const port = await startProxy({ port: fixture.port, inbox: fixture.inbox });
  const directory = await mkdtemp(join(tmpdir(), 'imaptest-'));
  const scripts = join(values.from, 'src/tests');
  for (const file of await readdir(scripts))
    if (file === script || file === `${script}.mbox` || file === 'default.mbox')
      await cp(join(scripts, file), join(directory, file));
  const env = { ...process.env, LD_LIBRARY_PATH: '/usr/lib/dovecot' };
  const child = spawn(
    join(values.from, 'src/imaptest'),
    [
      ...['host=127.0.0.1', `port=${port}`, 'user=in@restante.test', 'pass=secret', 'box=INBOX'],
      ...[`test=${directory}`, `mbox=${join(scripts, 'default.mbox')}`],
    ],
    { env },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString('latin1')));
  await once(child, 'close');
  await fixture.close(0);
  await rm(directory, { recursive: true });
  return output;
}

// Beside those of capabilities that are not offered: imaptest passes over them itself.
const NOT_COVERED: Readonly<Record<string, readonly string[]>> = {
  'flags beside \\Seen': [
    ...['append', 'close', 'copy', 'expunge', 'expunge2', 'search-flags', 'store', 'nil'],
  ],
  'more mailboxes than there are': [
    ...['list', 'listext', 'mutf7', 'pipeline', 'subscribe', 'uidvalidity', 'uidvalidity-rename'],
  ],
  'reading marks as \\Seen, mail is recent': ['fetch-body', 'select'],
  'addresses are decoded, which storage in memory does not': ['search-addresses'],
  'imaptest does not know the literals it sends': ['append-binary'],
};
const reasonOf = (script: string) =>
  Object.entries(NOT_COVERED).find(([, scripts]) => scripts.includes(script))?.[0];

const all = (await readdir(join(values.from, 'src/tests'))).filter(
  (name) => !name.includes('.') && name !== 'broken',
);
function outcomeOf(output: string): string {
  if (!output.includes('1 test groups: 0 failed')) return 'FAILED';
  const commands = [...output.matchAll(/0\/(\d+) individual/g)].map((match) => Number(match[1]));
  const count = commands.reduce((sum, each) => sum + each, 0);
  return count > 0 ? `ok, ${count} commands` : 'of a capability that is not offered';
}

let failed = 0;
for (const script of positionals.length > 0 ? positionals : all) {
  const reason = positionals.length > 0 ? undefined : reasonOf(script);
  const output = reason === undefined ? await run(script) : '';
  const outcome = reason === undefined ? outcomeOf(output) : `left out: ${reason}`;
  if (outcome === 'FAILED') failed++;
  console.log(script.padEnd(32), outcome);
  if (positionals.length > 0) console.log(output);
}
console.log(`${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
