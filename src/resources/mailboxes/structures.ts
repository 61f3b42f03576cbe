import type { Queries } from '../../db/queries.js';
import type { StructurePool } from '../../mail/pool/structure-pool.js';
import { readPartMap } from '../../mail/structure/part-map.js';
import type { MessageStructure } from '../../mail/structure/structure.js';
import { Semaphore } from '../../semaphore.js';
import type { Structure, StructureRow } from './rows.js';

interface StructuresDeps {
  readonly database: Queries;
  readonly pool: Pick<StructurePool, 'read'>;
}

/** Bytes of messages that are read at once to be taken apart, one at least. */
const MAX_BYTES = 4 * 1024 * 1024;
/** So many times in a process. */
const MAX_CONCURRENT = 2;

/** What IMAP tells of mails by their parts: most have it in their rows, what is missing there is made and kept. */
export class MailStructures {
  private readonly turns = new Semaphore(MAX_CONCURRENT);

  constructor(private readonly deps: StructuresDeps) {}

  /** What is wanted of each row, at once where nothing is missing; null where its mail is gone. @throws AppError 503 */
  complete(rows: readonly StructureRow[]): (Structure | null)[] | Promise<(Structure | null)[]> {
    const unmade = rows.filter(({ unmadeId }) => unmadeId);
    return unmade.length === 0 ? rows.map(told) : this.completed(rows, unmade);
  }

  private async completed(
    rows: readonly StructureRow[],
    unmade: readonly StructureRow[],
  ): Promise<(Structure | null)[]> {
    const made = await this.make(unmade);
    return rows.map((row) => {
      if (!row.unmadeId) return told(row);
      const found = made.get(row.unmadeId);
      return found ? told({ ...row, ...found }) : null;
    });
  }

  private async make(
    rows: readonly StructureRow[],
  ): Promise<ReadonlyMap<string, MessageStructure>> {
    const found = await Promise.all(
      groupsOf(rows).map((ids) => this.turns.run(() => this.makeGroup(ids))),
    );
    return new Map(found.flat());
  }

  private async makeGroup(ids: readonly string[]): Promise<[string, MessageStructure][]> {
    const { database, pool } = this.deps;
    const rows = await database.query<{ id: string; raw: Buffer }>(READ, [ids]);
    const structures = await Promise.all(
      rows.map(async ({ id, raw }): Promise<[string, MessageStructure]> => [
        id,
        await pool.read(raw),
      ]),
    );
    await database.query(KEEP, [
      structures.map(([id]) => id),
      structures.map(([, { envelope }]) => envelope),
      structures.map(([, { body }]) => body),
      structures.map(([, { bodyStructure }]) => bodyStructure),
      structures.map(([, { partMap }]) => partMap),
    ]);
    return structures;
  }
}

const READ = 'SELECT id::text, raw FROM stored_messages WHERE id = ANY ($1::bigint[])';

// Whoever has a row locked keeps the same, or removes it.
const KEEP = `
UPDATE stored_messages s
SET envelope = m.envelope, body = m.body, body_structure = m.body_structure, part_map = m.part_map
FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[])
  AS m(id, envelope, body, body_structure, part_map)
WHERE s.id = m.id AND s.id = ANY (ARRAY(
  SELECT id FROM stored_messages WHERE id = ANY ($1::bigint[]) AND part_map IS NULL
  FOR UPDATE SKIP LOCKED))`;

/** Ids of messages that are read together. */
function groupsOf(rows: readonly StructureRow[]): string[][] {
  const bytesById = new Map(rows.map(({ unmadeId, bytes }) => [unmadeId!, bytes!]));
  const groups: string[][] = [];
  let room = 0;
  for (const [id, bytes] of bytesById) {
    if (bytes > room) groups.push([]);
    room = bytes > room ? MAX_BYTES - bytes : room - bytes;
    groups.at(-1)!.push(id);
  }
  return groups;
}

const told = ({ envelope, body, bodyStructure, partMap, headBytes }: StructureRow): Structure => ({
  envelope: envelope ?? undefined,
  body: body ?? undefined,
  bodyStructure: bodyStructure ?? undefined,
  parts: partMap ? readPartMap(partMap, headBytes!) : undefined,
});
