import type { Database } from '../db/database.js';
import { AiConfigService } from '../resources/ai-config/service.js';
import { ApiKeyService } from '../resources/api-keys/service.js';
import { AuditLog } from '../resources/credentials/audit.js';
import { CredentialService } from '../resources/credentials/service.js';
import { LargeMail } from '../resources/emails/large-mail.js';
import { EmailService } from '../resources/emails/service.js';
import { InboxService } from '../resources/inboxes/service.js';
import { ListService } from '../resources/lists/service.js';
import { OAuthService } from '../resources/oauth/service.js';
import { OrgService } from '../resources/orgs/service.js';
import { RoutingService } from '../resources/routing/service.js';
import { ThreadService } from '../resources/threads/service.js';
import { createMailUpgrades } from '../store/mail/upgrade.js';
import { RetentionService } from '../store/retention/retention.js';
import type { Infrastructure } from './infrastructure.js';
import type { ServiceSettings } from './settings.js';
import type { ServiceParts } from './parts.js';

/** The audit log alone, which the operator's commands read too. */
export const auditLog = (
  parts: Pick<Infrastructure, 'auditKey'> & { databases: { front: Database } },
): AuditLog => new AuditLog(parts.databases.front, parts.auditKey);

/** Organizations alone, which the operator's commands make too. */
export const organizations = (
  parts: Pick<Infrastructure, 'vault'> &
    Pick<ServiceSettings, 'defaultPlan' | 'signup'> & { databases: { front: Database } },
): OrgService => new OrgService({ ...parts, database: parts.databases.front });

/** Organizations, and their inboxes with the mail that is in them. */
export function organizationsWithInboxes(
  parts: ServiceParts,
  onDeleted: (inboxId: string) => void,
) {
  const { front, background } = parts.databases;
  return {
    requests: {
      orgs: organizations(parts),
      ...inboxesOn(front, { ...parts, onDeleted }),
      aiConfig: new AiConfigService({ ...parts, database: front }),
      ...storedMail(parts),
    },
    background: {
      inboxes: inboxesOn(background, { ...parts, onDeleted }).inboxes,
      retention: new RetentionService({ ...parts, database: background }),
      upgrades: createMailUpgrades(background),
    },
  };
}

/** `onDeleted` is called with the id of an inbox once it is deleted. */
function inboxesOn(
  database: Database,
  parts: ServiceParts & { readonly onDeleted: (inboxId: string) => void },
) {
  const lists = new ListService({ ...parts, database });
  return { lists, inboxes: new InboxService({ ...parts, database, lists }) };
}

/** What is read of mail, and what is said of it beforehand. */
function storedMail(parts: ServiceParts) {
  const { front: database, keyed, background } = parts.databases;
  const deps = { ...parts, database, keyed, largeMail: new LargeMail(background) };
  return {
    apiKeys: new ApiKeyService(deps),
    oauth: new OAuthService(deps),
    credentials: new CredentialService({ ...deps, audit: auditLog(parts) }),
    routing: new RoutingService(deps),
    emails: new EmailService(deps),
    threads: new ThreadService(deps),
  };
}
