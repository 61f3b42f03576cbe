import { createBudget, type ByteBudget } from '../byte-budget.js';
import type { Config } from '../config.js';
import { closeDatabases, openDatabases, type Databases } from '../db/pools.js';
import { oncePostgresAnswers } from '../db/retry.js';
import type { ArrivalHub } from '../live/arrivals/hub.js';
import { Listener } from '../live/listener.js';
import type { Log } from '../log.js';
import { createParsePool, type Parser } from '../mail/pool/parse-pool.js';
import { createStructurePool, type StructurePool } from '../mail/pool/structure-pool.js';
import { KeptRecipients } from '../resources/inbound/kept-recipients.js';
import { InboundService } from '../resources/inbound/service.js';
import { RestoreGuard } from '../restores/guard.js';
import { marksDirectory, marksIn } from '../restores/marks.js';
import type { Semaphore } from '../semaphore.js';
import { createRecipientFinder } from '../store/mail/recipients.js';
import * as entityClasses from './entities.js';

/** What every process works on. It is all that one needs which only takes mail in. */
export interface Foundation {
  readonly databases: Databases;
  readonly listener: Pick<Listener, 'on' | 'onReconnect'>;
  readonly parser: Parser;
  /** Finds the MIME structure of stored mail whose row does not have it yet. */
  readonly structures: Pick<StructurePool, 'read'>;
  /** Limits the bytes of messages and bodies that this process holds at once. */
  readonly budget: ByteBudget;
  readonly log: Log;
}

interface FoundationOptions {
  readonly config: Config;
  readonly log: Log;
  readonly databaseUrl: string;
}

/** A foundation that has to be closed. */
export interface OpenFoundation extends Foundation {
  close(): Promise<void>;
}

/** Opens what every process works on, and brings the tables up to date. */
export async function openFoundation(options: FoundationOptions): Promise<OpenFoundation> {
  const { config, log, databaseUrl: url } = options;
  const frontPool = config.DATABASE_POOL;
  const entities = Object.values(entityClasses);
  const databases = await openDatabases({ url, log, frontPool, entities });
  const { background: database } = databases;
  await oncePostgresAnswers(log, () => database.migrate());
  const parser = createParsePool({
    threads: config.PARSE_THREADS,
    workerFile: new URL('../mail/pool/parse-worker.js', import.meta.url),
  });
  const structures = createStructurePool({
    workerFile: new URL('../mail/pool/structure-worker.js', import.meta.url),
  });
  const listener = await oncePostgresAnswers(log, () => Listener.start(url, log));
  const marks = marksIn(marksDirectory(config));
  const guard = await oncePostgresAnswers(log, () =>
    RestoreGuard.start({ database, listener, log, marks }),
  );
  return {
    ...{ databases, listener, parser, structures, log },
    budget: createBudget(config),
    async close() {
      guard.close();
      await listener.close();
      await parser.close();
      await structures.close();
      await closeDatabases(databases);
    },
  };
}

/** What takes mail in has beside the foundation. */
export interface IntakeParts {
  readonly mailDomain: string;
  readonly largeTurns: Semaphore;
  /** Who waits for mail in this process; absent where nobody can. */
  readonly arrivals?: Pick<ArrivalHub, 'storing'>;
}

/** Takes mail in. */
export function createIntake(parts: Foundation & IntakeParts): InboundService {
  const { intake: database } = parts.databases;
  const recipients = new KeptRecipients(createRecipientFinder(database), parts.listener);
  return new InboundService({ ...parts, database, recipients });
}
