import { Connection } from '@temporalio/client';

/** Whether the Temporal server at `address` answers a real call. */
export async function isHealthy(address: string): Promise<boolean> {
  const connection = Connection.lazy({ address, connectTimeout: 500 });
  try {
    await connection.withDeadline(Date.now() + 1_000, () =>
      connection.workflowService.describeNamespace({ namespace: 'default' }),
    );
    return true;
  } catch {
    return false;
  } finally {
    await connection.close();
  }
}
