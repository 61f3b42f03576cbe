import type { z } from 'zod';
import { fromWire } from '../../operations/wire.js';
import { deleted } from '../../operations/operation.js';
import { operationsOn } from '../../operations/resource-operations.js';
import { extentOf, PREVIEW } from '../emails/schema.js';
import {
  newThreadAgent,
  thread,
  threadAgent,
  threadAgentKey,
  threadAgentPage,
  threadAgentQuery,
  threadDetail,
  threadJson,
  threadPart,
  threadQuery,
  unassigned,
} from './schema.js';
import type { ThreadService } from './service.js';

// Mails of a thread that tools show, unless told.
const SHOWN_MAILS = 20;
const THREADS = '/v1/threads';
const THREAD = `${THREADS}/:id` as const;
const AGENTS = `${THREAD}/agents` as const;

const { operation, list } = operationsOn<{ readonly threads: ThreadService }>()({
  path: THREADS,
  access: 'threads:write',
  reading: 'emails:read',
  item: thread,
  present: (row: z.input<typeof thread>) => row,
});

/** Threads and who works on them. */
export const threadOperations = [
  list({
    name: 'listThreads',
    summary: 'List threads, the one with the newest email first.',
    input: threadQuery,
    run: ({ caller, services }, input) => services.threads.list(caller, fromWire(input)),
  }),

  /** Spam, blocked and quarantined emails are left out. */
  operation({
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
  }),

  /** Of an agent that is assigned already the role changes. */
  operation({
    name: 'assignThreadAgent',
    summary: 'Assign an agent to a thread, or change the role of one that is assigned.',
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
  }),

  /** 404 for an agent that is not assigned. */
  operation({
    name: 'unassignThreadAgent',
    summary: 'Take an agent off a thread.',
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
  }),

  /** The first to come first. */
  operation({
    name: 'listThreadAgents',
    summary: 'List the agents that are assigned to a thread.',
    access: 'emails:read',
    input: threadAgentQuery,
    output: threadAgentPage,
    http: { method: 'GET', path: AGENTS },
    run: ({ caller, services }, { id, ...paging }) => services.threads.agents(caller, id, paging),
  }),
];
