import type { RequestId } from '@modelcontextprotocol/server';
import type { Caller } from '../auth/caller.js';
import { countedKeyId, principalId } from '../auth/principal.js';
import { checkQuery } from '../http/collect-fields.js';
import type { OpenRequests } from '../http/http-call.js';
import type { RoutedContext } from '../http/request-state.js';
import type { Executor } from '../operations/execute.js';
import { ignoredNames } from '../operations/sanitize-name.js';
import type { SessionOwner } from '../resources/tool-sessions/service.js';
import type { CallEnvironment } from './open-call.js';
import type { StreamAudience } from './open-streams.js';
import type { ServedTools, Toolbox, ToolQuery } from './toolbox.js';

/** What all requests share. */
export interface RequestParts<Tool> {
  readonly toolbox: Toolbox<Tool>;
  readonly executor: Pick<Executor<never>, 'count'>;
  readonly requests: OpenRequests;
  /** Base address clients use. */
  readonly publicUrl: string;
}

// What of the query chooses tools.
const CHOOSING: readonly string[] = ['toolsets', 'read_only'] satisfies (keyof ToolQuery)[];

/** One request to the tools whose caller is known. */
export class ToolRequest<Tool = unknown> {
  /** Of its message, once that is read; null where there is no one such id. */
  id: RequestId | null = null;
  /** What of it goes on when it is answered. */
  goesOn: Promise<void> | null = null;
  private selected: ServedTools<Tool> | null = null;

  constructor(
    private readonly parts: RequestParts<Tool>,
    readonly ctx: RoutedContext,
    readonly caller: Caller,
  ) {}

  /** The tools that its address chooses. @throws AppError 400 */
  get tools(): ServedTools<Tool> {
    this.selected ??= this.select();
    return this.selected;
  }

  /** Looks at the query as REST does: what means nothing is named in the answer. @throws AppError 400 */
  checkQuery(): void {
    const { query } = this.ctx;
    checkQuery(query);
    const ignored = ignoredNames(Object.keys(query).filter((name) => !CHOOSING.includes(name)));
    if (ignored !== null) this.ctx.set('X-Ignored-Parameters', ignored);
  }

  private select(): ServedTools<Tool> {
    const { query } = this.ctx;
    const given = CHOOSING.flatMap((name) =>
      query[name] === undefined ? [] : [[name, query[name]]],
    );
    return this.parts.toolbox.select(Object.fromEntries(given) as ToolQuery);
  }

  /** Whose sessions it can use: a token that was refreshed is of the same grant. */
  get owner(): SessionOwner {
    return { orgId: this.caller.orgId, ownerId: principalId(this.caller.principal) };
  }

  /** Whom streams are open for that it opens. */
  get audience(): Omit<StreamAudience, 'session'> {
    return { ownerId: this.owner.ownerId, keyId: countedKeyId(this.caller.principal) };
  }

  header(name: string): string | undefined {
    const value = this.ctx.req.headers[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** Counts it, unless a call of a tool has done so. @throws AppError 429, 503 */
  async count(): Promise<void> {
    const { ctx, caller } = this;
    if (ctx.state.allowance) return;
    const onCounted: CallEnvironment['counted'] = (allowance) => (ctx.state.allowance = allowance);
    await this.parts.executor.count({ caller, onCounted });
  }

  /** What a call of it is given. */
  environmentOf({ counted, refuse }: Pick<CallEnvironment, 'counted' | 'refuse'>): CallEnvironment {
    return {
      caller: this.caller,
      publicUrl: this.parts.publicUrl,
      requests: this.parts.requests,
      refuse,
      counted: (allowance) => {
        this.ctx.state.allowance = allowance;
        counted(allowance);
      },
    };
  }
}
