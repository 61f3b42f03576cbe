import { join } from 'node:path';
import type pg from 'pg';
import { createInboxes, withDatabase, type BenchInbox } from './client.js';
import type { BenchOptions } from './figures.js';
import { withProgram, type Program } from './generator.js';
import type { ResolverCommands } from './generators/resolvers.js';
import type { SinkCommands } from './generators/sink.js';
import type { SmtpCommands } from './generators/smtp.js';
import { withService, type BenchService } from './service.js';

/** What its own addresses are at. */
export const MAIL_DOMAIN = 'bench.test';
/** Milliseconds until a resolver answers. */
export const RESOLVER_MS = 20;

/** A service whose resolvers see every domain as it was told to be, and what is around it. */
export interface DomainParts {
  readonly service: BenchService;
  readonly dataDir: string;
  readonly database: pg.Client;
  readonly resolvers: Program<ResolverCommands>;
  readonly sink: Program<SinkCommands>;
  readonly generator: Program<SmtpCommands>;
  readonly inboxes: readonly BenchInbox[];
  readonly size: 'quick' | 'full';
}

/** Runs `work` with such a service. */
export const withDomainService = <T>(
  { directory, full }: BenchOptions,
  work: (parts: DomainParts) => Promise<T>,
): Promise<T> =>
  withProgram('generators/resolvers', (resolvers: Program<ResolverCommands>) =>
    withProgram('generators/sink', (sink: Program<SinkCommands>) =>
      withProgram('generators/smtp', async (generator: Program<SmtpCommands>) => {
        const dataDir = join(directory, 'service');
        const settings = {
          MAIL_DOMAIN,
          DOH_URL: await resolvers.ask('start', { mailDomain: MAIL_DOMAIN, delay: RESOLVER_MS }),
          OUTBOUND_URL: `smtp://127.0.0.1:${await sink.ask('start')}?tls=never`,
        };
        return withService({ dataDir, settings }, (service) =>
          withDatabase(service.databaseUrl, async (database) => {
            const inboxes = await createInboxes(service, 20);
            const size = full ? 'full' : 'quick';
            return work({
              ...{ service, dataDir, database, resolvers, sink, generator, inboxes, size },
            });
          }),
        );
      }),
    ),
  );
