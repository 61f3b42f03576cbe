import { z } from 'zod';
import { flag, label } from '../../../operations/shapes.js';

const isHttps = (text: string) => URL.canParse(text) && new URL(text).protocol === 'https:';

/** Fields that signing up and logging in share. */
export const siteFields = {
  url: z.string().max(2_048).refine(isHttps, 'must be an https address'),
  fields: z
    .record(z.string().max(200), z.string().max(2_000))
    .optional()
    .describe(
      'What else the site may ask for, by autofill names (given-name, bday, tel …) or by the name or label of a field.',
    ),
  namespace: label(128).optional().describe('Of the credential.'),
  require_auth: flag
    .default(true)
    .describe('false: links of mail are opened although nothing proves who sent it.'),
};
