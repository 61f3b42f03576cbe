import { IsNull, type EntityManager } from 'typeorm';
import { invalid, notFound } from '../../errors.js';
import { lockCounter, setWithheld } from '../../store/locks.js';
import { queueRun } from '../../store/outbox.js';
import { sendNotification } from '../../store/statement.js';
import { wakeBulksOf } from '../bulk/ending.js';
import { wakeReminders } from '../../store/waits/wake.js';
import type { ListService } from '../lists/service.js';
import { InboxEntity, type InboxMetadata } from './entities.js';
import type { InboxStatus } from '../../store/vocabulary.js';
import { recordInboxEvent } from './inbox-events.js';
import type { InboxChange } from './schema.js';
import { QUOTAS } from '../../operations/limits.js';

/** Changes an inbox in the transaction of `manager`. @throws AppError 404 when it is gone, 400. */
export async function changeInbox(
  lists: Pick<ListService, 'replace'>,
  manager: EntityManager,
  id: string,
  change: InboxChange,
): Promise<InboxEntity> {
  const inbox = await lockInbox(manager, id);
  changeFields(inbox, change);
  if (change.status) await changeStatus(manager, inbox, change.status);
  if (change.expiresAt !== undefined) await changeExpiry(manager, inbox, change.expiresAt);
  for (const [kind, patterns] of [
    ['allow', change.allowFrom],
    ['block', change.blockFrom],
  ] as const)
    if (patterns) await lists.replace(manager, inbox, { direction: 'receive', kind }, patterns);
  return manager.save(inbox);
}

async function lockInbox(manager: EntityManager, id: string): Promise<InboxEntity> {
  const inbox = await manager.findOne(InboxEntity, {
    where: { id, deletedAt: IsNull() },
    lock: { mode: 'pessimistic_write' },
  });
  if (!inbox) throw notFound('Inbox');
  return inbox;
}

function changeFields(inbox: InboxEntity, change: InboxChange): void {
  inbox.name = change.name ?? inbox.name;
  if (change.displayName !== undefined) inbox.displayName = change.displayName;
  if (change.dailySendLimit !== undefined) inbox.dailySendLimit = change.dailySendLimit;
  if (change.metadata) inbox.metadata = merged(inbox.metadata, change.metadata);
}

function merged(
  metadata: InboxMetadata,
  change: NonNullable<InboxChange['metadata']>,
): InboxMetadata {
  const entries = Object.entries({ ...metadata, ...change }).filter(
    (entry): entry is [string, InboxMetadata[string]] => entry[1] !== null,
  );
  if (entries.length > QUOTAS.metadata_keys)
    throw invalid(`metadata must have at most ${QUOTAS.metadata_keys} keys`);
  return Object.fromEntries(entries);
}

async function changeStatus(
  manager: EntityManager,
  inbox: InboxEntity,
  status: InboxStatus,
): Promise<void> {
  if (inbox.status === status) return;
  inbox.status = status;
  if (status === 'PAUSED') await withholdMail(manager, inbox.id);
  else await releaseMail(manager, inbox);
  const kind = status === 'PAUSED' ? 'inbox.paused' : 'inbox.resumed';
  await recordInboxEvent(manager, kind, inbox);
}

async function withholdMail(manager: EntityManager, id: string): Promise<void> {
  await setWithheld(manager, id, true);
  await sendNotification(manager, 'inbox_changed', `paused ${id}`);
}

/** What was withheld is released by a run, in order, and what arrives meanwhile queues behind it. */
async function releaseMail(manager: EntityManager, { orgId, id }: InboxEntity): Promise<void> {
  // Under this lock no mail is being stored, so the look that follows misses none.
  await lockCounter(manager, id);
  await wakeReminders(manager, id);
  await wakeBulksOf(manager, id);
  const [row]: { withhold: boolean }[] = await manager.query(
    `SELECT EXISTS (SELECT FROM emails
       WHERE inbox_id = $1 AND status IN ('held', 'quarantined')) AS withhold`,
    [id],
  );
  const run = { workflow: 'releaseMail', orgId, resourceId: id, again: true } as const;
  if (row?.withhold) return queueRun(manager, { ...run, op: 'start' });
  await setWithheld(manager, id, false);
}

async function changeExpiry(
  manager: EntityManager,
  inbox: InboxEntity,
  expiresAt: Date | null,
): Promise<void> {
  if (inbox.expiresAt?.getTime() === expiresAt?.getTime()) return;
  if (expiresAt && expiresAt.getTime() <= Date.now())
    throw invalid('expires_at must be in the future');
  inbox.expiresAt = expiresAt;
  const run = { workflow: 'expireInbox', orgId: inbox.orgId, resourceId: inbox.id } as const;
  // A start wakes a run that sleeps already; without an end there is none to start.
  if (expiresAt) return queueRun(manager, { ...run, op: 'start', again: true });
  await queueRun(manager, { ...run, op: 'signal', signal: 'expiryChanged' });
}
