import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the way to the server of a configuration has to be encrypted. */
export class SmtpConfigsTls1700000000021 implements MigrationInterface {
  readonly name = 'SmtpConfigsTls1700000000021';

  async up(runner: QueryRunner): Promise<void> {
    // required, if_offered or none. Whatever was there before was required.
    await runner.query(`ALTER TABLE smtp_configs ADD COLUMN tls text NOT NULL DEFAULT 'required'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE smtp_configs DROP COLUMN tls');
  }
}
