import { readdirSync, readFileSync } from 'node:fs';
import type { MigrationInterface, QueryRunner } from 'typeorm';

type Migration = new () => MigrationInterface;

// Milliseconds since 1970, which TypeORM wants behind the name, of a migration without number.
const EPOCH = 1_700_000_000_000;

const pascalCase = (words: string) =>
  words.replace(/(?:^|-)(\w)/g, (_start, letter: string) => letter.toUpperCase());

/** Every migration: each is a file of this folder, `<number>-<name>.sql`. */
export const migrations: readonly Migration[] = readdirSync(new URL('.', import.meta.url))
  .filter((file) => /^\d/.test(file))
  .map(migrationOf);

function migrationOf(file: string): Migration {
  const [, number, words] = /^(\d{4})-([\w-]+)\.sql$/.exec(file) ?? [];
  if (!number || !words) throw new Error(`${file} is no migration: <number>-<name>.sql`);
  const name = pascalCase(words) + String(EPOCH + Number(number));
  const sql = readFileSync(new URL(file, import.meta.url), 'utf8');
  return class implements MigrationInterface {
    readonly name = name;

    async up(runner: QueryRunner): Promise<void> {
      await runner.query(sql);
    }

    async down(): Promise<void> {
      throw new Error('Migrations go forward only: restore a backup');
    }
  };
}
