import { randomBytes } from 'node:crypto';
import { SECRET_PREFIX } from './signature.js';

const BYTES = 32;

/** A new signing secret: `whsec_` and standard base64, as Standard Webhooks has it. */
export const newSecret = (): string => `${SECRET_PREFIX}${randomBytes(BYTES).toString('base64')}`;

/** What of a webhook is sealed, and under which name. */
export type SealedWebhookField = 'secret' | 'old_secret' | 'headers';

/** Where a sealed value of a webhook belongs, for the vault. */
export const placeOf = (webhookId: string, field: SealedWebhookField) => ({ id: webhookId, field });
