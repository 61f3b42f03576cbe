import type { RunningService, SharedInstallation } from './installation.js';

/**
 * Kills the only worker there is. Attempts to send that it leaves behind are taken for older than they
 * are: nobody has to wait the minute until they count as lost.
 */
export async function killWorker(
  { database }: SharedInstallation,
  worker: RunningService,
): Promise<void> {
  worker.kill('SIGKILL');
  await worker.ended;
  await database.database.query(
    `UPDATE send_attempts SET started_at = started_at - interval '2 minutes' WHERE outcome IS NULL`,
  );
}
