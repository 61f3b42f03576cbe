import type { Queries } from '../../db/queries.js';
import type { ApprovalStatus } from '../../store/approvals.js';

/** A step with all that is kept of it. */
export interface KeptStep<Content> {
  readonly name: string;
  readonly content: Content | null;
  /** What somebody decided of it; null where nobody was asked. */
  readonly decision: ApprovalStatus | null;
  readonly comment: string | null;
}

const READ = `
SELECT s.name, s.content, a.status AS decision, a.comment
FROM task_steps s LEFT JOIN approvals a ON a.id = s.approval_id
WHERE s.task_id = $1 ORDER BY s.position`;

/** The steps of a task in their order, as their rows keep them. */
export const readKeptSteps = <Content>(
  database: Queries,
  taskId: string,
): Promise<KeptStep<Content>[]> => database.query<KeptStep<Content>>(READ, [taskId]);
