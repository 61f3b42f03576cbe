import { mkdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config.js';
import { replacePrivate } from '../embedded/private-file.js';

/** Where a process keeps, outside of the database, the latest mark it has seen there. */
export interface Marks {
  /** 0 when none is known. */
  read(place: string): Promise<number>;
  keep(place: string, mark: number): Promise<void>;
}

/** Marks in files of a directory, one for each database. */
export function marksIn(directory: string): Marks {
  const file = (place: string) => join(directory, `mark-${place.replaceAll('/', '-')}`);
  return {
    async read(place) {
      const text = await readFile(file(place), 'utf8').catch(() => '');
      return Number.parseInt(text, 10) || 0;
    },
    async keep(place, mark) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await replacePrivate(file(place), `${mark}\n`);
    },
  };
}

/**
 * The directory of marks. A copy of DATA_DIR that is put back brings an embedded Postgres along: what tells
 * that it is an older one has to be elsewhere.
 */
export const marksDirectory = (config: Config): string =>
  config.DATABASE_URL
    ? config.DATA_DIR
    : join(config.RESTANTE_CACHE_DIR ?? join(homedir(), '.cache', 'restante'), 'marks');
