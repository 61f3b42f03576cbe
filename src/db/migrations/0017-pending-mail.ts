import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When mail whose parse was put off is to be tried, and how often it was. */
export class PendingMail1700000000017 implements MigrationInterface {
  readonly name = 'PendingMail1700000000017';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
ALTER TABLE emails
  ADD COLUMN parse_attempts smallint NOT NULL DEFAULT 0,
  -- Nobody tries before: it is being tried, or waits after a try that failed. Null: at once.
  ADD COLUMN parse_after timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE emails DROP COLUMN parse_attempts, DROP COLUMN parse_after');
  }
}
