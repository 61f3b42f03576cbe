import { setTimeout as delay } from 'node:timers/promises';
import {
  CLIENT_CAPABILITIES_META_KEY,
  isInputRequiredResult,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type ClientCapabilities,
  type InputRequiredResult,
  type InputResponses,
  type Result,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Listener } from '../live/listener.js';
import { Watch } from '../live/watch.js';
import type { Log } from '../log.js';
import type { SessionOwner } from '../resources/tool-sessions/service.js';
import type {
  ToolTaskEnd,
  TaskInput,
  ToolTask,
  ToolTasks,
} from '../resources/tool-sessions/tasks.js';
import type { OpenCall } from './open-call.js';

interface LongCallsDeps {
  readonly listener: Pick<Listener, 'on' | 'onReconnect'>;
  readonly tasks: ToolTasks;
  readonly log: Log;
}

/** A call that is to be answered, and whose it is. */
export interface AnsweredCall<Answer> {
  readonly owner: SessionOwner;
  readonly call: OpenCall;
  /** Carries it out; the context says what its program has answered, where it was asked something. */
  readonly work: (context: ServerContext) => Promise<Answer>;
  /** It goes on behind its answer, until this resolves. */
  readonly goesOn: (over: Promise<void>) => void;
}

/** The extension of 2026-07-28 by which a call is answered before it is over. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

// Milliseconds. What is over sooner is answered as ever, which spares a program to ask for it.
const BECOMES_TASK_AFTER_MS = 500;
const ASK_EVERY_MS = 2_000;
// How long a task is kept (TASKS_KEPT), as programs are told.
const KEPT_MS = 60 * 60 * 1_000;
// Two of them may get lost before a task counts as lost itself.
const ALIVE_EVERY_MS = 10_000;
// Characters of JSON: of an owner's tasks a hundred are kept.
const MAX_ANSWER = 1024 * 1024;

const IDENTIFIED = z.looseObject({ taskId: z.string().max(100) });
const LATE = Symbol('late');

/** Calls that have taken too long for their request, of programs that know tasks. */
export class LongCalls {
  private readonly running = new Map<string, OpenCall>();
  /** Those that wait for their program, and what wakes them. */
  private readonly asking = new Map<string, () => void>();
  private readonly watch: Watch<string>;

  constructor(private readonly deps: LongCallsDeps) {
    this.watch = new Watch(deps.listener, {
      hears: [['tool_session_told', (told) => this.told(told)]],
      keys: () => this.running.keys(),
      look: (ids) => this.look([...ids]),
      everyMs: ALIVE_EVERY_MS,
    });
  }

  /** Answers a call with what comes of it; where that takes long, with a task, as far as its program knows them. */
  async answer<Answer extends Result>(
    given: AnsweredCall<Answer>,
  ): Promise<Answer | CallToolResult> {
    const { owner, call, work, goesOn } = given;
    const running = work(call.context);
    if (!knowsTasks(call.context) || (await isOverSoon(running))) return running;
    const task = await this.begin(owner);
    if (!task) return running;
    call.detach();
    this.running.set(task.id, call);
    goesOn(this.keep(given, task.id, running));
    // The package wants content of every tool.
    return { content: [], resultType: 'task', ...asSeen(task) };
  }

  /** Adds what programs ask of tasks to a server instance. */
  addTo(server: Server, owner: SessionOwner): void {
    server.registerCapabilities({ extensions: { [TASKS_EXTENSION]: {} } });
    const on = (
      method: string,
      answer: (task: ToolTask, context: ServerContext) => Result | Promise<Result>,
    ) =>
      server.setRequestHandler(method, { params: IDENTIFIED }, async ({ taskId }, context) => {
        if (!knowsTasks(context)) throw new MissingRequiredClientCapabilityError(REQUIRED);
        const task = await this.deps.tasks.find(owner, taskId).catch(this.asInternal);
        if (!task) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Task not found');
        return answer(task, context);
      });
    on('tasks/get', (task) => ({ ...asSeen(task), ...outcomeOf(task) }));
    on('tasks/update', async ({ id }, { mcpReq }) => {
      await this.deps.tasks.respond(owner, id, mcpReq.inputResponses ?? {}).catch(this.asInternal);
      return {};
    });
    on('tasks/cancel', async ({ id }) => {
      await this.deps.tasks.cancel(owner, id).catch(this.asInternal);
      return {};
    });
  }

  close(): void {
    this.watch.close();
  }

  /** Null where its owner has too many, or storage is away: the call is answered when it is over. */
  private async begin(owner: SessionOwner): Promise<ToolTask | null> {
    return this.deps.tasks.begin(owner).catch((err: unknown) => {
      this.deps.log.error({ err }, 'a call could not become a task');
      return null;
    });
  }

  /** What storage says is for the log. */
  private readonly asInternal = (err: unknown): never => {
    this.deps.log.error({ err }, 'tasks could not be looked at');
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
  };

  private async keep(
    given: AnsweredCall<Result>,
    id: string,
    running: Promise<Result>,
  ): Promise<void> {
    const { owner, call } = given;
    const end = await this.resultOf(given, id, running).then(completed, failed);
    this.running.delete(id);
    call.kept(await this.end(owner, id, end));
  }

  private async end(owner: SessionOwner, id: string, end: ToolTaskEnd): Promise<boolean> {
    return this.deps.tasks.end(owner, id, end).catch((err: unknown) => {
      this.deps.log.error({ err, id }, 'what came of a task could not be kept');
      return false;
    });
  }

  /** What comes of it, once its program has answered whatever the tool asks. */
  private async resultOf(
    { owner, call, work }: AnsweredCall<Result>,
    id: string,
    running: Promise<Result>,
  ): Promise<Result> {
    let result = await running;
    while (isInputRequiredResult(result)) {
      await this.end(owner, id, { status: 'input_required', answer: questionsIn(result) });
      const inputResponses = await this.responsesTo(owner, id, call.signal);
      result = await work({ ...call.context, mcpReq: { ...call.context.mcpReq, inputResponses } });
    }
    return result;
  }

  /** @throws ProtocolError when nobody wants it any more */
  private async responsesTo(
    owner: SessionOwner,
    id: string,
    signal: AbortSignal,
  ): Promise<InputResponses> {
    signal.addEventListener('abort', () => this.wake(id), { once: true });
    for (;;) {
      // Listens first, looks second. Where storage is away, a later look finds out.
      const woken = new Promise<void>((resolve) => this.asking.set(id, resolve));
      const task = await this.deps.tasks.find(owner, id).catch(() => undefined);
      if (signal.aborted || task === null) throw new ProtocolError(CANCELLED, 'Cancelled');
      if (task?.status === 'working' && task.answer !== null)
        return (JSON.parse(task.answer) as TaskInput).inputResponses as InputResponses;
      await woken;
    }
  }

  private wake(id: string): void {
    this.asking.get(id)?.();
    this.asking.delete(id);
  }

  private told(told: string): void {
    const [what, id = ''] = told.split(' ', 2);
    if (what === 'cancelled') this.running.get(id)?.cancel();
    if (what === 'answered') this.wake(id);
  }

  /** Says that they run, and ends those that are not to. */
  private async look(ids: readonly string[]): Promise<void> {
    const goOn = await this.deps.tasks.alive(ids);
    for (const id of ids) if (!goOn.has(id)) this.running.get(id)?.cancel();
    for (const id of ids) this.wake(id);
  }
}

const REQUIRED = { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } };

/** Whether the program says, with this request, that it does. */
export function knowsTasks({ mcpReq }: ServerContext): boolean {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const can = envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  return can?.extensions?.[TASKS_EXTENSION] !== undefined;
}

async function isOverSoon(running: Promise<unknown>): Promise<boolean> {
  const stop = new AbortController();
  const late = delay(BECOMES_TASK_AFTER_MS, LATE, { signal: stop.signal });
  try {
    return (await Promise.race([running, late])) !== LATE;
  } finally {
    late.catch(() => undefined);
    stop.abort();
  }
}

const CANCELLED = ProtocolErrorCode.InternalError;

const questionsIn = ({ inputRequests = {} }: InputRequiredResult): string =>
  JSON.stringify({ inputRequests, inputResponses: {} } satisfies TaskInput);

function completed(result: Result): ToolTaskEnd {
  const answer = JSON.stringify(result);
  return { status: 'completed', answer: answer.length > MAX_ANSWER ? TOO_LARGE : answer };
}

const TOO_LARGE = JSON.stringify({
  isError: true,
  content: [
    { type: 'text', text: 'The answer is larger than 1 MiB, which no task keeps. Ask for less.' },
  ],
});

function failed(error: unknown): ToolTaskEnd {
  const { code, message } =
    error instanceof ProtocolError
      ? error
      : { code: ProtocolErrorCode.InternalError, message: 'Internal error' };
  return { status: 'failed', answer: JSON.stringify({ code, message }) };
}

const LOST = {
  code: ProtocolErrorCode.InternalError,
  message: 'The process that ran this call is gone. Call again with the same idempotency_key.',
};

const asSeen = ({ id, status, createdAt, changedAt }: ToolTask) => ({
  taskId: id,
  status: status === 'lost' ? 'failed' : status,
  createdAt: createdAt.toISOString(),
  lastUpdatedAt: changedAt.toISOString(),
  ttlMs: KEPT_MS,
  pollIntervalMs: ASK_EVERY_MS,
});

/** What came of a task, as far as it is over, and what it asks before that. */
function outcomeOf({ status, answer }: ToolTask): object {
  if (status === 'lost') return { error: LOST };
  if (answer === null || status === 'working' || status === 'cancelled') return {};
  const said = JSON.parse(answer) as unknown;
  if (status === 'input_required') return { inputRequests: (said as TaskInput).inputRequests };
  return { [status === 'failed' ? 'error' : 'result']: said };
}
