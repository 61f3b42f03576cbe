import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startFixture } from '../fixture.js';
import { startProxy } from './proxy.js';

// `npm run imap:imaptest -- --from DIRECTORY [script …]`: the scripts of dovecot/imaptest, built in that directory.

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

const all = (await readdir(join(values.from, 'src/tests'))).filter(
  (name) => !name.includes('.') && name !== 'broken',
);
for (const script of positionals.length > 0 ? positionals : all) {
  const output = await run(script);
  const summary = /\d+ test groups.*|.*skipped.*/.exec(output)?.[0] ?? '';
  console.log(script.padEnd(40), summary);
  if (positionals.length > 0) console.log(output);
}
process.exit();
