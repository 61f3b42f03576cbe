import type { Database } from '../../db/database.js';
import { readRule, type Rule, type RuleRow } from './rules.js';

interface CachedRules {
  readonly version: number;
  readonly rules: readonly Rule[];
}

interface LoadedRow {
  readonly org_id: string;
  readonly version: number;
  readonly rules: readonly RuleRow[];
}

// Organizations whose rules are kept: a thousand rules each take some 50 MB.
const MAX_ORGS = 100;

// One statement: rules and the version they have are of the same moment.
const LOAD = `
SELECT v.org_id, v.version, (
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'category', r.category,
    'from_pattern', r.from_pattern, 'subject_pattern', r.subject_pattern,
    'target_agent_id', r.target_agent_id, 'target_inbox_id', r.target_inbox_id)
    ORDER BY r.priority, r.created_at, r.id), '[]')
  FROM routing_rules r WHERE r.org_id = v.org_id AND r.enabled) AS rules
FROM routing_versions v WHERE v.org_id = ANY ($1)`;

/** The enabled rules of organizations in their order, read again whenever one was changed. */
export class RuleCache {
  private readonly kept = new Map<string, CachedRules>();

  constructor(private readonly database: Database) {}

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
      this.keep(orgId, { version, rules });
      return [orgId, rules];
    });
  }

  private keep(orgId: string, rules: CachedRules): void {
    // The one that was read first goes first.
    this.kept.delete(orgId);
    this.kept.set(orgId, rules);
    const [oldest] = this.kept.keys();
    if (this.kept.size > MAX_ORGS && oldest !== undefined) this.kept.delete(oldest);
  }
}
