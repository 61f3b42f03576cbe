import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTransport } from 'nodemailer';
import { makeCertificate } from '../egress/fixture.js';
import { modelConfig } from '../support/model-api.js';
import {
  saidTo,
  type ModelCall,
  startModelServer,
  type ModelReply,
  type ModelServer,
} from '../support/model-server.js';
import { eventually } from './eventually.js';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { acceptedAs, createInbox, idsOf, type Inbox } from './mail.js';
import type { RestClient } from './rest-client.js';

const LONG = 180_000;
// Milliseconds for what a killed worker was at to be tried again, and done.
const DONE_WITHIN = 120_000;

interface Task {
  readonly id: string;
  readonly status: string;
  readonly approval_id: string | null;
  readonly output: Record<string, unknown> | null;
}
interface Question {
  readonly id: string;
  readonly status: string;
  readonly answer: string | null;
  readonly answered_by: string | null;
}

const calling = (name: string, args: object): ModelReply => ({
  text: null,
  calls: [{ name, arguments: args }],
});
const saying = (answer: object): ModelReply => ({ text: JSON.stringify(answer) });
const SAID = { summary: 'A train leaves from platform 4.', category: 'notification' };
const FACT = 'The train to Leeds leaves at 10:05 from platform 4.';

describe('with a model', () => {
  let server: ModelServer;
  let installation: SharedInstallation;
  const fronts: RunningService[] = [];
  const workers: RunningService[] = [];
  let inbox: Inbox;
  let start: (roles: string) => Promise<RunningService>;

  beforeAll(async () => {
    const certificate = await makeCertificate('localhost');
    server = await startModelServer(certificate);
    installation = await createSharedInstallation({ EGRESS_ALLOW: '127.0.0.0/8' });
    const EXTRA_CA_FILE = join(installation.directory, 'authority.pem');
    await writeFile(EXTRA_CA_FILE, certificate.cert);
    start = (ROLES) => installation.start({ settings: { ROLES, EXTRA_CA_FILE } });
    fronts.push(await start('api,smtp'));
    workers.push(await start('worker'));
    const client = await clientOf();
    inbox = await createInbox(client);
    const features = { ask: true, tasks: true, summary: true, category: true };
    const body = { ...modelConfig(server), features };
    expect(await client.call('PUT', '/v1/ai-config', { body })).toMatchObject({ status: 200 });
  }, LONG);
  afterAll(async () => {
    await installation.remove();
    await server.close();
  }, LONG);

  const clientOf = (): Promise<RestClient> => installation.client(fronts[0]!);

  /** Replies with `reply` from the second time on; the first time it never answers. */
  const once = () => {
    let turns = 0;
    return (reply: ModelReply): ModelReply => (++turns === 1 ? { then: 'hang' } : reply);
  };
  const asked = (about: string) => server.calls.filter((call) => saidTo(call).includes(about));

  /** What is said where `about` is mentioned; mail is described alike all the time. */
  const whenAsked = (about: string, script: (call: ModelCall) => ModelReply) =>
    server.script((call) => (saidTo(call).includes(about) ? script(call) : saying(SAID)));
  const receive = async () => {
    const { host, port } = fronts[0]!.smtp;
    const transport = createTransport({ host, port });
    const { response } = await transport.sendMail({
      ...{ from: 'rail@northway.example', to: inbox.address, subject: 'Leeds', text: FACT },
    });
    transport.close();
    return acceptedAs(response);
  };

  it(
    'mail is described, once the run comes to it',
    async () => {
      const client = await clientOf();
      server.script(saying(SAID));
      const id = await receive();
      const described = await eventually(async () => {
        const mail = await client.read<{ summary: string }>(`/v1/emails/${id}`);
        return mail.summary === SAID.summary ? mail : null;
      }, DONE_WITHIN);
      expect(described).toMatchObject(SAID);
    },
    LONG,
  );

  it(
    'an agent whose worker is killed goes on with the turn it was at, and sends once what was approved',
    async () => {
      const client = await clientOf();
      const other = await createInbox(client);
      const body = { inbox_id: inbox.id, to: [other.address], subject: 'Hi', text: 'Hi' };
      const hangingOnce = once();
      whenAsked('Greet', ({ request }) =>
        request.messages.length === 2
          ? calling('send_email', body)
          : hangingOnce({ text: 'It is sent.' }),
      );
      const input = { goal: 'Greet the other inbox.', tools: ['send_email'] };
      const task = await client.read<Task>('/v1/tasks', { type: 'agent', input });
      const path = `/v1/tasks/${task.id}`;
      const waiting = await eventually(async () => {
        const { approval_id: id } = await client.read<Task>(path);
        return id;
      }, DONE_WITHIN);
      await client.read(`/v1/approvals/${waiting}/approve`, {});
      await eventually(() => asked('Greet').length === 2, DONE_WITHIN);
      const worker = workers.pop()!;
      worker.kill('SIGKILL');
      await worker.ended;
      workers.push(await start('worker'));
      const done = await eventually(async () => {
        const found = await client.read<Task>(path);
        return found.status === 'COMPLETED' ? found : null;
      }, DONE_WITHIN);
      expect(done.output).toEqual({ answer: 'It is sent.' });
      // The first turn was paid once, the second was asked for again.
      expect(asked('Greet')).toHaveLength(3);
      expect(await idsOf(client, `/v1/inboxes/${other.id}/emails`)).toHaveLength(1);
    },
    LONG,
  );

  it(
    'a question is answered by its run when the process that was asked is killed',
    async () => {
      const hangingOnce = once();
      const quote = 'leaves at 10:05';
      const sentences = [{ text: 'It leaves at 10:05.', passage: 1, quote }];
      const question = 'When does the train to Leeds leave?';
      whenAsked(question, () => hangingOnce(saying({ sentences })));
      await receive();
      const before = await clientOf();
      const { id } = await before.read<Question>('/v1/ask', { question, wait: 0 });
      await eventually(() => asked(question).length === 1, DONE_WITHIN);
      const front = fronts.pop()!;
      front.kill('SIGKILL');
      await front.ended;
      // Nobody has to wait until what it asked for counts as lost.
      await installation.database.database.query('UPDATE questions SET asking_until = now()');
      fronts.push(await start('api,smtp'));
      const client = await clientOf();
      const answered = await eventually(async () => {
        const found = await client.read<Question>(`/v1/ask/${id}?timeout=30`);
        return found.status === 'COMPLETED' ? found : null;
      }, DONE_WITHIN);
      expect(answered).toMatchObject({
        answered_by: 'generative',
        answer: 'It leaves at 10:05.',
      });
    },
    LONG,
  );
});
