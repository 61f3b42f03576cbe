import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Hashes of repeated requests are keyed: what was kept under the plain ones is known to nobody any more. */
export class RequestHashes1700000000023 implements MigrationInterface {
  readonly name = 'RequestHashes1700000000023';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FORGET);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(FORGET);
  }
}

// Otherwise the same request would be refused as another one for a day. Mail is not sent twice all the same:
// the ledger of sends knows its keys.
const FORGET = 'DELETE FROM idempotent_answers';
