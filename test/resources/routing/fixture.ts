import { createCursors } from '../../../src/db/cursor.js';
import type { Database } from '../../../src/db/database.js';
import { nothing } from '../../../src/dns/answer.js';
import { cachedResolver } from '../../../src/dns/resolver.js';
import { createLog } from '../../../src/log.js';
import type { Analysis } from '../../../src/mail/analysis.js';
import { InboundProcessing } from '../../../src/resources/inbound/processing.js';
import { MailReleasing } from '../../../src/resources/inbound/releasing.js';
import { SenderChecks } from '../../../src/resources/inbound/sender-checks.js';
import { InboundService } from '../../../src/resources/inbound/service.js';
import { RoutingService, type NewRule } from '../../../src/resources/routing/service.js';
import { createSenderVerifier } from '../../../src/sender/verify.js';
import { createOutbox } from '../../../src/store/outbox.js';
import { createTestDatabase } from '../../support/database.js';
import { makeInbox } from '../../support/inboxes.js';
import { analysis, rawMail } from '../../support/mail.js';
import { pendingMail } from '../../support/pending.js';
import type { TestInbox } from '../../support/mail-api.js';
import { NO_RELAY } from '../../support/relay.js';

const RUN = { workflowId: 'processInbound:test', attempt: 1 };
// No DNS is asked: nothing is published anywhere.
const NO_DNS = { ask: async () => nothing('no_name') };

let mails = 0;
/** Bytes of a mail that no other mail has. */
export const anyMail = (headers: Record<string, string> = {}) =>
  rawMail({ Subject: 'Any', 'Message-ID': `<${mails++}@northwind.example>`, ...headers });

/** Accepting, finishing, releasing and rules on a database of its own. */
export async function startRouting() {
  const { database, drop } = await createTestDatabase();
  const verifier = createSenderVerifier(cachedResolver(NO_DNS));
  const senders = new SenderChecks({ database, verifier });
  const rules = new RoutingService({ database, cursors: createCursors(Buffer.alloc(32)) });
  const finishing = new InboundProcessing({ database, senders, relay: NO_RELAY });
  return {
    database,
    drop,
    rules,
    /** Finishes mail that was put off, of which a parse finds `found`. */
    finishPending: (found: Partial<Analysis>) =>
      pendingMail(database, async () => analysis(found)).finish(),
    releasing: new MailReleasing({ database, outbox: createOutbox() }),
    finish: (...ids: string[]) => finishing.process(ids, RUN),
    fail: (id: string) => finishing.fail(id, 'processing failed', RUN),
    rule: (orgId: string, rule: Partial<NewRule>) =>
      rules.create({ orgId, allowedInboxIds: null }, { ...ANY_RULE, ...rule }),
    /** Another inbox of the organization. */
    async beside(inbox: TestInbox): Promise<TestInbox> {
      const other = await makeInbox(database);
      await database.query('UPDATE inboxes SET org_id = $2 WHERE id = $1', [
        other.inboxId,
        inbox.orgId,
      ]);
      return { ...other, orgId: inbox.orgId };
    },
    /** Accepts a mail of which the first parse finds `found`; null stands for one that ran out of time. */
    async accept(
      recipients: TestInbox | TestInbox[],
      found: Partial<Analysis> | null = {},
      raw = anyMail(),
    ): Promise<string> {
      const parser = { parse: async () => found && analysis(found) };
      const log = createLog('silent');
      const service = new InboundService({ database, parser, mailDomain: 'mail.test', log });
      const source = { protocol: 'ESMTP', remoteAddress: '192.0.2.1', helo: 'mx', id: 's' };
      const to = Array.isArray(recipients) ? recipients : [recipients];
      const [id] = await service.accept({ mailFrom: 'b@x.example', recipients: to, raw, source });
      return id!;
    },
    row: (id: string) => rowOf(database, id),
    mailsOf: (inbox: TestInbox) =>
      database.query<{ id: string; routed_from: string | null; thread_id: string }>(
        'SELECT * FROM emails WHERE inbox_id = $1 ORDER BY uid',
        [inbox.inboxId],
      ),
    agentsOf: (threadId: unknown) =>
      database.query<{ agent_id: string; role: string }>(
        'SELECT agent_id, role FROM thread_agents WHERE thread_id = $1 ORDER BY agent_id',
        [threadId],
      ),
    eventsOf: async (id: unknown) =>
      (
        await database.query<{ kind: string }>(
          'SELECT kind FROM events WHERE resource_id = $1 ORDER BY xid, seq',
          [id],
        )
      ).map(({ kind }) => kind),
  };
}

export type Routing = Awaited<ReturnType<typeof startRouting>>;

const ANY_RULE: NewRule = {
  name: 'A rule',
  category: null,
  from_pattern: null,
  subject_pattern: null,
  target_agent_id: null,
  target_inbox_id: null,
  priority: 100,
  enabled: true,
};

async function rowOf(database: Database, id: string): Promise<Record<string, unknown>> {
  const [found] = await database.query<Record<string, unknown>>(
    `SELECT e.*, s.trace, s.raw, t.agent_id, t.copying, t.copy_id, r.outcome,
       (SELECT bool_and(settled_at IS NOT NULL) FROM outbox WHERE resource_id = e.id) AS settled
     FROM emails e JOIN stored_messages s ON s.id = e.stored_message_id
     LEFT JOIN routed_emails t ON t.email_id = e.id
     LEFT JOIN email_runs r ON r.email_id = e.id WHERE e.id = $1`,
    [id],
  );
  return found!;
}
