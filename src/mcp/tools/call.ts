import type { CallToolResult } from '@modelcontextprotocol/server';
import { translated } from '../../db/errors.js';
import { AppError } from '../../errors.js';
import type { Call, Executor } from '../../operations/execute.js';
import { ignoredNames } from '../../operations/sanitize-name.js';
import { PreparedContent, resultOf } from '../prepared-content.js';
import type { ToolDefinition } from './define.js';
import { reportProgress, type OnProgress } from './progress.js';
import { readArguments, type ReadArguments } from './read-arguments.js';

/** A call of a tool, as its transport makes it. */
export interface ToolInvocation extends Pick<
  Call,
  'caller' | 'signal' | 'onAnswered' | 'onCounted'
> {
  /** Base address clients use. */
  readonly publicUrl: string;
  /** Told every ten seconds that the call goes on. */
  readonly onProgress?: OnProgress | undefined;
  /** Told of the error of a call that failed, before it is answered as a result. */
  readonly onRefused?: ((error: AppError) => void) | undefined;
}

/**
 * Calls a tool: its operation is executed, which counts the call. What clients are told of errors is a result;
 * only bugs are thrown.
 */
export async function callTool<Services>(
  executor: Pick<Executor<Services>, 'execute'>,
  tool: ToolDefinition<Services>,
  args: unknown,
  call: ToolInvocation,
): Promise<CallToolResult> {
  const stop = reportProgress(call.onProgress);
  try {
    return await execute(executor, tool, args, call);
  } catch (thrown) {
    const error = translated(thrown);
    if (!(error instanceof AppError)) throw error;
    call.onRefused?.(error);
    return { isError: true, content: [{ type: 'text', text: adviceOf(error) }] };
  } finally {
    stop();
  }
}

async function execute<Services>(
  executor: Pick<Executor<Services>, 'execute'>,
  tool: ToolDefinition<Services>,
  args: unknown,
  { caller, signal, publicUrl, onAnswered, onCounted }: ToolInvocation,
): Promise<CallToolResult> {
  // The arguments are read once the caller may do this.
  let read: ReadArguments | undefined;
  const outcome = await executor.execute(tool.operation, {
    caller,
    signal,
    onAnswered,
    onCounted,
    fields: () => (read = readArguments(tool.inputs, args)).fields,
    get idempotencyKey() {
      return read?.idempotencyKey ?? null;
    },
  });
  const ignored = ignoredNames([...(read?.ignored ?? []), ...outcome.ignored]);
  const content = tool.present(outcome, publicUrl);
  return resultOf(
    ignored === null ? content : new PreparedContent(withIgnored(content.json, ignored)),
  );
}

/** An object as JSON with one member more. */
const withIgnored = (json: string, ignored: string): string =>
  `${json.slice(0, -1)}${json === '{}' ? '' : ','}"ignored_arguments":${JSON.stringify(ignored)}}`;

/** What is wrong, and what to do. */
function adviceOf({ status, message, extra }: AppError): string {
  const seconds = extra.body?.['retry_after_seconds'];
  if (typeof seconds === 'number') return `${message}. Try again in ${seconds} seconds.`;
  const advice = ADVICE[status];
  return advice === undefined ? message : `${message}. ${advice}`;
}

// Where messages do not say it themselves.
const ADVICE: Readonly<Record<number, string>> = {
  404: 'Check the id: tools whose names begin with list_ show what there is.',
};
