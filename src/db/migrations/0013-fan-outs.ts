import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events whose webhooks have not got their deliveries yet. */
export class FanOuts1700000000013 implements MigrationInterface {
  readonly name = 'FanOuts1700000000013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
  }

  async down(): Promise<void> {
    throw new Error('Restore a backup: this table holds what subscribers are still to be told');
  }
}

const TABLES = `
-- Whom an event is told to was decided with it; the rows of their deliveries are made behind it.
CREATE TABLE fan_outs (
  org_id text NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  event_id text NOT NULL,
  webhook_ids text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, seq)
);
`;
