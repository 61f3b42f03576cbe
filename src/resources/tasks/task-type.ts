import type { z } from 'zod';
import type { KeyScope } from '../../auth/scopes.js';
import type { Database } from '../../db/database.js';
import type { DraftService } from '../drafts/service.js';
import type { DurableWaitStore } from '../durable-waits/store.js';
import type { JsonObject, TaskRow } from './rows.js';

/** What steps are done with. */
export interface StepDeps {
  readonly database: Database;
  readonly durableWaits: Pick<DurableWaitStore, 'create' | 'find' | 'look'>;
  readonly drafts: Pick<DraftService, 'create'>;
}

/** What a step is given. All it does joins the transaction that records it. */
export interface StepContext<Input = JsonObject> extends StepDeps {
  readonly task: TaskRow;
  readonly input: Input;
  /** Results of finished steps, by name. */
  readonly results: Readonly<Record<string, JsonObject>>;
}

/** What came of a step: it is done, waits for mail, or the time is up. */
export type StepOutcome =
  | { readonly kind: 'done'; readonly result: JsonObject }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'too-late' };

/** One step: an activity of this name. */
export interface TaskStep<Input = JsonObject> {
  readonly name: string;
  /** @throws AppError where the task cannot be done; it fails with its message */
  run(context: StepContext<Input>): Promise<StepOutcome>;
  /** Takes back what it did, as far as that is possible. */
  undo?(this: void, context: StepContext<Input>): Promise<void>;
}

/** What a task is about, beside the inbox that it may name. */
export interface TaskSubject {
  readonly emailId?: string | undefined;
  readonly threadId?: string | undefined;
}

/** A kind of work: everything the service knows of it. */
export interface TaskType<Schema extends z.ZodObject = z.ZodObject> {
  readonly type: string;
  readonly summary: string;
  /** Fields of `input`, `timeout_seconds` aside. */
  readonly input: Schema;
  /** What a key must be allowed besides `tasks:write`. */
  readonly scopes: readonly KeyScope[];
  readonly needsInbox?: boolean;
  subject?(input: z.output<Schema>): TaskSubject;
  readonly steps: readonly TaskStep<z.output<Schema>>[];
}

/** Keeps the types of a task's input. The result of the last step is the output. */
export const taskType = <Schema extends z.ZodObject>(type: TaskType<Schema>): TaskType => type;

/** The step is done. */
export const done = (result: JsonObject): StepOutcome => ({ kind: 'done', result });
