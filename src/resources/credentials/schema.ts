import { z } from 'zod';
import { isRef } from '../../browser/refs.js';
import { problemOfSelector } from '../../browser/selectors.js';
import {
  flag,
  idOf,
  label,
  page,
  paging,
  timestamp,
  timestampInput,
  whole,
} from '../../operations/shapes.js';
import { toWire } from '../../operations/wire.js';
import { HEAD } from './audit.js';
import { checkOrigin } from './origins.js';
import type { CredentialRow } from './store.js';
import { addressOf, NO_TOTP_SECRET } from './totp.js';

/** What a credential is. */
export const CREDENTIAL_TYPES = [
  'password',
  'api_key',
  'totp_secret',
  'oauth_token',
  'cookie',
  'passkey',
  'other',
] as const;

const VALUE_BYTES = 64 * 1024;
const name = label(255);
const namespace = label(128).describe('Calls that do not name it see none of its credentials.');

/** A secret for one-time codes: base32 in any spacing, or an otpauth:// address; an address to the code. */
const totp = z
  .string()
  .max(2_000)
  .transform((given, context) => {
    const address = addressOf(given);
    if (address !== null) return address;
    context.addIssue({ code: 'custom', message: NO_TOTP_SECRET });
    return z.NEVER;
  });

const origin = z
  .string()
  .max(300)
  .transform((given, context) => {
    const checked = checkOrigin(given);
    if ('origin' in checked) return checked.origin;
    context.addIssue({ code: 'custom', message: checked.problem });
    return z.NEVER;
  });

const value = z
  .string()
  .min(1)
  .refine((given) => Buffer.byteLength(given) <= VALUE_BYTES, {
    error: `must have at most ${VALUE_BYTES} bytes`,
  })
  .describe('Sealed at once; no answer ever has it.');

const fields = {
  label: label(200).nullable(),
  origins: z.array(origin).max(10).describe('Further origins it may be typed into.'),
  requires_approval: flag.describe('Each use waits until somebody approves it.'),
  expires_at: timestampInput.nullable(),
};

/** A credential to be. */
export const newCredential = z.object({
  service: name.describe('The site it belongs to, such as `github.com`.'),
  identifier: name.describe('Username or email address.'),
  value: value
    .optional()
    .describe(
      'Sealed at once. Of a `passkey` it may be left out: its first use makes one. Of a `totp_secret` it is the secret.',
    ),
  credential_type: z
    .enum(CREDENTIAL_TYPES, { error: `must be one of ${CREDENTIAL_TYPES.join(', ')}` })
    .default('password'),
  totp_secret: totp.optional(),
  namespace: namespace.optional(),
  inbox_id: idOf('inbox').optional().describe('The inbox it is for; left out: every one.'),
  label: fields.label.optional(),
  origins: fields.origins.default([]),
  requires_approval: fields.requires_approval.default(false),
  expires_at: fields.expires_at.optional(),
});

/** The path of a credential, within a namespace. */
export const credentialPath = z.object({ id: z.string(), namespace: namespace.optional() });

/** What of a credential changes; null takes away. */
export const credentialChange = credentialPath.extend({
  value: value.optional(),
  totp_secret: totp.nullable().optional(),
  label: fields.label.optional(),
  origins: fields.origins.optional(),
  requires_approval: fields.requires_approval.optional(),
  expires_at: fields.expires_at.optional(),
});

/** Which credentials a list shows. */
export const credentialListQuery = z.object({
  service: name.optional(),
  namespace: namespace.optional(),
  ...paging,
});

const place = z
  .string()
  .min(1)
  .max(1_000)
  .superRefine((text, context) => {
    const problem = isRef(text) ? null : problemOfSelector(text);
    if (problem === null) return;
    const message = problem.replace('must be a CSS', 'must be a ref or a CSS');
    context.addIssue({ code: 'custom', message });
  });

/** A use of a credential in a browser session. */
export const credentialUse = z.object({
  credential_id: idOf('credential'),
  session_id: idOf('browser session'),
  fields: z
    .object({
      ...{ identifier: place.optional(), value: place.optional(), totp: place.optional() },
      passkey: place.optional().describe('The button that has the page ask for the passkey.'),
    })
    .refine((given) => Object.keys(given).length > 0, 'must name a field')
    .optional()
    .describe('Refs of the last snapshot, or CSS selectors; left out: the form is found.'),
  namespace: namespace.optional(),
});

/** What a use answers. */
export const credentialUsed = z.object({
  used: z.literal(true),
  session_id: z.string(),
  audit_id: z.string(),
  seq: z.number().int(),
  hash: z.string(),
  origin: z.string().describe('Where it was filled in.'),
  filled: z.array(z.enum(['identifier', 'value', 'totp', 'passkey'])),
});

/** A credential, without what it hides. */
export const credential = z.object({
  id: z.string(),
  service: z.string(),
  identifier: z.string(),
  credential_type: z.string().describe('In upper case.'),
  label: z.string().nullable(),
  namespace: z.string().nullable(),
  inbox_id: z.string().nullable(),
  origins: z.array(z.string()),
  has_totp: z.boolean(),
  has_cookies: z.boolean().describe('Whether a session can go on where another one signed in.'),
  requires_approval: z.boolean(),
  expires_at: timestamp.nullable(),
  last_used_at: timestamp.nullable(),
  created_at: timestamp,
});

/** What storing answers. */
export const storedCredential = credential.extend({
  stored: z.literal(true),
  message: z.string(),
});

/** A credential as clients see it. */
export const presentCredential = (row: CredentialRow): z.input<typeof credential> => ({
  ...toWire(row),
  credential_type: row.credentialType.toUpperCase(),
});

/** Which part of the log is read. */
export const auditQuery = z.object({
  limit: whole(1, 100).default(50),
  cursor: z.string().min(1).optional(),
  credential_id: idOf('credential').optional(),
});

/** An entry of the log. */
export const auditEntry = z.object({
  id: z.string(),
  seq: z.number().int().describe('Numbered without gaps.'),
  credential_id: z.string().nullable(),
  action: z.string(),
  outcome: z
    .string()
    .describe('done, or refused; of a use begun first, then done, refused or failed.'),
  metadata: z.record(z.string(), z.unknown()),
  principal: z.string().describe('The key or grant that asked.'),
  created_at: z.string(),
  hash: z.string().describe('SHA-256 over the hash before and this entry (RFC 8785), in hex.'),
});

/** A page of the log, newest first. */
export const auditPage = page(auditEntry);

/** The last entry: to keep elsewhere. */
export const auditHead = z.object({ seq: z.number().int(), hash: z.string() });

/** A last entry that was kept elsewhere. */
export const auditCheck = z.object({
  head: z.string().regex(HEAD, 'must be <seq>:<hash>, as the head was answered').optional(),
});

/** What a check came to. */
export const auditVerdict = z.object({
  ok: z.boolean(),
  entries: z.number().int(),
  head: auditHead,
  problem: z
    .object({
      seq: z.number().int(),
      what: z.enum(['changed', 'missing', 'moved', 'forged', 'cut-off']),
    })
    .nullable()
    .describe('The first entry that is not what was written.'),
});
