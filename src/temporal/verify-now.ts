import { Connection, WithStartWorkflowOperation, type Client } from '@temporalio/client';
import { withTimeout } from '../deadline.js';
import type { VerifyNow } from '../resources/domains/service.js';
import { verifyDomainRun } from '../resources/domains/run.js';
import { workflowId } from '../store/run.js';
import { createClient } from './client.js';
import { connectionOptions, type TemporalOptions } from './options.js';
import { orgIds, phase, resourceIds } from './search-attributes.js';

/** Asks runs of domains, on a connection of its own that need not be there. */
export interface DomainRunClient {
  readonly ask: VerifyNow;
  close(): Promise<void>;
}

// Milliseconds for an answer: then whoever asks looks by itself.
const ANSWERS_WITHIN_MS = 1_000;

/** Has the run of a domain look now, which is started where it is not there; waits so many milliseconds. */
export function createDomainRunClient(
  options: TemporalOptions,
  milliseconds = ANSWERS_WITHIN_MS,
): DomainRunClient {
  // Without the client's own retries: whoever asks has another way.
  const connection = Connection.lazy({ ...connectionOptions(options), interceptors: [] });
  const client = createClient(connection, options);
  const update = (domainId: string, orgId: string) =>
    client.withDeadline(Date.now() + milliseconds, () =>
      verifyNow(client, options.taskQueue, { domainId, orgId }),
    );
  return {
    ask: (domainId, orgId) =>
      withTimeout(
        milliseconds,
        update(domainId, orgId).then(
          () => true,
          () => false,
        ),
        false,
      ),
    close: () => connection.close().catch(() => undefined),
  };
}

async function verifyNow(
  client: Client,
  taskQueue: string,
  { domainId, orgId }: { readonly domainId: string; readonly orgId: string },
): Promise<void> {
  const { workflow } = verifyDomainRun;
  const startWorkflowOperation = new WithStartWorkflowOperation(workflow, {
    taskQueue,
    workflowId: workflowId(workflow, domainId),
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    args: [{ domainId }],
    staticSummary: `${workflow} ${domainId}`,
    typedSearchAttributes: [
      { key: orgIds, value: [orgId] },
      { key: resourceIds, value: [domainId] },
      { key: phase, value: verifyDomainRun.phase ?? '' },
    ],
  });
  await client.workflow.executeUpdateWithStart('verifyNow', { startWorkflowOperation });
}
