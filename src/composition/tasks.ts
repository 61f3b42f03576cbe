import type { Models } from '../models/models.js';
import { MailDescriptions } from '../resources/ai-config/describing.js';
import { QuestionAnswering } from '../resources/questions/answering.js';
import { ANSWERED_QUESTIONS, QuestionService } from '../resources/questions/service.js';
import { EndWatches } from '../live/end-watches.js';
import { TaskDeciding } from '../resources/tasks/deciding.js';
import { TaskQueue } from '../resources/tasks/queue.js';
import { TaskRuns } from '../resources/tasks/runs.js';
import { TaskService } from '../resources/tasks/service.js';
import type { AgentTools } from '../resources/tasks/agent/tools.js';
import type { StepDeps } from '../resources/tasks/task-type.js';
import { CHANGED_TASKS, CLAIMABLE_TASKS } from '../resources/tasks/watches.js';
import type { FindInbox } from '../store/inboxes.js';
import type { Infrastructure } from './infrastructure.js';

type TaskParts = Pick<
  Infrastructure,
  'databases' | 'listener' | 'cursors' | 'jsonSchemas' | 'log'
> & {
  readonly findInbox: FindInbox;
  readonly models: Models;
  readonly tools: AgentTools;
  readonly senders: StepDeps['senders'];
};

type OtherStepDeps = Omit<StepDeps, 'database' | 'models' | 'tools' | 'schemas' | 'senders'>;

/** Work that takes time, and what else asks models. */
export function tasksAndQuestions(parts: TaskParts, steps: OtherStepDeps) {
  const tasks = tasksAndApprovals(parts, steps);
  const questions = questionsOfMail(parts);
  return {
    requests: { ...tasks.requests, ...questions.requests },
    background: {
      ...tasks.background,
      ...questions.background,
      mailDescriptions: new MailDescriptions({ ...parts, database: parts.databases.background }),
    },
    /** What persons decide of tasks. */
    deciders: tasks.deciders,
    close() {
      tasks.close();
      questions.close();
    },
  };
}

/** Tasks; steps are done in the background. */
function tasksAndApprovals(parts: TaskParts, steps: OtherStepDeps) {
  const { databases, listener, jsonSchemas: schemas, models, tools, senders } = parts;
  const { front: database, background } = databases;
  const watches = new EndWatches(database, listener, CHANGED_TASKS);
  const claims = new EndWatches(database, listener, CLAIMABLE_TASKS);
  const queue = new TaskQueue(database);
  const deciding = new TaskDeciding(database);
  const taskDeciding = new TaskDeciding(background);
  const { credentials, browserSessions } = steps;
  const checked = { schemas, credentials, browserSessions };
  const requests = { ...parts, ...checked, database, queue, deciding, watches, claims };
  const tasks = new TaskService(requests);
  return {
    requests: { tasks },
    deciders: { requests: deciding, background: taskDeciding },
    background: {
      taskRuns: new TaskRuns({ ...steps, models, tools, schemas, senders, database: background }),
      taskDeciding,
    },
    close() {
      watches.close();
      claims.close();
    },
  };
}

/** Questions about mail: the process that is asked answers, and a run what it leaves. */
function questionsOfMail(parts: TaskParts) {
  const { databases, listener } = parts;
  const { front: database, background } = databases;
  const watches = new EndWatches(database, listener, ANSWERED_QUESTIONS);
  const answering = new QuestionAnswering({ database: background, models: parts.models });
  return {
    requests: { questions: new QuestionService({ ...parts, database, answering, watches }) },
    background: { questionAnswering: answering },
    close: () => watches.close(),
  };
}
