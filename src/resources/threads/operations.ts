import { fromWire } from '../../operations/wire.js';
import { deleted, operationWith } from '../../operations/operation.js';
import { extentOf, PREVIEW } from '../emails/schema.js';
import {
  newThreadAgent,
  threadAgent,
  threadAgentKey,
  threadAgentPage,
  threadAgentQuery,
  threadDetail,
  threadJson,
  threadPage,
  threadPart,
  threadQuery,
  unassigned,
} from './schema.js';
import type { ThreadService } from './service.js';

const operation = operationWith<{ readonly threads: ThreadService }>();

// Mails of a thread that tools show, unless told.
const SHOWN_MAILS = 20;
const THREADS = '/v1/threads';
const THREAD = `${THREADS}/:id` as const;
const AGENTS = `${THREAD}/agents` as const;

const listThreads = operation({
  name: 'listThreads',
  summary: 'List threads, the one with the newest email first.',
  access: 'emails:read',
  input: threadQuery,
  output: threadPage,
  http: { method: 'GET', path: THREADS },
  run: ({ caller, services }, input) => services.threads.list(caller, fromWire(input)),
});

/** Spam, blocked and quarantined emails are left out. */
export const getThread = operation({
  name: 'getThread',
  summary: 'Read a thread with all its emails, oldest first, and its agents.',
  access: 'emails:read',
  input: threadPart,
  output: threadDetail,
  http: { method: 'GET', path: THREAD },
  tool: {
    details: 'Bodies are cut: read_email shows one whole.',
    defaults: { max_chars: PREVIEW, limit: SHOWN_MAILS },
  },
  async run({ caller, services }, { id, limit, offset, ...asked }) {
    const extent = extentOf(asked);
    return threadJson(await services.threads.read(caller, id, { limit, offset, extent }), extent);
  },
});

/** Of an agent that is assigned already the role changes. */
export const assignThreadAgent = operation({
  name: 'assignThreadAgent',
  summary: 'Assign an agent to a thread, or change the role of one that is assigned.',
  access: 'threads:write',
  input: newThreadAgent,
  output: threadAgent,
  http: {
    method: 'POST',
    path: `${THREAD}/assign`,
    variants: [{ method: 'POST', path: AGENTS }],
  },
  creates: true,
  tool: { idempotent: true },
  run: ({ caller, services }, { id, agent_id: agentId, role }) =>
    services.threads.assign(caller, id, { agentId, role }),
});

/** 404 for an agent that is not assigned. */
export const unassignThreadAgent = operation({
  name: 'unassignThreadAgent',
  summary: 'Take an agent off a thread.',
  access: 'threads:write',
  input: threadAgentKey,
  output: unassigned,
  http: {
    method: 'POST',
    path: `${THREAD}/unassign`,
    variants: [{ method: 'DELETE', path: `${AGENTS}/:agent_id` }],
  },
  tool: { destructive: true, idempotent: true },
  async run({ caller, services }, { id, agent_id: agentId }) {
    const gone = await services.threads.unassign(caller, id, agentId);
    return { ...deleted(gone.id), thread_id: gone.thread_id, agent_id: gone.agent_id };
  },
});

/** The first to come first. */
export const listThreadAgents = operation({
  name: 'listThreadAgents',
  summary: 'List the agents that are assigned to a thread.',
  access: 'emails:read',
  input: threadAgentQuery,
  output: threadAgentPage,
  http: { method: 'GET', path: AGENTS },
  run: ({ caller, services }, { id, ...paging }) => services.threads.agents(caller, id, paging),
});

/** Threads and who works on them. */
export const threadOperations = [
  listThreads,
  getThread,
  assignThreadAgent,
  unassignThreadAgent,
  listThreadAgents,
];
