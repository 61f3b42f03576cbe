import type { Inbox } from '../../e2e/mail.js';
import type { RestClient } from '../../e2e/rest-client.js';
import { drive, make, nothing } from '../gated/driving.js';
import type { Scene } from './scene.js';

// What organizations do with inboxes at their domains, however often the service is killed.

/** Whom they write to. */
export const ELSEWHERE = 'somebody@elsewhere.example';

/** An inbox at a domain. */
export const makeInbox = (client: RestClient, domain: string) =>
  make<Inbox>(client, '/v1/inboxes', { local_part: 'ceo', domain });

const message = (subject: string) => ({ to: ELSEWHERE, subject, text: subject });

/** A mail that is put off, once a first attempt was made; answers its id. */
export async function sendPutOff(scene: Scene, client: RestClient, inbox: Inbox): Promise<string> {
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
export const trySend = async (
  client: RestClient,
  { id }: Inbox,
  subject: string,
): Promise<number> =>
  (await client.call('POST', `/v1/inboxes/${id}/send`, { body: message(subject) })).status;

/** Whether no attempt is under way for a mail of an inbox, or to come. */
export async function isSettled({ database }: Scene, { id }: Inbox): Promise<boolean> {
  const { rowCount } = await database.query(
    `SELECT FROM sends WHERE inbox_id = $1 AND status IN ('queued', 'sending')`,
    [id],
  );
  return rowCount === 0;
}

/** Where a mail that leaves is. */
export async function sendStatus({ database }: Scene, emailId: string): Promise<string> {
  const { rows } = await database.query<{ status: string }>(
    'SELECT status FROM sends WHERE email_id = $1',
    [emailId],
  );
  return rows[0]!.status;
}

/** The status by which a send is answered in the end. */
export async function sendAgain(
  client: RestClient,
  inbox: Inbox,
  subject: string,
): Promise<number> {
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

/** Resolves once so many mails of a domain have left. */
export const arrived = (scene: Scene, domain: string, count: number) =>
  drive(nothing, async () => scene.mailOf(domain).length >= count, 'the arrival of mail');
