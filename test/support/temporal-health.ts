import { Connection } from '@temporalio/client';

/** Whether the Temporal server at `address` answers a real call. */
export async function isHealthy(address: string): Promise<boolean> {
  try {
    const connection = await Connection.connect({ address, connectTimeout: 500 });
    await connection.workflowService.describeNamespace({ namespace: 'default' });
    await connection.close();
    return true;
  } catch {
    return false;
  }
}
