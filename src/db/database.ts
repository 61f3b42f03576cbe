import 'reflect-metadata';
import { createHash } from 'node:crypto';
import pg from 'pg';
import { DataSource, type EntityManager, type EntityTarget, type ObjectLiteral } from 'typeorm';
import type { Repository } from 'typeorm';
import { Semaphore } from '../semaphore.js';
import { DatabaseConnection } from './connection.js';
import { translated } from './errors.js';
import { inTransaction } from './transaction.js';
import { joinedTransaction, joining, rowsOf } from './joined.js';
import { RawQuery, type RawRow } from './raw-rows.js';
import { migrations } from './migrations/index.js';
import { identifyDatabase, type DatabaseIdentity } from './identity.js';

/** How a database is reached. */
export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  /** Connections that stay open although nobody uses them (default: none). */
  readonly keptOpen?: number;
  /**
   * Milliseconds after which a statement counts as failed, also when the server does not answer. The server
   * itself gives it up a little earlier, so that nothing goes on there that nobody waits for.
   */
  readonly queryTimeout: number;
  /** Milliseconds a statement waits for a lock (default: as long as it may take). */
  readonly lockTimeout?: number;
  /** Milliseconds to get a connection. */
  readonly connectTimeout?: number;
  readonly entities: readonly EntityTarget<ObjectLiteral>[];
  readonly applicationName?: string;
  /** Settings of each session, such as `synchronous_commit`. */
  readonly settings?: Readonly<Record<string, string>>;
}

// Milliseconds to get a connection: a stopped server is noticed within this.
const CONNECT_TIMEOUT_MS = 800;
// Milliseconds an unused connection is kept: a new one costs ten.
const IDLE_TIMEOUT_MS = 60_000;
// Milliseconds that the server's answer may be on its way.
const ANSWER_TAKES_MS = 100;
// Milliseconds, as a multiple of a statement's, that a transaction may do nothing.
const IDLE_TIMES = 5;
// Any number, the same in every process: who holds it migrates.
const MIGRATION_LOCK = 7_211_001;

/** One pool of connections, spoken to by repositories and, on hot paths, by plain statements. */
export class Database {
  // Never all connections: what belongs to several requests asks for one of its own meanwhile.
  private readonly limited: Semaphore;

  private constructor(
    readonly source: DataSource,
    private readonly pool: pg.Pool,
    private readonly options: DatabaseOptions,
  ) {
    this.limited = new Semaphore(Math.max(1, Math.floor(options.poolSize / 2)));
  }

  /** Opens a pool. @throws AppError 503 when the server is away. */
  static async open(options: DatabaseOptions): Promise<Database> {
    const { source, pool } = pooled(options, {
      query_timeout: options.queryTimeout,
      statement_timeout: options.queryTimeout - ANSWER_TAKES_MS,
      idle_in_transaction_session_timeout: options.queryTimeout * IDLE_TIMES,
      ...(options.lockTimeout !== undefined && { lock_timeout: options.lockTimeout }),
    });
    try {
      await source.initialize();
    } catch (error) {
      throw translated(error);
    }
    return new Database(source, pool, options);
  }

  /** The rows of one prepared statement. @throws AppError 503 when the server is away. */
  query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.ask({ name: statementName(text), text, values: values as unknown[] });
  }

  /**
   * The rows of a statement whose text a client's words have made: nobody keeps it.
   * @throws AppError 503 when the server is away.
   */
  queryOnce<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return this.ask({ text, values: values as unknown[] });
  }

  /**
   * The rows of one prepared statement as the server sent them: what is handed on as it is need not be decoded.
   * @throws AppError 503 when the server is away.
   */
  async queryRaw(text: string, values: readonly unknown[]): Promise<readonly RawRow[]> {
    const query = new RawQuery({ name: statementName(text), text, values: values as unknown[] });
    const { client } = joinedTransaction() ?? { client: this.pool };
    try {
      await submitted(client, query);
      return query.rawRows;
    } catch (error) {
      throw translated(error);
    }
  }

  private async ask<Row extends object>(statement: pg.QueryConfig): Promise<Row[]> {
    const joined = joinedTransaction();
    try {
      if (joined) return await rowsOf<Row>(joined.client, statement);
      return (await this.pool.query<Row>(statement)).rows;
    } catch (error) {
      throw translated(error);
    }
  }

  /**
   * Runs `work` in a transaction; within `together`, in a part of its own that may fail alone.
   * @throws AppError 503 when the server is away, 409 on a duplicate.
   */
  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const joined = joinedTransaction();
    try {
      if (joined) return await joined.manager.transaction(work);
      return await inTransaction(this.source, ({ manager }) => work(manager));
    } catch (error) {
      throw translated(error);
    }
  }

  /**
   * Runs `work` in one transaction that all its statements join, of whichever pool they are asked. It must
   * not wait for anything but Postgres: the connection is held.
   * @throws what `work` throws, AppError 503 when the server is away
   */
  async together<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.limited.run(() =>
        inTransaction(this.source, (open) => joining(open, work)),
      );
    } catch (error) {
      throw translated(error);
    }
  }

  repository<Entity extends ObjectLiteral>(entity: EntityTarget<Entity>): Repository<Entity> {
    const { manager } = joinedTransaction() ?? this.source;
    return manager.getRepository(entity);
  }

  /** Brings the tables up to date, however long that takes; processes that start together wait for each other. */
  migrate(): Promise<void> {
    return this.alone(async (source) => {
      await source.runMigrations();
    });
  }

  /** Finds out whether this is the database it was, or one that was restored elsewhere. */
  identify(): Promise<DatabaseIdentity> {
    return this.alone((_source, client) => identifyDatabase(client));
  }

  /** Runs `work` on connections without time-outs, in one process at a time. */
  private async alone<T>(
    work: (source: DataSource, client: pg.PoolClient) => Promise<T>,
  ): Promise<T> {
    const { source, pool } = pooled(this.options, {});
    await source.initialize();
    let client: pg.PoolClient | undefined;
    try {
      client = await pool.connect();
      // It may break while others work; without a listener that ends the process.
      client.on('error', () => undefined);
      await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
      return await work(source, client);
    } finally {
      // Ending the connection frees the lock also where the unlock could not be sent.
      client?.release(true);
      await source.destroy();
    }
  }

  async close(): Promise<void> {
    await this.source.destroy();
  }
}

/** A pool for hot paths, and what repositories are of on top of it. */
function pooled(options: DatabaseOptions, timeOuts: pg.ClientConfig) {
  const pool = new pg.Pool({
    connectionString: options.url,
    Client: DatabaseConnection,
    max: options.poolSize,
    min: options.keptOpen ?? 0,
    application_name: options.applicationName ?? 'restante',
    connectionTimeoutMillis: options.connectTimeout ?? CONNECT_TIMEOUT_MS,
    ...timeOuts,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    keepAlive: true,
    options: Object.entries(options.settings ?? {})
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  });
  // An idle connection that breaks is replaced at its next use; without a listener it ends the process.
  pool.on('error', () => undefined);
  const source = new DataSource({
    type: 'postgres',
    url: options.url,
    entities: [...options.entities] as never[],
    migrations: [...migrations],
    migrationsTransactionMode: 'all',
    installExtensions: false,
    // TypeORM makes its pool by `new Pool`, and ends it when it is destroyed.
    driver: {
      Pool: function () {
        return pool;
      },
    },
  });
  return { source, pool };
}

/** What runs a statement of a class of its own: the types of pg do not know that it may have a callback. */
interface Submitting {
  query(query: pg.Query, callback: (error: Error | null) => void): void;
}

const submitted = (client: object, query: pg.Query): Promise<void> =>
  new Promise((resolve, reject) => {
    (client as Submitting).query(query, (error) => (error ? reject(error) : resolve()));
  });

const names = new Map<string, string>();

/** A short stable name for a statement, so that each connection plans it once. */
function statementName(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = createHash('sha1').update(text).digest('base64url').slice(0, 16);
    names.set(text, name);
  }
  return name;
}
