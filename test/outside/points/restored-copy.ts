import { setTimeout as sleep } from 'node:timers/promises';
import { clientsOf, must, until, withOwn, type Outside, type Point } from '../outside.js';
import { run } from '../programs.js';

const MAILS = 3;
const DUE_IN = 40_000;
const HELD_FOR = 10_000;

/** DATA_DIR is copied while mail is queued, and put back after that mail has left. */
export const restoredCopy: Point = {
  number: 20,
  title: 'mail of a back-up that was put back waits for an operator',
  see: () => withOwn({}, putBack),
};

async function putBack(own: Outside): Promise<string> {
  const { installation, sink } = own;
  const { directory } = installation;
  const due = Date.now() + DUE_IN;
  const { id } = await own.inbox();
  for (let mail = 0; mail < MAILS; mail++) await schedule(own, id, due);
  await own.service.stop();
  await run('cp', ['-a', `${directory}/.`, `${directory}-copy`]);

  const second = await installation.start();
  await until(() => Promise.resolve(sink.mails.length === MAILS), 'they leave', 180);
  await second.stop();
  await run('sh', [
    '-c',
    'rm -rf "$0"/* && mv "$1"/* "$0" && rmdir "$1"',
    directory,
    `${directory}-copy`,
  ]);

  const third = await clientsOf(installation, await installation.start(), sink);
  await sleep(Math.max(0, due - Date.now()) + HELD_FOR);
  must(sink.mails.length === MAILS, `${sink.mails.length - MAILS} left again`);
  const { status, json } = await third.curl('GET', '/health/ready');
  must(status === 200 && json.outgoing_held_since !== undefined, 'nothing says that mail is held');
  const [reply] = await third.deliver(await third.inbox(), 'Subject: in\r\n\r\nHi\r\n');
  must(reply!.startsWith('250'), `mail that comes in was answered ${reply}`);
  const said = await outgoing(directory, 'status');
  must(said.includes('held'), `status says ${said}`);
  await outgoing(directory, 'resume');
  const began = Date.now();
  await until(() => Promise.resolve(sink.mails.length === 2 * MAILS), 'they leave again', 180);
  const seconds = ((Date.now() - began) / 1_000).toFixed(0);
  return `0 of ${MAILS} left again, mail in 250; all left ${seconds} s after npm run outgoing -- resume`;
}

async function schedule({ curl }: Outside, inboxId: string, due: number): Promise<void> {
  const send_at = new Date(due).toISOString();
  const { status, text } = await curl('POST', `/v1/inboxes/${inboxId}/send`, {
    json: { to: 'kim@example.com', subject: 'scheduled', text: 'Hi', send_at },
  });
  must(status < 300, `a send answered ${status} ${text}`);
}

const outgoing = (directory: string, command: string) =>
  run('npm', ['run', '--silent', 'outgoing', '--', command], '', { DATA_DIR: directory });
