import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { initialize, post, type Posted, type Sender } from '../mcp/fixture.js';
import { eventually } from './eventually.js';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { createInbox, newCode, sendCode, type Inbox } from './mail.js';
import type { RestClient } from './rest-client.js';

const WAITING = 25;
const SENDING = 25;
const LASTS = 120_000;

type Session = Sender & { readonly session: string };

let installation: SharedInstallation;
let doomed: RunningService;
let other: RunningService;
let client: RestClient;

beforeAll(async () => {
  installation = await createSharedInstallation();
  const settings = { ROLES: 'api,smtp' };
  [doomed, other] = await Promise.all([
    installation.start({ settings }),
    installation.start({ settings }),
    installation.start({ role: 'worker' }),
  ]);
  client = await installation.client(other);
}, LASTS);
afterAll(() => installation.remove());

const call = (session: Session, name: string, args: object): Promise<Posted> =>
  post(session, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });

const resultOf = ({ messages }: Posted) =>
  messages.at(-1).result as { isError?: boolean; structuredContent: Record<string, unknown> };

/** One after the other: a process that has just started is slow. */
async function openSessions(count: number): Promise<Session[]> {
  const sessions: Session[] = [];
  while (sessions.length < count)
    sessions.push(await initialize({ url: `${doomed.rest}/mcp`, key: client.key }));
  return sessions;
}
const elsewhere = (session: Session): Session => ({ ...session, url: `${other.rest}/mcp` });

it(
  'sessions go on after a SIGKILL: no code is lost, nothing is sent twice',
  async () => {
    const sessions = await openSessions(WAITING + SENDING);
    const inboxes: Inbox[] = [];
    while (inboxes.length < sessions.length) inboxes.push(await createInbox(client));
    const from = inboxes.at(-1)!;
    const doing = sessions.map((session, n) =>
      n < WAITING
        ? { session, name: 'get_otp', args: { inbox_id: inboxes[n]!.id, idempotency_key: `w${n}` } }
        : {
            session,
            name: 'send_email',
            args: {
              ...{ inbox_id: from.id, to: inboxes[n - 1]!.address, idempotency_key: `s${n}` },
              ...{ subject: `Number ${n}`, text: 'Hello' },
            },
          },
    );
    const lost = doing.map(({ session, name, args }) =>
      call(session, name, args).then(resultOf, () => null),
    );
    await eventually(async () =>
      new RegExp(`^restante_open_waits ${WAITING}$`, 'm').test(await metricsOf(doomed)),
    );
    const codes = inboxes.slice(0, WAITING).map(() => newCode());
    const mails = codes.map((code, n) => sendCode(other, inboxes[n]!, code));
    await mails[0];
    doomed.kill('SIGKILL');
    await Promise.all([...lost, ...mails]);
    // Nobody has to wait the minute until what the process was doing counts as left behind.
    await installation.database.database.query(
      `UPDATE idempotent_answers SET running_until = now() - interval '1 second'
       WHERE running_until IS NOT NULL`,
      [],
    );

    const again = await Promise.all(
      doing.map(({ session, name, args }) => call(elsewhere(session), name, args).then(resultOf)),
    );

    const handedOut = again.slice(0, WAITING).map(({ structuredContent: { code } }) => code);
    expect(handedOut).toEqual(codes);
    expect(again.filter(({ isError }) => isError)).toEqual([]);
    const { data } = await client.read<{ data: { subject: string }[] }>(
      `/v1/inboxes/${from.id}/emails?direction=outbound&limit=100`,
    );
    expect(data.map(({ subject }) => subject).sort()).toEqual(
      doing.slice(WAITING).map(({ args }) => (args as { subject: string }).subject),
    );
  },
  LASTS,
);

const metricsOf = async ({ metrics }: RunningService) => (await fetch(metrics)).text();
