import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a mail began to leave. */
export class HandedOver1700000000020 implements MigrationInterface {
  readonly name = 'HandedOver1700000000020';

  async up(runner: QueryRunner): Promise<void> {
    // Null until then. Of attempts that were begun by a version that does not know it, nobody can tell.
    await runner.query(
      'ALTER TABLE send_attempts ADD COLUMN handed_over_at timestamptz DEFAULT now()',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE send_attempts DROP COLUMN handed_over_at');
  }
}
