import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The signature that a mail left with: it is made at each attempt, and its bytes begin with it. */
export class SignedSends1700000000027 implements MigrationInterface {
  readonly name = 'SignedSends1700000000027';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sends ADD COLUMN dkim_signature text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sends DROP COLUMN dkim_signature');
  }
}
