import { writeFile } from 'node:fs/promises';
import { call } from './client.js';
import { withProgram, type Program } from './generator.js';
import type { ReceiverCommands, Receivers } from './generators/receivers.js';
import { withService, type BenchService, type ServiceOptions } from './service.js';

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

/** Runs `work` with a service whose mail `subscribers` receivers are told of. */
export function withSubscribedService<T>(
  options: ServiceOptions,
  subscribers: number,
  work: (service: BenchService) => Promise<T>,
): Promise<T> {
  if (subscribers === 0) return withService(options, work);
  return withProgram('generators/receivers', async (program: Program<ReceiverCommands>) => {
    const receivers = await program.ask('start', subscribers);
    const settings = await settingsFor(receivers, `${options.dataDir}-receivers.pem`);
    return withService({ ...options, settings }, async (service) => {
      await subscribe(service, receivers.ports);
      return work(service);
    });
  });
}
