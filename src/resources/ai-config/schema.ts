import { z } from 'zod';
import { flag, label, timestamp, untrusted, whole } from '../../operations/shapes.js';
import { toWire, type FromWire } from '../../operations/wire.js';
import { AI_FEATURES } from '../../models/settings.js';
import type { AiConfigRow } from './service.js';

const MOST_TOKENS = 1_000_000_000_000;

const PROVIDERS = ['none', 'openai_compatible'] as const;

/** What each feature is, for clients. */
const FEATURES = {
  summary: flag
    .default(false)
    .describe('A model summarizes mail that came in, once it was announced.'),
  category: flag.default(false).describe('A model says what kind of mail it is, likewise.'),
  ask: flag
    .default(false)
    .describe('Questions are answered in sentences of a model, each with its quote.'),
  tasks: flag.default(false).describe('Tasks may use a model.'),
} satisfies Readonly<Record<(typeof AI_FEATURES)[number], z.ZodType>>;

// It is sent in a header. Blanks at the ends of a secret belong to it.
const secret = z
  .string()
  .min(1)
  .max(4_096)
  .regex(/^[\x20-\x7e]*$/, 'must hold printable ASCII characters only');

/** The model to be. */
export const newAiConfig = z.object({
  provider: z.enum(PROVIDERS, { error: `must be one of ${PROVIDERS.join(', ')}` }),
  // It is checked by the way out, which knows what it may connect to.
  base_url: z
    .string()
    .min(1)
    .max(2_048)
    .nullish()
    .describe('An https address: `/chat/completions` is below it.'),
  model: label(200).nullish().describe('As its server names it.'),
  embedding_model: label(200)
    .nullish()
    .describe('Ranks what was found for questions; it finds nothing itself.'),
  api_key: secret
    .nullish()
    .describe(
      'Sealed, and never shown. Left out: the one that is there stays; null takes it away.',
    ),
  features: z.object(FEATURES).prefault({}),
  monthly_token_cap: whole(0, MOST_TOKENS)
    .nullish()
    .describe('Tokens that may be used in a calendar month (UTC); null: as many as it takes.'),
});

/** The same under the names of the code. */
export type NewAiConfig = FromWire<z.output<typeof newAiConfig>>;

/** The model of an organization, without its key. */
export const aiConfig = z.object({
  provider: z.enum(PROVIDERS),
  base_url: z.string().nullable(),
  model: z.string().nullable(),
  embedding_model: z.string().nullable(),
  has_api_key: z.boolean(),
  features: z.object({
    summary: z.boolean(),
    category: z.boolean(),
    ask: z.boolean(),
    tasks: z.boolean(),
  }),
  monthly_token_cap: z.number().int().nullable(),
  tokens_used: z
    .number()
    .int()
    .describe('In this month, with those that calls under way may still use.'),
  updated_at: timestamp.nullable().describe('Null where it was never set.'),
});

/** What a test of a model came to. */
export const aiTest = z.object({
  ok: z.boolean().describe('Whether it answered a plain completion.'),
  error: z.string().nullable().describe('Why not.'),
  answer: untrusted(z.string().nullable()).describe('What it answered.'),
  tools: z.boolean().nullable().describe('Whether it calls tools; null where that was not tried.'),
  json_schema: z.boolean().nullable().describe('Whether it answers by a JSON schema at once.'),
  usage: z.boolean().nullable().describe('Whether it says how many tokens it used.'),
});

/** The model as clients see it. */
export function presentAiConfig({ features, ...row }: AiConfigRow): z.input<typeof aiConfig> {
  const isOn = Object.fromEntries(AI_FEATURES.map((name) => [name, features.includes(name)]));
  return { ...toWire(row), features: isOn as z.input<typeof aiConfig>['features'] };
}
