import type { Queries } from '../../db/queries.js';
import { columnsOf } from '../../db/columns.js';
import { bytesOf, COMPARED_FIELDS, readRule, type Rule, type StoredRule } from './rules.js';

interface CachedRules {
  readonly version: number;
  readonly rules: readonly Rule[];
  readonly bytes: number;
}

interface LoadedRow {
  readonly org_id: string;
  readonly version: number;
  readonly rules: readonly StoredRule[];
}

// Memory that kept rules may take: a thousand rules take one megabyte, and seven at the most.
const MAX_BYTES = 32 * 1024 * 1024;

// One statement: rules and the version they have are of the same moment.
const LOAD = `
SELECT v.org_id, v.version, (
  SELECT coalesce(jsonb_agg(to_jsonb(rule)), '[]') FROM (
    SELECT ${columnsOf('r', COMPARED_FIELDS)} FROM routing_rules r
    WHERE r.org_id = v.org_id AND r.enabled ORDER BY r.priority, r.created_at, r.id) AS rule) AS rules
FROM routing_versions v WHERE v.org_id = ANY ($1)`;

/** The enabled rules of organizations in their order, read again whenever one was changed. */
export class RuleCache {
  private readonly kept = new Map<string, CachedRules>();

  #bytes = 0;

  constructor(
    private readonly database: Queries,
    private readonly maxBytes = MAX_BYTES,
  ) {}

  /** What is kept takes about so much memory. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The rules of organizations that have at least the given version by now. */
  async rulesOf(
    versions: ReadonlyMap<string, number>,
  ): Promise<ReadonlyMap<string, readonly Rule[]>> {
    const found = new Map<string, readonly Rule[]>();
    const outdated: string[] = [];
    for (const [orgId, version] of versions) {
      const kept = this.kept.get(orgId);
      if (kept && kept.version >= version) found.set(orgId, kept.rules);
      else outdated.push(orgId);
    }
    if (outdated.length > 0) for (const row of await this.load(outdated)) found.set(...row);
    return found;
  }

  private async load(orgIds: readonly string[]): Promise<[string, readonly Rule[]][]> {
    const rows = await this.database.query<LoadedRow>(LOAD, [orgIds]);
    return rows.map(({ org_id: orgId, version, rules: stored }) => {
      const rules = stored.map(readRule);
      this.keep(orgId, { version, rules, bytes: bytesOf(rules) });
      return [orgId, rules];
    });
  }

  private keep(orgId: string, rules: CachedRules): void {
    this.delete(orgId);
    if (rules.bytes > this.maxBytes) return;
    this.kept.set(orgId, rules);
    this.#bytes += rules.bytes;
    // Those that were read first go first.
    for (const oldest of this.kept.keys()) {
      if (this.#bytes <= this.maxBytes) return;
      this.delete(oldest);
    }
  }

  private delete(orgId: string): void {
    this.#bytes -= this.kept.get(orgId)?.bytes ?? 0;
    this.kept.delete(orgId);
  }
}
