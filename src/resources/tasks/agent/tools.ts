import type { Caller } from '../../../auth/caller.js';
import type { ModelTool } from '../../../models/messages.js';

/** A tool that agents may have, and what it does. */
export interface AgentTool extends ModelTool {
  /** Whether it changes nothing and sends nothing. */
  readonly isReading: boolean;
}

/** What a call would do, as it is executed. */
export type CallFields = Readonly<Record<string, unknown>>;

/** Operations of the service, as agents call them. */
export interface AgentTools {
  /** Those that agents may have at all. */
  readonly all: readonly AgentTool[];
  /** The fields of a call. @throws AppError 400, 404 */
  fieldsOf(name: string, args: unknown): CallFields;
  /** Calls it as a front end does, and answers what it is told as JSON: also of what went wrong. @throws AppError 429, 503 */
  call(order: ToolOrder): Promise<string>;
  /** The key that made a task, as it is now; null when it is gone. */
  callerOf(keyId: string): Promise<Caller | null>;
}

/** A call to be made. */
export interface ToolOrder {
  readonly caller: Caller;
  readonly name: string;
  readonly args: unknown;
  readonly idempotencyKey: string;
}
