import type { Database } from '../../../src/db/database.js';
import type { Analysis } from '../../../src/mail/analysis.js';
import type { NewRule } from '../../../src/resources/routing/service.js';
import { createTestDatabase } from '../../support/database.js';
import { makeInbox } from '../../support/inboxes.js';
import { analysis, rawMail } from '../../support/mail.js';
import type { TestInbox } from '../../support/mail-api.js';
import { testServices } from '../../support/services.js';

const RUN = { workflowId: 'processInbound:test', attempt: 1 };

let mails = 0;
/** Bytes of a mail that no other mail has. */
export const anyMail = (headers: Record<string, string> = {}) =>
  rawMail({ Subject: 'Any', 'Message-ID': `<${mails++}@northwind.example>`, ...headers });

/** Accepting, finishing, releasing and rules on a database of its own. */
export async function startRouting() {
  const test = await createTestDatabase();
  const { database, drop } = test;
  let parse: () => Promise<Analysis | null>;
  const { requests, background } = testServices(test, { parser: { parse: () => parse() } });
  const { routing: rules, inbound } = requests;
  const { processing, pending, releasing } = background;
  return {
    database,
    drop,
    rules,
    releasing,
    /** Finishes mail that was put off, of which a parse finds `found`. */
    async finishPending(found: Partial<Analysis>) {
      parse = async () => analysis(found);
      await pending.finish();
    },
    finish: (...ids: string[]) => processing.process(ids, RUN),
    fail: (id: string) => processing.fail(id, 'processing failed', RUN),
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
      parse = async () => found && analysis(found);
      const source = { protocol: 'ESMTP', remoteAddress: '192.0.2.1', helo: 'mx', id: 's' };
      const to = Array.isArray(recipients) ? recipients : [recipients];
      const [id] = await inbound.accept({ mailFrom: 'b@x.example', recipients: to, raw, source });
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
