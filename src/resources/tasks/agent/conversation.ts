import type { ModelMessage, ModelToolCall } from '../../../models/messages.js';
import type { KeptStep } from '../kept-steps.js';

/** What a turn of a model came to. */
export interface Turn {
  readonly text: string;
  readonly calls: readonly ModelToolCall[];
}

/** A call that was made, or waits to be allowed. */
export interface ToolUse {
  readonly tool: string;
  readonly arguments: unknown;
  /** As JSON; null while it was not made. */
  readonly result: string | null;
}

/** A step of an agent. */
export type AgentStep = KeptStep<Turn | ToolUse>;

/** The names under which steps of an agent are kept: `takeTurn:2`, `useTool:2.1`. */
export const turnName = (turn: number) => `takeTurn:${turn}`;
/** The same of the calls of a turn. */
export const useName = (turn: number, call: number) => `useTool:${turn}.${call}`;

const isTurn = (content: Turn | ToolUse): content is Turn => 'calls' in content;

/** What a model is shown of it. */
export function messagesOf(goal: string, steps: readonly AgentStep[]): ModelMessage[] {
  const messages: ModelMessage[] = [{ role: 'user', text: goal }];
  let calls: readonly ModelToolCall[] = [];
  for (const { content } of steps) {
    if (content === null) continue;
    if (isTurn(content)) {
      messages.push({ role: 'assistant', ...content });
      calls = [...content.calls];
    } else if (content.result !== null) {
      const [call, ...others] = calls;
      calls = others;
      if (call)
        messages.push({ role: 'tool', id: call.id, name: call.name, result: content.result });
    }
  }
  return messages;
}

/** The call that a step is to make. */
export function callOf(
  steps: readonly AgentStep[],
  turn: number,
  call: number,
): ModelToolCall | null {
  const content = steps.find(({ name }) => name === turnName(turn))?.content;
  return content && isTurn(content) ? (content.calls[call - 1] ?? null) : null;
}
