import { randomBytes } from 'node:crypto';
import { startSmtpSink, type SmtpSink } from '../../support/smtp-sink.js';
import {
  createInstallation,
  type Installation,
  type RunningService,
} from '../../e2e/installation.js';
import { addressOfPostgres } from '../../e2e/postgres-processes.js';
import { createRestClient, type RestClient } from '../../e2e/rest-client.js';
import type { Inbox } from '../waiters.js';

/** A service with everything embedded, and those who look on while a storm passes. */
export interface Scene {
  readonly installation: Installation;
  readonly service: RunningService;
  readonly client: RestClient;
  readonly databaseUrl: string;
  /** Where mail that leaves arrives. */
  readonly sink: SmtpSink;
  /** Gets the small mail. */
  readonly calm: Inbox;
  /** What the storm is aimed at. */
  readonly target: Inbox;
}

/** Starts it; `stop` of what is answered ends it all. */
export async function openScene(): Promise<Scene & { stop(): Promise<void> }> {
  const sink = await startSmtpSink();
  // Secrets are given, as a service whose Postgres is elsewhere makes none of its own.
  const settings = {
    OUTBOUND_URL: `smtp://127.0.0.1:${sink.port}`,
    INBOUND_SECRET: randomBytes(24).toString('base64url'),
    MASTER_KEY: randomBytes(32).toString('base64'),
  };
  const installation = await createInstallation(settings);
  const stop = async () => {
    await installation.remove();
    await sink.close();
  };
  try {
    const service = await installation.start();
    const client = createRestClient(service.rest, await installation.apiKey());
    return {
      installation,
      service,
      client,
      sink,
      databaseUrl: await addressOfPostgres(installation.directory),
      calm: await client.read<Inbox>('/v1/inboxes', {}),
      target: await client.read<Inbox>('/v1/inboxes', {}),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
