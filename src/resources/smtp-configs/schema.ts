import { z } from 'zod';
import {
  addressLike,
  byId,
  flag,
  label,
  plainText,
  timestamp,
  untrusted,
  whole,
} from '../../operations/shapes.js';
import { toWire, type FromWire } from '../../operations/wire.js';
import { PROVIDERS, TLS_MODES } from '../../outbound/provider.js';
import { type SmtpConfigRow, secretOf } from './rows.js';

/** What stands in place of every secret that is there. */
const MASK = '********';

const address = addressLike('agent@example.com');

// Blanks at the ends of a secret belong to it.
const secret = plainText(4_096, z.string().min(1))
  // The mask, sent back as it was read, is no new secret.
  .transform((value) => (value === MASK ? undefined : value));

/** What a configuration is made from. */
export const newConfig = z.object({
  provider: z.enum(PROVIDERS),
  name: label(200).nullish().describe('The name of the provider unless given.'),
  username: label(320).describe('Of SMTP, or the access key of SES.').nullish(),
  password: secret.describe('Of SMTP, or the secret key of SES. Never shown again.').nullish(),
  api_key: secret
    .describe(
      'Of SENDGRID, POSTMARK (the server token) and RESEND; `password` stands for it. Never shown again.',
    )
    .nullish(),
  // It becomes part of a host name.
  region: z
    .string()
    .max(40)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be the name of a region, such as eu-west-1')
    .describe('Of SES.')
    .nullish(),
  from_email: address
    .describe(
      'Inboxes of its domain send through this configuration; tests are sent from it, or from the oldest inbox.',
    )
    .nullish(),
  // Host and base address are checked by the way out, which knows what it may connect to.
  host: z.string().min(1).max(255).describe('Of SMTP.').nullish(),
  port: whole(1, 65_535).describe('Of SMTP: 587 unless given, 465 with `secure`.').nullish(),
  secure: flag
    .describe('SMTP with TLS from the first byte; otherwise STARTTLS, as `tls` says.')
    .nullish(),
  tls: z
    .enum(TLS_MODES)
    .describe(
      'Of SMTP: `required` (unless given) sends nothing without TLS and a certificate that is trusted, `if_offered` ' +
        'encrypts where the server offers it, `none` never does: only for hosts in `EGRESS_ALLOW`.',
    )
    .nullish(),
  base_url: z
    .string()
    .min(1)
    .max(2_048)
    .describe('An https address in place of that of the API of the provider.')
    .nullish(),
  is_default: flag
    .describe('Inboxes without a configuration of their domain send through it.')
    .nullish(),
});

/** What of a configuration can change: everything; null clears. A new provider needs its secret anew. */
export const configChange = byId.extend({
  ...newConfig.shape,
  provider: newConfig.shape.provider.optional(),
  name: label(200).optional(),
});

/** A change under the names of the code: what is left out stays, null clears. */
export type ConfigChange = FromWire<Omit<z.output<typeof configChange>, 'id'>>;

/** To whom a test goes. */
export const testOrder = byId.extend({ to: address });

const masked = z.string().nullable().describe(`${MASK} when there is one.`);

/** A configuration, with its secrets masked. */
export const smtpConfig = z.object({
  id: z.string(),
  provider: z.enum(PROVIDERS),
  name: z.string(),
  username: z.string().nullable(),
  password: masked,
  api_key: masked,
  region: z.string().nullable(),
  from_email: z.string().nullable(),
  host: z.string().nullable(),
  port: z.number().int().nullable(),
  secure: z.boolean(),
  tls: z.enum(TLS_MODES),
  base_url: z.string().nullable(),
  is_default: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
});

/** What a provider said to a test. */
export const testResult = z.object({
  ok: z.boolean().describe('Whether the provider took the mail.'),
  provider: z.enum(PROVIDERS),
  response: untrusted(z.string().describe('In the words of the provider.')),
});

/** The same for the code. */
export type ConfigTestResult = z.input<typeof testResult>;

/** A configuration as clients see it. */
export function presentConfig(row: SmtpConfigRow): z.input<typeof smtpConfig> {
  const shown = row.sealedPassword || row.sealedApiKey ? MASK : null;
  // An API key may have been given as the password: it shows under both names.
  const apiKey = secretOf(row.provider) === 'api_key' ? shown : null;
  return { ...toWire(row), password: shown, api_key: apiKey };
}
