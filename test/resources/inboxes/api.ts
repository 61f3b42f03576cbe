import { apiKeyOperations } from '../../../src/resources/api-keys/operations.js';
import { InboxEntity } from '../../../src/resources/inboxes/entities.js';
import { inboxOperations } from '../../../src/resources/inboxes/operations.js';
import { InboxService } from '../../../src/resources/inboxes/service.js';
import { AddressRuleEntity } from '../../../src/resources/lists/entities.js';
import { listOperations } from '../../../src/resources/lists/operations.js';
import { ListService } from '../../../src/resources/lists/service.js';
import { createOutbox } from '../../../src/store/outbox.js';
import { TABLES } from '../../../src/tables.js';
import { startApi, type TestApi } from '../../support/start-api.js';
import { DOMAIN } from './fixture.js';

/** The REST interface of inboxes, lists and API keys on a database of its own. */
export const startInboxApi = (): Promise<TestApi> =>
  startApi({
    entities: [InboxEntity, AddressRuleEntity],
    services({ database, cursors }) {
      const lists = new ListService({ database, cursors });
      const inboxes = new InboxService({
        database,
        cursors,
        lists,
        outbox: createOutbox(),
        tables: TABLES,
        mailDomain: DOMAIN,
        imap: { host: 'imap.test', port: 993 },
      });
      return { lists, inboxes };
    },
    config: { catalogue: [...inboxOperations, ...listOperations, ...apiKeyOperations] },
  });

/** A key of the organization of `key` with fewer rights. */
export async function limitedKey(
  api: TestApi,
  key: string,
  grant: { scopes?: readonly string[]; allowed_inbox_ids?: readonly string[] },
): Promise<string> {
  const body = { name: 'limited', ...grant };
  const reply = await api.call('POST', '/v1/orgs/me/api-keys', { key, body });
  return (reply.body as { api_key: string }).api_key;
}

/** A new inbox of the organization of `key`, as it was answered. */
export async function createInbox(
  api: TestApi,
  key: string,
  body: object = {},
): Promise<{ id: string; address: string }> {
  const reply = await api.call('POST', '/v1/inboxes', { key, body });
  return reply.body as { id: string; address: string };
}
