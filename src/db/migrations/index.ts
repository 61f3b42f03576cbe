import { readdirSync } from 'node:fs';
import type { MigrationInterface } from 'typeorm';

type Migration = new () => MigrationInterface;

const files = readdirSync(new URL('.', import.meta.url)).filter((file) =>
  /^\d{4}-.*\.[jt]s$/.test(file),
);
const modules = await Promise.all(
  files
    .sort()
    .map((file) => import(`./${file.slice(0, -3)}.js`) as Promise<Record<string, Migration>>),
);

/** Every migration: each is a file of this folder, the oldest first. */
export const migrations: readonly Migration[] = modules.flatMap((module) => Object.values(module));
