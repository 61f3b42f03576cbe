import { addressOfPostgres } from '../../e2e/postgres-processes.js';
import { restoreElsewhere } from '../../e2e/restored.js';
import { clientsOf, must, until, type Inbox, type Outside, type Point } from '../outside.js';
import { start, type Server } from '../programs.js';
import { withReceiver } from '../receiver.js';

// More transactions than a new cluster has had by the time it was filled.
const TRANSACTIONS = 20_000;
const TOLD_WITHIN = 150;

/** Rows are restored into another cluster: who follows by curl, and a receiver in Python, go on where they were. */
export const restoredRows: Point = {
  number: 21,
  title: 'streams, Last-Event-ID and ordered webhooks go on in another cluster',
  see: () => withReceiver(200, goOnElsewhere),
};

async function goOnElsewhere(own: Outside, receiver: Server): Promise<string> {
  const { installation, sink } = own;
  await own.sql((client) =>
    client.query(
      `DO $$ BEGIN FOR i IN 1..${TRANSACTIONS} LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$`,
    ),
  );
  const inbox = await own.inbox();
  const url = `https://127.0.0.1:${receiver.port}/in-order`;
  const made = await own.curl('POST', '/v1/webhooks', {
    json: { url, events: ['email.received'], ordered: true },
  });
  must(made.status === 201, `a webhook was answered ${made.status} ${made.text}`);
  const told = await follow(own, null, () => sendMails(own, inbox, ['one', 'two']), 2);
  await until(() => Promise.resolve(receiver.lines().length === 2), 'the receiver is told');
  await own.service.stop();

  // Nobody tells while these come, as it is when a dump is made.
  const quiet = await installation.start({ settings: { ROLES: 'api,smtp' } });
  await sendMails(await clientsOf(installation, quiet, sink), inbox, ['three', 'four']);
  const restored = await restoreElsewhere(await addressOfPostgres(installation.directory));
  await quiet.stop();
  try {
    const settings = { DATABASE_URL: restored.url };
    const after = await installation.start({ settings });
    const again = await clientsOf(installation, after, sink);
    const fresh = () => sendMails(again, inbox, ['five', 'six']);
    const resumed = await follow(again, told.at(-1)!.id, fresh, 4);
    const subjects = [...told, ...resumed].map(({ subject }) => subject);
    must(subjects.join() === 'one,two,three,four,five,six', `the stream told ${subjects.join()}`);
    await until(() => Promise.resolve(receiver.lines().length >= 6), 'told in order', TOLD_WITHIN);
    const received = receiver.lines().map(subjectOf);
    must(received.join() === subjects.join(), `the receiver was told ${received.join()}`);
    await after.stop();
    return `curl: 2 before, 4 after by Last-Event-ID, in order; the receiver: ${received.length} in the same order`;
  } finally {
    await restored.remove();
  }
}

/** One after the other, so that their order is known. */
async function sendMails({ deliver }: Outside, inbox: Inbox, subjects: readonly string[]) {
  for (const subject of subjects) {
    const [reply] = await deliver(inbox, `Subject: ${subject}\r\n\r\nHi\r\n`);
    must(reply!.startsWith('250'), `${subject} was answered ${reply}`);
  }
}

interface Told {
  readonly id: string;
  readonly subject: string;
}

/** What curl hears on a stream while something happens. */
async function follow(
  { key, service }: Outside,
  lastEventId: string | null,
  happen: () => Promise<void>,
  count: number,
): Promise<Told[]> {
  const stream = start('curl', [
    ...['-sS', '-N', '-H', `X-API-Key: ${key}`],
    ...(lastEventId === null ? [] : ['-H', `Last-Event-ID: ${lastEventId}`]),
    `${service.rest}/v1/events?events=email.received`,
  ]);
  try {
    await until(() => Promise.resolve(stream.lines().length > 0), 'the stream begins');
    await happen();
    return await until(
      () => {
        const told = toldIn(stream.lines());
        return Promise.resolve(told.length >= count && told);
      },
      'told by the stream',
      TOLD_WITHIN,
    );
  } finally {
    await stream.stop();
  }
}

function toldIn(lines: readonly string[]): Told[] {
  const frames = lines.join('\n').split('\n\n');
  const fieldOf = (frame: string, name: string) =>
    new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1];
  return frames.flatMap((frame) => {
    const [id, body] = [fieldOf(frame, 'id'), fieldOf(frame, 'data')];
    return id && body ? [{ id, subject: subjectOf(body) }] : [];
  });
}

const subjectOf = (body: string) =>
  (JSON.parse(body) as { data: { subject: string } }).data.subject;
