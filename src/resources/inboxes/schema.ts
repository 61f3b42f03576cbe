import { z } from 'zod';
import {
  byId,
  label,
  metadata,
  metadataKey,
  metadataValue,
  page,
  timestamp,
  timestampInput,
  whole,
} from '../../operations/shapes.js';
import { addressPattern } from '../lists/schema.js';
import { toWire, type FromWire } from '../../operations/wire.js';
import { isLocalPart } from './local-part.js';
import type { InboxView } from './service.js';

const localPart = z
  .string()
  .toLowerCase()
  .refine(
    isLocalPart,
    'must be 1 to 64 of a-z, 0-9, ".", "_" and "-", with a letter or digit at both ends and no ".."',
  );

/** What an inbox is made from; everything may be left out. */
export const newInbox = z.object({
  name: label(200).optional().describe('Makes the address where there is no local_part.'),
  display_name: label(200).nullish(),
  local_part: localPart.optional().describe('What stands before the @; 409 when it is taken.'),
  domain: label(253).toLowerCase().optional(),
  client_id: label(255)
    .optional()
    .describe('An id of your own: the same one returns the same inbox, without its password.'),
  ttl_seconds: whole(60, 2_592_000)
    .optional()
    .describe('The inbox and its mail are removed after this time.'),
  metadata: metadata.optional(),
});

const senderList = z
  .array(addressPattern)
  .max(1_000)
  .describe('Addresses and domains; replaces the whole list.');

/** What of an inbox can change; metadata is merged, null takes a key away. */
export const inboxChange = byId.extend({
  name: label(200).optional(),
  display_name: label(200).nullish(),
  status: z.enum(['ACTIVE', 'PAUSED']).optional(),
  metadata: z.record(metadataKey, metadataValue.nullable()).optional(),
  expires_at: timestampInput.nullish(),
  daily_send_limit: whole(0, 1_000_000).nullish(),
  allow_from: senderList.optional(),
  block_from: senderList.optional(),
});

/** An inbox. `allow_from` and `block_from` are its receive lists. */
export const inbox = z.object({
  id: z.string(),
  address: z.string(),
  name: z.string(),
  display_name: z.string().nullable(),
  domain: z.string(),
  status: z.string(),
  client_id: z.string().nullable(),
  metadata: z.record(z.string(), metadataValue),
  daily_send_limit: z.number().nullable(),
  allow_from: z.array(z.string()),
  block_from: z.array(z.string()),
  expires_at: timestamp.nullable(),
  created_at: timestamp,
});

/** How mail programs sign in to an inbox; the password is shown once. */
export const imapAccess = z.object({
  imap_username: z.string(),
  imap_password: z.string(),
  imap_host: z.string(),
  imap_port: z.number(),
});

/** The password is missing when a known `client_id` returned an inbox that was there. */
export const createdInbox = inbox.extend(imapAccess.partial({ imap_password: true }).shape);

/** Inboxes with their listed mail: inbound, not spam, quarantined or blocked. */
export const inboxPage = page(inbox.extend({ email_count: z.number() }));

/** An inbox as clients see it. */
export const presentInbox = (view: InboxView): z.input<typeof inbox> => ({
  ...toWire(view.inbox),
  allow_from: [...view.allowFrom],
  block_from: [...view.blockFrom],
});

/** What an inbox is made from, as the service takes it. */
export type NewInbox = FromWire<z.output<typeof newInbox>>;

/** A change of an inbox, as the service takes it; what is undefined stays. */
export type InboxChange = FromWire<Omit<z.output<typeof inboxChange>, 'id'>>;
