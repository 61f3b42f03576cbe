import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { allow } from '../../oauth/browser.js';
import type { Service } from './service.js';
import { thanksFor, type Told } from './story.js';

// Programs in other languages do what `story.ts` does, and print a line of JSON where somebody else has to do something.

/** What such a program prints. */
interface Line {
  /** An address for the browser. */
  readonly open?: string;
  /** The address of an inbox that waits for a code. */
  readonly inbox?: string;
  /** It waits for a line, until the service was killed and started again. */
  readonly killed?: true;
  /** It is done. */
  readonly told?: Told & { readonly code: string };
}

/** Runs one; it gets the address of the tools as its last argument. @throws Error with what else it printed */
export async function runForeign(
  service: Service,
  command: string,
  args: readonly string[],
  cwd: string,
): Promise<Told> {
  const child = spawn(command, [...args, service.url], { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const ended = endOf(child);
  const [sent, told] = await listen(child, service);
  await ended;
  if (told?.code !== sent)
    throw new Error(`it got ${told?.code ?? 'nothing'}, not ${sent}: ${errors}`);
  await service.answered(thanksFor(sent));
  return told;
}

const endOf = (child: ChildProcess) =>
  new Promise<void>((resolve, reject) =>
    child.once('error', reject).once('close', () => resolve()),
  );

async function listen(
  { stdin, stdout }: ChildProcess,
  service: Service,
): Promise<[sent: string, told: Line['told']]> {
  let sent = '';
  let last: Line['told'];
  for await (const text of createInterface({ input: stdout! })) {
    const { open, inbox, killed, told } = JSON.parse(text) as Line;
    if (open !== undefined) await fetch(await allow(open, service.key));
    if (inbox !== undefined) sent = await service.sendCode(inbox);
    if (killed) {
      await service.killed();
      stdin!.write('\n');
    }
    last = told ?? last;
  }
  return [sent, last];
}
