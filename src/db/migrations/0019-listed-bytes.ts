import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a mail costs to be in a page. */
export class ListedBytes1700000000019 implements MigrationInterface {
  readonly name = 'ListedBytes1700000000019';

  async up(runner: QueryRunner): Promise<void> {
    // UTF-8 bytes of what lists show of a mail. Null of mail stored before: its `size` counts then.
    await runner.query('ALTER TABLE emails ADD COLUMN listed_bytes integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE emails DROP COLUMN listed_bytes');
  }
}
