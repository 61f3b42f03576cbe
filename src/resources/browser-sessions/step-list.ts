import type { Caller } from '../../auth/caller.js';
import { Conditions } from '../../db/conditions.js';
import { keyset, listPage, type ListDeps, type Page, type Paging } from '../../db/page.js';
import { notFound } from '../../errors.js';
import type { SessionAccess } from './access.js';
import type { SealedSteps, StepTold } from './sealed-steps.js';
import { STEP_COLUMNS, type BrowserStepRow } from './store.js';

interface StepListDeps extends ListDeps {
  readonly steps: SealedSteps;
  readonly access: Pick<SessionAccess, 'owned'>;
}

/** A step as it is listed. */
export interface StepView extends BrowserStepRow, Omit<StepTold, 'ok'> {
  readonly ok: boolean | null;
  readonly hasScreenshot: boolean;
}

interface ListedStep extends BrowserStepRow {
  readonly sealedTold: Buffer | null;
  readonly hasScreenshot: boolean;
}

const COLUMNS = `${STEP_COLUMNS}, sealed_told AS "sealedTold", picture IS NOT NULL AS "hasScreenshot"`;
const PICTURE = 'SELECT picture FROM browser_steps WHERE session_id = $1 AND n = $2';
const LAST_FIRST = keyset('DESC', ['n', 'integer']);

/** What was done in sessions. */
export class StepList {
  constructor(private readonly deps: StepListDeps) {}

  /** A page of the steps of a session, the last first. @throws AppError 400, 403, 404 */
  async page(caller: Caller, id: string, paging: Paging): Promise<Page<StepView>> {
    await this.deps.access.owned(caller, id);
    const { orgId } = caller;
    const where = new Conditions().add('session_id = ?', id);
    const list = { orgId, name: ['browser_steps', id], columns: COLUMNS, from: 'browser_steps' };
    const page = await listPage<ListedStep>(
      this.deps,
      { ...list, where, order: LAST_FIRST },
      paging,
    );
    const data = await Promise.all(page.data.map((row) => this.view(orgId, row)));
    return { ...page, data };
  }

  /** The picture of a step, as PNG. @throws AppError 403, 404 */
  async picture(caller: Caller, id: string, n: number): Promise<Buffer> {
    await this.deps.access.owned(caller, id);
    const [row] = await this.deps.database.query<{ picture: Buffer | null }>(PICTURE, [id, n]);
    if (!row?.picture) throw notFound('Screenshot');
    return row.picture;
  }

  private async view(orgId: string, { sealedTold, ...row }: ListedStep): Promise<StepView> {
    if (sealedTold === null) return { ...row, ok: null, error: null, page: null };
    return { ...row, ...(await this.deps.steps.open(orgId, row.id, 'told', sealedTold)) };
  }
}
