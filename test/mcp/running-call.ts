import { until } from '../support/mail-api.js';
import { call, type Sender, type ToolApi } from './fixture.js';
import { openStream } from './open-stream.js';

/** A call of a tool with the argument `text`. */
interface RunningCall {
  readonly name: string;
  readonly text: string;
  readonly id: number;
}

/** A call that runs until its test ends it, and the stream of its answer. */
export async function startCall(api: ToolApi, sender: Sender, { id, name, text }: RunningCall) {
  const stream = await openStream(sender, call(id, name, text));
  await until(() => api.toolbox.running.has(text) && stream.id() !== undefined);
  return { stream, call: api.toolbox.running.get(text)! };
}

/** Whether the answer of a call was written, once that is known: what a program sees comes before. */
export async function settled({ toolbox }: ToolApi, text: string): Promise<boolean> {
  const found = () => toolbox.settled.find(([given]) => given === text);
  await until(() => found() !== undefined);
  return found()![1];
}

/** The text of an answer. */
export const textOf = (answer: unknown) =>
  (answer as { result: { content: { text: string }[] } }).result.content[0]!.text;
