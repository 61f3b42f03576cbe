import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.js';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { createInbox, newCode, sendCode } from './mail.js';
import type { RestClient } from './rest-client.js';

// Seconds after which a wait that missed its mail gives up.
const TIMEOUT = 20;

describe('a wait', () => {
  let installation: SharedInstallation;
  let service: RunningService;
  let client: RestClient;

  beforeAll(async () => {
    installation = await createSharedInstallation();
    service = await installation.start({ settings: { ROLES: 'api,smtp' } });
    client = await installation.client(service);
  });
  afterAll(() => installation.remove());

  const query = <Row extends object>(text: string, ...values: unknown[]) =>
    installation.database.database.query<Row>(text, values);

  const openWait = async (path: string, at = service, headers = {}) => {
    const answer = (await installation.client(at)).get(path, headers).catch(() => null);
    await eventually(async () => /^restante_open_waits [1-9]/m.test(await metrics(at)));
    return { answer };
  };

  /** Keeps everybody from a table; answers how to let them go on. */
  const hold = async (table: string) => {
    const runner = installation.database.database.source.createQueryRunner();
    await runner.startTransaction();
    await runner.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    return async () => {
      await runner.rollbackTransaction();
      await runner.release();
    };
  };

  const isHeldUp = (table: string) =>
    eventually(async () => (await query(HELD_UP, table)).length > 0);

  it.each(['otp', 'wait'])(
    '(%s) that is repeated gets the mail that a killed process had taken for it',
    async (route) => {
      const inbox = await createInbox(client);
      const doomed = await installation.start({ role: 'api' });
      const path = `/v1/inboxes/${inbox.id}/${route}?timeout=${TIMEOUT}`;
      const key = { 'Idempotency-Key': inbox.id };
      const { answer: lost } = await openWait(path, doomed, key);
      // The process takes the mail for its wait and cannot write down that it answers with it.
      const release = await hold('wait_answers');
      const emailId = await sendCode(service, inbox, newCode());
      await isHeldUp('wait_answers');
      doomed.kill('SIGKILL');
      expect(await lost).toBeNull();
      // The statement that it sent last dies with it.
      await query(END_HELD_UP, 'wait_answers');
      await release();

      const again = await client.get(path, key);
      expect(again.status).toBe(200);
      expect(again.body[route === 'otp' ? 'email_id' : 'id']).toBe(emailId);
    },
    TIMEOUT * 2_000,
  );

  it(
    'gets its mail although storage failed when it was to be handed out',
    async () => {
      const inbox = await createInbox(client);
      const { answer } = await openWait(`/v1/inboxes/${inbox.id}/otp?timeout=${TIMEOUT}`);
      const release = await hold('wait_marks');
      const emailId = await sendCode(service, inbox, newCode());
      await isHeldUp('wait_marks');
      await eventually(() =>
        service.log().some(({ msg }) => msg === 'arrived mail could not be looked up'),
      );
      await release();
      expect((await answer)?.body).toMatchObject({ email_id: emailId });
    },
    TIMEOUT * 2_000,
  );

  it(
    'gets a mail that was finished while nobody could be told',
    async () => {
      const inbox = await createInbox(client);
      const code = newCode();
      const emailId = await sendCode(service, inbox, code);
      // A busy machine may not have read it before the 250.
      await eventually(async () => (await query(PUT_OFF, emailId)).length > 0);
      const { answer } = await openWait(`/v1/inboxes/${inbox.id}/otp?timeout=${TIMEOUT}`);
      // As the run does it, without the notification that was lost with its connection.
      await query(FINISHED, emailId);
      expect((await answer)?.body).toMatchObject({ email_id: emailId, code });
    },
    TIMEOUT * 2_000,
  );
});

const metrics = async ({ metrics: url }: RunningService) => (await fetch(url)).text();

const HELD_UP = `
  SELECT pid FROM pg_locks
  WHERE NOT granted AND relation = $1::regclass
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

const END_HELD_UP = `SELECT pg_terminate_backend(pid) FROM (${HELD_UP}) AS held_up`;

// Later than the API process would finish it by itself.
const PUT_OFF = `
  UPDATE emails SET parse_status = 'pending', parsed_at = NULL, announced_at = NULL,
    parse_after = now() + interval '1 hour'
  WHERE id = $1 AND parse_status = 'complete' RETURNING id`;

const FINISHED = `
  UPDATE emails SET parse_status = 'complete', parsed_at = now(), announced_at = now()
  WHERE id = $1`;
