import { z } from 'zod';
import { QUOTAS } from '../../operations/limits.js';

const address = z.string().min(1).max(1_000);

/** A mail as a mail server hands it in (docs/interface.md, Mail coming in). */
export const inboundMail = z.object({
  from: z.string().max(1_000).describe('Envelope sender and From header; empty for a bounce.'),
  to: z
    .union([z.array(address), address.transform((one) => [one])])
    .pipe(z.array(address).min(1).max(QUOTAS.recipients_of_inbound)),
  subject: z.string().default(''),
  text: z.string().optional(),
  html: z.string().optional(),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).default({}),
  attachments: z
    .array(
      z.object({
        filename: z.string().optional(),
        content_type: z.string().optional(),
        size: z.number().int().min(0).optional(),
        content: z.base64('must be base64'),
      }),
    )
    .max(100)
    .default([]),
  remote_ip: z
    .union([z.ipv4(), z.ipv6()], { error: 'must be an IP address' })
    .optional()
    .describe('The mail server that sent it: SPF is checked for it.'),
  helo: z.string().max(255).optional().describe('What that mail server called itself.'),
  mail_from: z
    .string()
    .max(1_000)
    .optional()
    .describe('Envelope sender, where it is not `from`; empty for a bounce.'),
});

/** A mail to be composed and accepted. */
export type InboundMail = z.output<typeof inboundMail>;

/** The emails that were stored. */
export const accepted = z.object({ ids: z.array(z.string()) });
