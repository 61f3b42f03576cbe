import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

declare global {
  /** The process of the test servers, handed from set-up to tear-down. */
  var testServers: ChildProcess | undefined;
}

/** Ends the servers of this run. (They also end by themselves when Jest is killed.) */
export default async function tearDown(): Promise<void> {
  const servers = globalThis.testServers;
  if (!servers || servers.exitCode !== null) return;
  const ended = once(servers, 'exit');
  servers.disconnect();
  await ended;
}
