import { In, type EntityManager } from 'typeorm';
import type { Database } from '../../db/database.js';
import { queueRun } from '../../store/outbox.js';
import { CARE, advance, after } from './care.js';
import { recordDomainEvent } from './domain-events.js';
import { DomainEntity } from './entities.js';
import type { MailZone } from './records.js';
import { mayTakeOver } from './looking.js';
import { DomainStore, obstaclesOf } from './store.js';

/** Why a row holds its name no more. */
export const TAKEN_OVER =
  'the domain was verified elsewhere, after its _restante record was removed';

/** Gives names to those who proved them after the holder had left. Safe to run twice. */
export class DomainHandover {
  private readonly store: DomainStore;

  constructor(
    private readonly database: Database,
    private readonly zone: MailZone,
  ) {
    this.store = new DomainStore(database);
  }

  /** Makes the domain the holder of its name in place of the one before, in one transaction; whether it did. */
  take(id: string): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const rows = await this.lockAll(manager, id);
      const newcomer = rows.find((row) => row.id === id);
      const holder = rows.find(({ status }) => status === 'ACTIVE' || status === 'DEGRADED');
      if (!newcomer || !holder || !mayTakeOver(newcomer, CARE)) return false;
      const { parent } = await obstaclesOf(manager, newcomer);
      if (parent !== null) return false;
      // The old one first: two holders of a name cannot be.
      await this.end(manager, holder);
      await this.begin(manager, newcomer);
      return true;
    });
  }

  /** All rows of the name, in one order everywhere. */
  private async lockAll(manager: EntityManager, id: string): Promise<DomainEntity[]> {
    const found = await manager.findOneBy(DomainEntity, { id });
    if (!found) return [];
    return manager.find(DomainEntity, {
      where: { domain: found.domain, status: In(['PENDING', 'ACTIVE', 'DEGRADED', 'FAILED']) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  private async end(manager: EntityManager, holder: DomainEntity): Promise<void> {
    const [{ now }]: [{ now: Date }] = await manager.query('SELECT now() AS now');
    const ended = await this.store.change(manager, holder, {
      status: 'FAILED',
      reason: TAKEN_OVER,
      failedAt: now,
      seesMx: false,
      turn: 'failed',
      turnAt: now,
      nextLookAt: after(now, CARE.daily),
    });
    await recordDomainEvent(manager, 'failed', ended, this.zone);
    // Whoever had it is told now, not with its next look.
    const run = { workflow: 'verifyDomain', orgId: holder.orgId, resourceId: holder.id } as const;
    await queueRun(manager, { ...run, op: 'signal', signal: 'domainChanged' });
  }

  private async begin(manager: EntityManager, newcomer: DomainEntity): Promise<void> {
    const now = newcomer.checkedAt!;
    const { state, turn } = advance(newcomer, 'good', now, CARE);
    const begun = await this.store.change(manager, newcomer, {
      status: state.status,
      verifiedAt: state.verifiedAt,
      failingSince: null,
      degradedAt: null,
      failedAt: null,
      reason: null,
      holderGoneSince: null,
      turn,
      turnAt: now,
    });
    await recordDomainEvent(manager, turn ?? 'verified', begun, this.zone);
  }
}
