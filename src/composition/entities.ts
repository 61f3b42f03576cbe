import { ApiKeyEntity } from '../resources/api-keys/entities.js';
import { DomainEntity } from '../resources/domains/entities.js';
import { InboxEntity } from '../resources/inboxes/entities.js';
import { AddressRuleEntity } from '../resources/lists/entities.js';
import { OrgEntity } from '../resources/orgs/entities.js';
import { RoutingRuleEntity } from '../resources/routing/entities.js';
import { SuppressionEntity } from '../resources/suppressions/entities.js';
import { WebhookEntity } from '../resources/webhooks/entities.js';

/** Every table that is reached through repositories. */
export const ENTITIES = [
  OrgEntity,
  ApiKeyEntity,
  InboxEntity,
  DomainEntity,
  AddressRuleEntity,
  WebhookEntity,
  SuppressionEntity,
  RoutingRuleEntity,
];
