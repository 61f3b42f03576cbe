import type { z } from 'zod';
import type { Caller } from '../../auth/caller.js';
import type { AccessScope } from '../../auth/ownership.js';
import type { KeyScope } from '../../auth/scopes.js';
import type { Database } from '../../db/database.js';
import { conflict } from '../../errors.js';
import type { BrowserSessionService } from '../browser-sessions/service.js';
import type { CredentialPlace, CredentialService } from '../credentials/service.js';
import type { DraftService } from '../drafts/service.js';
import type { DurableWaitStore } from '../durable-waits/store.js';
import type { SenderChecks } from '../inbound/sender-checks.js';
import type { Models } from '../../models/models.js';
import type { AgentTools } from './agent/tools.js';
import type { JsonSchemas } from './json-schema.js';
import type { JsonObject, StepRow, TaskView } from './rows.js';

/** Inboxes as steps make and remove them. */
interface TaskInboxes {
  create(caller: Caller, input: object): Promise<InboxAnswer>;
  get(access: AccessScope, id: string): Promise<InboxAnswer>;
  remove(access: AccessScope, id: string): Promise<void>;
}

interface InboxAnswer {
  readonly inbox: { readonly id: string; readonly address: string };
}

/** What steps are done with. */
export interface StepDeps {
  readonly database: Database;
  readonly durableWaits: Pick<DurableWaitStore, 'create' | 'find' | 'look'>;
  readonly drafts: Pick<DraftService, 'create'>;
  readonly models: Pick<Models, 'find' | 'ask' | 'askForJson'>;
  readonly tools: AgentTools;
  readonly schemas: Pick<JsonSchemas, 'check'>;
  readonly browserSessions: Pick<
    BrowserSessionService,
    'begin' | 'carryOut' | 'hold' | 'requireOpen'
  >;
  readonly credentials: Pick<CredentialService, 'store' | 'change' | 'remove' | 'forUse'>;
  readonly senders: Pick<SenderChecks, 'check'>;
  readonly inboxes: TaskInboxes;
}

/** What a step is given. All it does joins the transaction that records it. */
export interface StepContext<Input = JsonObject> extends StepDeps {
  readonly task: TaskView;
  readonly input: Input;
  /** Results of finished steps, by name. */
  readonly results: Readonly<Record<string, JsonObject>>;
}

/** The key that made the task, as it is now. @throws AppError 409 when it is gone */
export async function makerOf({
  task: { madeBy },
  tools,
}: Pick<StepContext, 'task' | 'tools'>): Promise<Caller> {
  const caller = madeBy === null ? null : await tools.callerOf(madeBy);
  if (!caller) throw conflict('The API key that made the task is gone');
  return caller;
}

/** What came of a step: it is done, waits for mail or for somebody's decision, or the time is up. */
export type StepOutcome =
  | {
      readonly kind: 'done';
      readonly result: JsonObject;
      /** What is kept of it beside, and no list shows. */
      readonly content?: object;
      /** Of the step that is the last whatever comes behind it. */
      readonly output?: JsonObject;
    }
  /** `content` is what is asked for, of those who decide for an inbox: of the task, unless it is said. */
  | { readonly kind: 'asking'; readonly content: object; readonly inboxId?: string | null }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'too-late' };

/** One step: an activity of this name. */
export interface TaskStep<Input = JsonObject> {
  readonly name: string;
  /**
   * What takes long, or has transactions of its own: models, tools. Where the step is not recorded it is done again.
   * `as` is the name under which it will be.
   */
  prepare?(this: void, context: StepContext<Input>, as: string): Promise<object | null>;
  /** Whether it may ask a model, where there is one or in any case: then it takes minutes. */
  readonly usesModel?: 'if-there-is-one' | 'always';
  /** Whether it does something in a browser: then it takes minutes. */
  readonly usesBrowser?: boolean;
  /** `prepared` is what `prepare` came to. @throws AppError where the task cannot be done; it fails with its message */
  run(context: StepContext<Input>, prepared: object | null): Promise<StepOutcome>;
  /** Takes back what it did, as far as that is possible. */
  undo?(this: void, context: StepContext<Input>): Promise<void>;
}

/** What a task is about, beside the inbox that it may name. */
export interface TaskSubject {
  readonly inboxId?: string | undefined;
  readonly emailId?: string | undefined;
  readonly threadId?: string | undefined;
}

/** What a task may be done with: of the vault, of browsers, and inboxes to send from. */
export interface TaskMeans {
  readonly inboxIds?: readonly string[];
  readonly credential?: CredentialPlace | undefined;
  readonly sessionId?: string | undefined;
}

/** A step, and the name under which it is recorded. */
export interface NextStep {
  readonly step: TaskStep;
  readonly as: string;
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
  /** Whether who approves what it asks for may give values of fields. */
  readonly takesFields?: boolean;
  subject?(input: z.output<Schema>): TaskSubject;
  means?(input: z.output<Schema>): TaskMeans;
  /** Whether it cannot be done without a model. */
  needsModel?(input: z.output<Schema>): boolean;
  /** A JSON Schema that the client gives in it. */
  schemaOf?(input: z.output<Schema>): JsonObject | undefined;
  /** @throws AppError 400 for what the schema cannot know */
  check?(input: z.output<Schema>, tools: Pick<AgentTools, 'all'>): void;
  readonly steps: readonly TaskStep<z.output<Schema>>[];
  /** The step that is next, where that is not the first that is not done. */
  next?(steps: readonly StepRow[]): NextStep;
}

/** Keeps the types of a task's input. The result of the last step is the output. */
export const taskType = <Schema extends z.ZodObject>(type: TaskType<Schema>): TaskType => type;

/** The step is done. */
export const done = (result: JsonObject): StepOutcome => ({ kind: 'done', result });
