import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Caller } from '../auth/caller.js';
import type { Allowance } from '../auth/rate-windows.js';

/** A call of a tool, as the tools see it. */
export interface ToolCall {
  readonly caller: Caller;
  /** Base address clients use. */
  readonly publicUrl: string;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Calls `settle` once: with true when the answer was written to an open connection. */
  onAnswered(settle: (written: boolean) => void): void;
  /** Told how far the caller's minute has come. */
  onCounted(allowance: Allowance): void;
  /** Tells that the call goes on; absent where nobody asked for it. */
  readonly onProgress?: ((progress: CallProgress) => void) | undefined;
}

/** How far a call has come; `progress` grows. */
export interface CallProgress {
  readonly progress: number;
  readonly message: string;
}

/** The tools that one address serves. */
export interface ServedTools<Tool> {
  /** JSON of the list of them, as bytes that are made once. */
  readonly listJson: Buffer;
  find(name: string): Tool | undefined;
}

/** What of an address chooses tools. */
export interface ToolQuery {
  readonly toolsets?: string;
  readonly read_only?: string;
}

/** The tools of a service: all that the transport asks of them. */
export interface Toolbox<Tool> {
  readonly instructions: string;
  /** The same object for the same query. @throws AppError 400 that says what there is */
  select(query: ToolQuery): ServedTools<Tool>;
  /** Whether a call is of no use once its connection is lost; all others run on. */
  endsWithConnection(tool: Tool): boolean;
  /** @throws AppError where an HTTP status has to say it; what else goes wrong is a result */
  call(tool: Tool, args: unknown, call: ToolCall): Promise<CallToolResult>;
}
