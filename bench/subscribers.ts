import { writeFile } from 'node:fs/promises';
import { call, pendingDeliveries, unsettled, withDatabase, within } from './client.js';
import type { Receivers } from './generators/receivers.js';
import type { BenchService } from './service.js';

/** Settings with which a service reaches and trusts receivers; `file` is where it finds their certificate. */
export async function settingsFor({ certificate }: Receivers, file: string) {
  await writeFile(file, certificate);
  return { EGRESS_ALLOW: '127.0.0.0/8', EXTRA_CA_FILE: file };
}

/** Subscribes receivers to mail; the ids of the webhooks. */
export async function subscribe(
  service: BenchService,
  ports: readonly number[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const port of ports) {
    const url = `https://127.0.0.1:${port}/hook`;
    ids.push((await call<{ id: string }>(service, '/v1/webhooks', { url })).id);
  }
  return ids;
}

/** Deletes webhooks: what they have not been told yet is not told. */
export async function unsubscribe(
  { rest, apiKey }: BenchService,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids)
    await fetch(`${rest}/v1/webhooks/${id}`, {
      method: 'DELETE',
      headers: { 'X-API-Key': apiKey },
    });
}

// Milliseconds for everything that was accepted to be told.
const TOLD_WITHIN = 120_000;

/** Until Temporal has finished with all mail and all webhooks were told. */
export const quiet = (service: BenchService): Promise<void> =>
  withDatabase(service.databaseUrl, (client) =>
    within(
      TOLD_WITHIN,
      async () => (await unsettled(client)) + (await pendingDeliveries(client)) === 0,
    ),
  );
