import { setTimeout as sleep } from 'node:timers/promises';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import type { Inbox } from '../../e2e/mail.js';
import type { RestClient } from '../../e2e/rest-client.js';
import type { ShownDomain } from '../../resources/domains/api.js';
import { publishAll, withdrawAll } from '../../resources/domains/dns.js';
import type { SinkMail } from '../../support/smtp-sink.js';
import { drive, make, nothing } from './driving.js';
import type { Step } from './gates.js';
import type { Scene } from './scene.js';

/** Told of what must not be. */
export type Problem = (text: string) => void;

/** Where a story is attacked: begins when it is called, and ends once the service is back. */
export type Attack = () => Promise<void>;

/** What happens to a domain, and the steps in which its process may be killed. */
export interface Story {
  readonly name: string;
  readonly steps: readonly Step[];
  /** Tells the story once; `attack` is called before what is attacked begins. */
  tell(scene: Scene, attack: Attack, problem: Problem): Promise<void>;
}

// Milliseconds after which a process no longer signs with a key that another one took over from.
const KEY_KEPT = 6_000;
const ELSEWHERE = 'somebody@elsewhere.example';

let names = 0;
const newName = () => `crash${++names}.example`;

/** Asks for a verification, however short a time ago the last one was. */
async function verify({ database }: Scene, client: RestClient, id: string): Promise<void> {
  await database.query('UPDATE domains SET verify_asked_at = NULL WHERE id = $1', [id]);
  await client.call('POST', `/v1/domains/${id}/verify`);
}

const statusOf = async ({ database }: Scene, id: string): Promise<string> => {
  const { rows } = await database.query<{ status: string }>(
    'SELECT status FROM domains WHERE id = $1',
    [id],
  );
  return rows[0]!.status;
};

const activate = (scene: Scene, client: RestClient, id: string) =>
  drive(
    () => verify(scene, client, id),
    async () => (await statusOf(scene, id)) === 'ACTIVE',
    'being ACTIVE',
  );

async function active(scene: Scene, client: RestClient, name = newName()): Promise<ShownDomain> {
  const domain = await make<ShownDomain>(client, '/v1/domains', { domain: name });
  publishAll(scene.dns, domain.dns_records);
  await activate(scene, client, domain.id);
  return domain;
}

/** What was told of a domain must have been told once. */
async function checkTold({ database }: Scene, id: string, kind: string, problem: Problem) {
  const { rows } = await database.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM events WHERE resource_id = $1 AND kind = $2',
    [id, `domain.${kind}`],
  );
  if (rows[0]!.count !== 1) problem(`${id}: domain.${kind} was told ${rows[0]!.count} times`);
}

const verifying: Story = {
  name: 'verifying',
  steps: [
    'a verification is asked for',
    'a look is written',
    'a change is kept',
    'it is told of as verified',
    'owners are told by mail',
  ],
  async tell(scene, attack, problem) {
    const [client] = scene.clients;
    const domain = await make<ShownDomain>(client, '/v1/domains', { domain: newName() });
    await patch(client, domain, { notify: [ELSEWHERE] });
    publishAll(scene.dns, domain.dns_records);
    const attacked = attack();
    const { database } = scene;
    const isTold = async () => {
      const { rowCount } = await database.query(
        `SELECT FROM domains WHERE id = $1 AND status = 'ACTIVE' AND told_at IS NOT NULL`,
        [domain.id],
      );
      return rowCount === 1;
    };
    await drive(() => verify(scene, client, domain.id), isTold, 'being verified and told of');
    await attacked;
    await checkTold(scene, domain.id, 'verified', problem);
    const { rows } = await database.query<{ record: string }>(
      `SELECT record FROM domain_changes WHERE domain_id = $1 GROUP BY record HAVING count(*) <> 1`,
      [domain.id],
    );
    for (const { record } of rows) problem(`${domain.id}: ${record} changed more than once`);
    const notices = await database.query(
      `SELECT FROM emails WHERE direction = 'outbound' AND subject LIKE $1 || ' %'`,
      [domain.domain],
    );
    if (notices.rowCount !== 1) problem(`${domain.id}: ${notices.rowCount} notices`);
  },
};

const changingHands: Story = {
  name: 'changing hands',
  steps: [
    'the holder is seen to have left',
    'the holder ends',
    'the newcomer begins',
    'the end is told of',
  ],
  async tell(scene, attack, problem) {
    const { clients, database, dns, putOff } = scene;
    const [holder, newcomer] = clients;
    const old = await active(scene, holder);
    const inbox = await makeInbox(holder, old.domain);
    putOff.add(old.domain);
    const waiting = await sendPutOff(scene, holder, inbox);
    const next = await make<ShownDomain>(newcomer, '/v1/domains', { domain: old.domain });
    withdrawAll(dns, old.dns_records);
    publishAll(dns, next.dns_records);
    const attacked = attack();
    const push = async () => {
      await database.query(
        `UPDATE domains SET holder_gone_since = holder_gone_since - interval '10 minutes' WHERE id = $1`,
        [next.id],
      );
      await verify(scene, newcomer, next.id);
    };
    const isTaken = async () => (await statusOf(scene, next.id)) === 'ACTIVE';
    await drive(push, isTaken, 'changing hands');
    await attacked;
    putOff.delete(old.domain);
    await checkTold(scene, old.id, 'failed', problem);
    await checkTold(scene, next.id, 'verified', problem);
    const refused = await sendAgain(holder, inbox, 'afterwards');
    if (refused !== 400) problem(`${old.id}: a send afterwards was answered ${refused}`);
    const isOver = async () => (await sendStatus(scene, waiting)) === 'failed';
    await drive(nothing, isOver, 'the end of mail of the old holder');
    const theirs = await makeInbox(newcomer, next.domain);
    await sendAgain(newcomer, theirs, 'of the newcomer');
    await arrived(scene, old.domain, 1);
    for (const mail of scene.mailOf(old.domain)) {
      if (!mail.data.includes('of the newcomer')) problem(`${old.id}: its mail left afterwards`);
      await checkSignature(scene, mail, next, problem);
    }
  },
};

const rotating: Story = {
  name: 'rotating',
  steps: [
    'the next key is made',
    'the next key is seen',
    'the old key retires',
    'the next key signs',
    'the change of keys is told of',
    'the old key is revoked',
  ],
  async tell(scene, attack, problem) {
    const { clients, database, dns } = scene;
    const [client] = clients;
    const domain = await active(scene, client);
    const inbox = await makeInbox(client, domain.domain);
    const attacked = attack();
    let current = domain;
    const read = async () => {
      current = await client.read<ShownDomain>(`/v1/domains/${domain.id}`);
    };
    await drive(
      async () => {
        await client.call('POST', `/v1/domains/${domain.id}/dkim/rotate`);
        await read();
      },
      async () => current.more_records.dkim_next !== undefined,
      'a next key',
    );
    publishAll(dns, { next: current.more_records.dkim_next! });
    const stateOf = async (selector: string) => {
      const { rows } = await database.query<{ state: string }>(
        'SELECT state FROM dkim_keys WHERE domain_id = $1 AND selector = $2',
        [domain.id, selector],
      );
      return rows[0]!.state;
    };
    const age = (column: string, interval: string) =>
      database.query(
        `UPDATE dkim_keys SET ${column} = ${column} - $2::interval WHERE domain_id = $1`,
        [domain.id, interval],
      );
    let sent = 0;
    const push = (column: string, interval: string) => async () => {
      if ((await trySend(client, inbox, 'while keys change')) === 200) sent++;
      await age(column, interval);
      await verify(scene, client, domain.id);
    };
    const isSigning = async () => (await stateOf('rst2')) === 'signing';
    await drive(push('seen_since', '1 hour'), isSigning, 'the next key');
    await arrived(scene, domain.domain, sent);
    // In the life of a domain a week lies between: what was signed before has left or failed by then.
    await sleep(KEY_KEPT);
    await drive(nothing, () => isSettled(scene, inbox), 'the end of sends of before');
    const { length: checked } = await checkMails(scene, domain, 0, problem);
    const isRevoked = async () => (await stateOf('rst1')) === 'revoked';
    await drive(push('retired_at', '7 days'), isRevoked, 'the end of the old key');
    await attacked;
    await sendAgain(client, inbox, 'at last');
    await arrived(scene, domain.domain, checked + 1);
    await checkMails(scene, domain, checked, problem);
    await checkTold(scene, domain.id, 'dkim_rotated', problem);
    const { rowCount } = await database.query(
      `SELECT FROM dkim_keys WHERE domain_id = $1 AND state = 'next'`,
      [domain.id],
    );
    if (rowCount !== 0) problem(`${domain.id}: another key was made that nobody asked for`);
  },
};

/** All stories. */
export const STORIES: readonly Story[] = [verifying, changingHands, rotating];

const makeInbox = (client: RestClient, domain: string) =>
  make<Inbox>(client, '/v1/inboxes', { local_part: 'ceo', domain });

const message = (subject: string) => ({ to: ELSEWHERE, subject, text: subject });

/** A mail that is put off, once a first attempt was made; answers its id. */
async function sendPutOff(scene: Scene, client: RestClient, inbox: Inbox): Promise<string> {
  // It is answered long after.
  const path = `/v1/inboxes/${inbox.id}/send`;
  make(client, path, message('queued before')).catch(() => undefined);
  let id = '';
  const isThere = async () => {
    const { rows } = await scene.database.query<{ id: string }>(
      `SELECT email_id AS id FROM sends WHERE inbox_id = $1 AND attempt_count > 0`,
      [inbox.id],
    );
    id = rows[0]?.id ?? '';
    return id !== '';
  };
  await drive(nothing, isThere, 'a first attempt');
  return id;
}

/** The status by which a send is answered. */
const trySend = async (client: RestClient, { id }: Inbox, subject: string): Promise<number> =>
  (await client.call('POST', `/v1/inboxes/${id}/send`, { body: message(subject) })).status;

/** Whether no attempt is under way for a mail of an inbox, or to come. */
async function isSettled({ database }: Scene, { id }: Inbox): Promise<boolean> {
  const { rowCount } = await database.query(
    `SELECT FROM sends WHERE inbox_id = $1 AND status IN ('queued', 'sending')`,
    [id],
  );
  return rowCount === 0;
}

async function sendStatus({ database }: Scene, emailId: string): Promise<string> {
  const { rows } = await database.query<{ status: string }>(
    'SELECT status FROM sends WHERE email_id = $1',
    [emailId],
  );
  return rows[0]!.status;
}

/** The status by which a send is answered in the end. */
async function sendAgain(client: RestClient, inbox: Inbox, subject: string): Promise<number> {
  let status = 0;
  await drive(
    async () => {
      status = await trySend(client, inbox, subject);
    },
    async () => status > 0 && status < 500,
    'an answer to a send',
  );
  return status;
}

const patch = (client: RestClient, { id }: ShownDomain, body: object) => {
  let status = 0;
  return drive(
    async () => {
      status = (await client.call('PATCH', `/v1/domains/${id}`, { body })).status;
    },
    async () => status === 200,
    'a change',
  );
};

const arrived = (scene: Scene, domain: string, count: number) =>
  drive(nothing, async () => scene.mailOf(domain).length >= count, 'the arrival of mail');

/** The mails of a domain but for the first ones. */
async function checkMails(scene: Scene, domain: ShownDomain, from: number, problem: Problem) {
  const mails = scene.mailOf(domain.domain);
  for (const mail of mails.slice(from)) await checkSignature(scene, mail, domain, problem);
  return mails;
}

/** A mail bears a signature that the published keys of its domain confirm. */
async function checkSignature(
  { database }: Scene,
  { data }: SinkMail,
  { id, domain }: ShownDomain,
  problem: Problem,
): Promise<void> {
  const resolver = async (name: string): Promise<string[][]> => {
    const { rows } = await database.query<{ key: string }>(
      `SELECT public_key AS key FROM dkim_keys
       WHERE domain_id = $1 AND state <> 'revoked' AND selector || '._domainkey.' || domain = $2`,
      [id, name],
    );
    return rows.map(({ key }) => [`v=DKIM1; k=rsa; p=${key}`]);
  };
  const { results } = await dkimVerify(data, { resolver });
  const [first] = results;
  if (first?.status.result !== 'pass' || first.signingDomain !== domain)
    problem(`${id}: a mail left with a signature that is ${first?.status.result ?? 'missing'}`);
}
