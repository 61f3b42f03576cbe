import { z } from 'zod';
import { oauthScopesIn } from '../../auth/scopes.js';
import { timestamp, untrusted } from '../../operations/shapes.js';
import { toWire } from '../../operations/wire.js';
import type { ClientRow, GrantRow } from './service.js';

/** What was granted to a program. */
export const grant = z.object({
  id: z.string().startsWith('grant_'),
  client_id: z.string().describe('The id of a registered program, or the address of its metadata.'),
  client_name: untrusted(
    z.string().nullable().describe('What the program calls itself; nobody checked it.'),
  ),
  api_key_id: z.string().describe('The key behind it: with it the grant ends.'),
  signed_in: z.boolean().describe('false: the program asked for itself (client_credentials).'),
  scopes: z.array(z.string()).describe('As OAuth spells them; the key may allow less.'),
  created_at: timestamp,
  expires_at: timestamp,
  last_used_at: timestamp.nullable().describe('To the minute.'),
});

/** A grant as lists show it. */
export const presentGrant = ({ scope, ...row }: GrantRow): z.input<typeof grant> => ({
  ...toWire(row),
  scopes: [...oauthScopesIn(scope)],
});

/** A program that has access, or asked for it. */
export const client = z.object({
  id: z.string().describe('The id it registered with, or the address of its metadata.'),
  name: untrusted(
    z.string().nullable().describe('What the program calls itself; nobody checked it.'),
  ),
  api_key_id: z
    .string()
    .nullable()
    .describe('The key it was registered with, which lets it ask for itself; null without one.'),
  grants: z.int().describe('How many grants of the organization it has.'),
  created_at: timestamp.describe('When the organization first had to do with it.'),
  last_used_at: timestamp.nullable().describe('To the minute.'),
});

/** A program as lists show it. */
export const presentClient = (row: ClientRow): z.input<typeof client> => toWire(row);
