import { watchMemory } from '../../crash/storms/memory.js';
import { must, until, type Inbox, type Outside, type Point } from '../outside.js';
import { withReceiver } from '../receiver.js';

const MOST_ADDRESSES = 50;

/** Addresses are taken and given up, on the free plan. */
export const addressesTaken: Point = {
  number: 11,
  title: 'so many addresses are taken a day, deleted ones included',
  see: async (outside) => {
    const { curl } = outside;
    const key = await signUp(outside, '2001:db8:11::1');
    // Requests a minute are counted by key.
    const { json } = await curl('POST', '/v1/orgs/me/api-keys', { key, json: { name: 'other' } });
    const other = json.api_key as string;
    const taken: Inbox[] = [];
    let made = await curl('POST', '/v1/inboxes', { key, json: {} });
    while (made.status === 201) {
      taken.push(made.json as Inbox);
      await curl('DELETE', `/v1/inboxes/${taken.at(-1)!.id}`, { key: other });
      made = await curl('POST', '/v1/inboxes', { key, json: {} });
    }
    must(taken.length === MOST_ADDRESSES, `${taken.length} taken, then ${made.text}`);
    must(made.status === 429, `then ${made.status}`);
    const [local_part] = taken[0]!.address.split('@');
    const again = await curl('POST', '/v1/inboxes', { key, json: { local_part } });
    must(again.status === 201, `an own address was answered ${again.status} ${again.text}`);
    return `${taken.length} taken, then 429; one of its own again 201`;
  },
};

async function signUp({ curl }: Outside, address: string): Promise<string> {
  const { json, status } = await curl('POST', '/v1/orgs', {
    json: { name: 'outside' },
    headers: [`X-Forwarded-For: ${address}`],
  });
  must(status === 201, `a sign-up answered ${status}`);
  return json.api_key as string;
}

const ORGANIZATIONS = 30;
const RULES = 1_000;
// As long as one may be, and of as many parts.
const PATTERN = 'x*'.repeat(100);
const MOST_MEMORY = 200;
// A rule that was made by curl, so many times.
const COPY_RULES = `
INSERT INTO routing_rules
SELECT (jsonb_populate_record(r, jsonb_build_object('id', r.id || '_' || copy))).*
FROM routing_rules r, generate_series(2, $1::int) AS copy WHERE r.org_id = $2`;

/** Mail of thirty organizations with a thousand rules each; all of them together take 200 MB. */
export const rulesKept: Point = {
  number: 11,
  title: 'kept routing rules are bounded in bytes',
  see: async (outside) => {
    const inboxes: Inbox[] = [];
    for (let index = 1; index <= ORGANIZATIONS; index++)
      inboxes.push(await withRules(outside, `2001:db8:${(0x1000 + index).toString(16)}::1`));
    const memory = await watchMemory(outside.service.pid);
    for (const inbox of inboxes) await outside.deliver(inbox, 'Subject: routed\r\n\r\nHi\r\n');
    await until(() => allHandled(outside, inboxes), 'the mails are handled', 120);
    const more = (await memory.end()) - memory.idle;
    must(more < MOST_MEMORY, `${more} MB more`);
    return `${ORGANIZATIONS} × ${RULES} rules: ${more} MB more`;
  },
};

async function withRules(outside: Outside, address: string): Promise<Inbox> {
  const { curl, inbox, sql } = outside;
  const key = await signUp(outside, address);
  const conditions = { from_pattern: PATTERN, subject_pattern: PATTERN };
  const made = await curl('POST', '/v1/routing-rules', {
    key,
    json: { name: 'long', conditions, target_agent_id: 'agent' },
  });
  must(made.status === 201, `a rule was answered ${made.status} ${made.text}`);
  const me = await curl('GET', '/v1/orgs/me', { key });
  await sql((client) => client.query(COPY_RULES, [RULES, me.json.id]));
  return inbox(key);
}

const allHandled = ({ sql }: Outside, inboxes: readonly Inbox[]) =>
  sql(async (client) => {
    const { rows } = await client.query<{ handled: number }>(
      `SELECT count(*)::int AS handled FROM email_runs r JOIN emails e ON e.id = r.email_id
       WHERE e.inbox_id = ANY ($1)`,
      [inboxes.map(({ id }) => id)],
    );
    return rows[0]!.handled === inboxes.length;
  });

const REPLAYED = 20;
const MOST_PENDING = 1_000;
const MOST_REPLAYS = 100;

/** A receiver in Python that takes nothing, and replay after replay. */
export const replays: Point = {
  number: 11,
  title: 'replays are bounded by what is pending for the webhook',
  see: () => withReceiver(500, replayOften),
};

async function replayOften(own: Outside, receiver: { readonly port: string }): Promise<string> {
  const { curl, deliver } = own;
  const from = new Date(Date.now() - 1_000).toISOString();
  const inbox = await own.inbox();
  const url = `https://127.0.0.1:${receiver.port}/refused`;
  const made = await curl('POST', '/v1/webhooks', { json: { url, events: ['email.received'] } });
  must(made.status === 201, `a webhook was answered ${made.status} ${made.text}`);
  await deliver(inbox, 'Subject: replayed\r\n\r\nHi\r\n', { times: REPLAYED });
  const path = `/v1/webhooks/${made.json.id as string}/replay`;
  await until(async () => {
    const { rowCount } = await pendingOf(own);
    return rowCount === REPLAYED;
  }, 'all are told once');
  let replayed = 0;
  let answer = await curl('POST', path, { json: { from } });
  for (; answer.status === 202 && replayed < MOST_REPLAYS; replayed++)
    answer = await curl('POST', path, { json: { from } });
  must(answer.status === 429, `after ${replayed} replays ${answer.status} ${answer.text}`);
  const { rowCount } = await pendingOf(own);
  must(rowCount! < MOST_PENDING + REPLAYED, `${rowCount} are pending`);
  return `429 after ${replayed} replays, with ${rowCount} pending`;
}

const pendingOf = ({ sql }: Outside) =>
  sql((client) => client.query(`SELECT FROM webhook_deliveries WHERE status = 'PENDING'`));
