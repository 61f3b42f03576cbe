import { z } from 'zod';
import { PLANS } from '../../auth/plans.js';
import { label, timestamp } from '../../operations/shapes.js';
import { toWire } from '../../operations/wire.js';
import type { CountedOrg, CreatedOrg } from './service.js';
import { LIMITS } from '../../operations/limits.js';

const name = label(200);

/** What an organization is made from. */
export const newOrg = z.object({ name, source: label(LIMITS.source_characters).optional() });

const settings = z.object({
  wait_timeout_status: z.literal([204, 408]).exactOptional(),
});

/** What of an organization can change; settings that are not named stay. */
export const orgChange = z.object({ name: name.optional(), settings: settings.optional() });

/** The creation response is the only one that carries the key. */
export const createdOrg = z.object({
  id: z.string(),
  name: z.string(),
  api_key: z.string().startsWith('ak_'),
  message: z.string(),
  created_at: timestamp,
});

/** The organization of the key. */
export const currentOrg = z.object({
  id: z.string(),
  name: z.string(),
  plan: z.string(),
  settings,
  inbox_count: z.int(),
  domain_count: z.int(),
  api_key_count: z.int(),
  storage_bytes_used: z.int(),
  storage_bytes_limit: z.int().nullable().describe('null: unlimited'),
  created_at: timestamp,
});

/** A new organization with its first key. */
export const presentCreatedOrg = ({ org, apiKey }: CreatedOrg): z.input<typeof createdOrg> => ({
  id: org.id,
  name: org.name,
  api_key: apiKey,
  message: 'Keep this API key: it is shown only once.',
  created_at: org.createdAt,
});

/** An organization with what it has. */
export const presentOrg = ({ storageBytes, ...org }: CountedOrg): z.input<typeof currentOrg> => ({
  ...toWire(org),
  storage_bytes_used: Number(storageBytes),
  storage_bytes_limit: PLANS[org.plan].storageBytes,
});
