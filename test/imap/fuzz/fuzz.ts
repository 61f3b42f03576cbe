import { pino } from 'pino';
import { startFixture } from '../fixture.js';
import type { RawClient } from '../raw-client.js';
import { nextCommand } from './grammar.js';
import { Random } from './random.js';

const BATCH = 50;
// More than a literal can swallow that is left open.
const LAST = 30;
const MAIL =
  'From: Ann <ann@sender.test>\r\nTo: in@restante.test\r\nSubject: Your code\r\n' +
  'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\none\r\n--b\r\n' +
  'Content-Transfer-Encoding: base64\r\n\r\nAAECAwQ=\r\n--b--\r\n';
// What a line may hold beside literals.
const LINE = /^(\*|\+|[^\s(){%*"\\+]+) [\x20-\x7e]*$/;
const LITERAL = /~?\{(\d+)\}$/;

/** What came of it. */
export interface Findings {
  readonly commands: number;
  readonly connections: number;
  readonly answers: Readonly<Record<'OK' | 'NO' | 'BAD', number>>;
}

/** Sends commands that are mostly wrong. @throws Error with the commands after which something was */
export async function fuzz(seed: number, commands: number): Promise<Findings> {
  const random = new Random(seed);
  const failures: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void failures.push(line) });
  const fixture = await startFixture({
    log,
    limits: { badCommands: Infinity, signIns: Infinity, refusalMs: 0, connectionsPerInbox: 100 },
  });
  for (const mail of [MAIL, MAIL, MAIL]) fixture.inbox.inbox.add(mail);
  const before = fixture.inbox.inbox.messages;
  const answers = { OK: 0, NO: 0, BAD: 0 };
  let connections = 0;
  let client: RawClient | null = null;
  for (let sent = 0; sent < commands; sent += BATCH) {
    if (!client || client.socket.destroyed) {
      client = random.chance(0.8) ? await fixture.selected() : await fixture.client();
      connections++;
    }
    const batch = Array.from({ length: BATCH }, (_, n) => nextCommand(random, `a${sent + n}`));
    const text = await answersTo(client, batch, `z${sent}`);
    check(failures[0] ?? problemOf(text), seed, batch);
    if (fixture.inbox.inbox.messages !== before) throw new Error('a mail was changed');
    count(answers, text);
    if (text.includes('* BYE ') || random.chance(0.05)) client.close();
  }
  await fixture.close(0);
  return { commands, connections, answers };
}

function check(problem: string | null, seed: number, batch: readonly string[]): void {
  if (problem !== null) throw new Error(`${problem}\nseed ${seed} after:\n${batch.join('')}`);
}

function count(answers: { OK: number; NO: number; BAD: number }, text: string): void {
  for (const status of ['OK', 'NO', 'BAD'] as const)
    answers[status] += text.match(new RegExp(`^\\S+ ${status} `, 'gm'))?.length ?? 0;
}

async function answersTo(
  client: RawClient,
  batch: readonly string[],
  tag: string,
): Promise<string> {
  client.send(Buffer.from(batch.join(''), 'latin1'));
  client.send(`${`\r\n${tag} NOOP`.repeat(LAST)}\r\n`);
  return client.until(new RegExp(`\r\n${tag} OK [^\r]*\r\n|\\* BYE [^\r]*\r\n`));
}

/** The first line that no client could read. */
function problemOf(text: string): string | null {
  let rest = text;
  let isInside = false;
  while (rest !== '') {
    const end = rest.indexOf('\r\n');
    const line = end < 0 ? rest : rest.slice(0, end);
    if (end < 0 || !(isInside ? /^[\x20-\x7e]*$/ : LINE).test(line))
      return `no answer: ${JSON.stringify(line)}`;
    rest = rest.slice(end + 2);
    const literal = LITERAL.exec(line);
    isInside = literal !== null;
    if (literal) rest = rest.slice(Number(literal[1]));
  }
  return null;
}
