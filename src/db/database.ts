import 'reflect-metadata';
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { DataSource, type EntityManager, type EntityTarget, type ObjectLiteral } from 'typeorm';
import type { Repository } from 'typeorm';
import { translated } from './errors.js';
import { migrations } from './migrations/index.js';

/** How a database is reached. */
export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  /** Milliseconds after which a statement counts as failed, also when the server does not answer. */
  readonly queryTimeout: number;
  /** Milliseconds to get a connection. */
  readonly connectTimeout?: number;
  readonly entities: readonly EntityTarget<ObjectLiteral>[];
  readonly applicationName?: string;
  /** Settings of each session, such as `synchronous_commit`. */
  readonly settings?: Readonly<Record<string, string>>;
}

// Milliseconds to get a connection: a stopped server is noticed within this.
const CONNECT_TIMEOUT = 800;
// Milliseconds an unused connection is kept: a new one costs ten.
const IDLE_TIMEOUT = 60_000;
// Any number, the same in every process: who holds it migrates.
const MIGRATION_LOCK = 7_211_001;

/** One pool of connections, spoken to by repositories and, on hot paths, by plain statements. */
export class Database {
  private constructor(readonly source: DataSource) {}

  /** Opens a pool. @throws AppError 503 when the server is away. */
  static async open(options: DatabaseOptions): Promise<Database> {
    const source = new DataSource({
      type: 'postgres',
      url: options.url,
      entities: [...options.entities] as never[],
      migrations,
      migrationsTransactionMode: 'all',
      poolSize: options.poolSize,
      applicationName: options.applicationName ?? 'restante',
      connectTimeoutMS: options.connectTimeout ?? CONNECT_TIMEOUT,
      installExtensions: false,
      extra: {
        query_timeout: options.queryTimeout,
        idleTimeoutMillis: IDLE_TIMEOUT,
        keepAlive: true,
        options: Object.entries(options.settings ?? {})
          .map(([name, value]) => `-c ${name}=${value}`)
          .join(' '),
      },
    });
    try {
      await source.initialize();
    } catch (error) {
      throw translated(error);
    }
    const database = new Database(source);
    // An idle connection that breaks is replaced at its next use; without a listener it ends the process.
    database.pool.on('error', () => undefined);
    return database;
  }

  /** The rows of one prepared statement. @throws AppError 503 when the server is away. */
  async query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    try {
      const { rows } = await this.pool.query<Row>({
        name: statementName(text),
        text,
        values: values as unknown[],
      });
      return rows;
    } catch (error) {
      throw translated(error);
    }
  }

  /** Runs `work` in a transaction. @throws AppError 503 when the server is away, 409 on a duplicate. */
  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.source.transaction(work);
    } catch (error) {
      throw translated(error);
    }
  }

  repository<Entity extends ObjectLiteral>(entity: EntityTarget<Entity>): Repository<Entity> {
    return this.source.getRepository(entity);
  }

  /** Brings the tables up to date; processes that start together wait for each other. */
  async migrate(): Promise<void> {
    const client = await this.pool.connect();
    try {
      await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
      await this.source.runMigrations();
    } finally {
      // Ending the connection frees the lock also where the unlock could not be sent.
      client.release(true);
    }
  }

  async close(): Promise<void> {
    await this.source.destroy();
  }

  private get pool(): Pool {
    return (this.source.driver as unknown as { master: Pool }).master;
  }
}

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
