import { z } from 'zod';
import { parseStrictAddress } from '../mail/mime/strict-address.js';
import { LIMITS, QUOTAS } from './limits.js';

// What documents show of a value that may be written in several ways.
const shown = (schema: { type: 'boolean' | 'integer' | 'string'; [keyword: string]: unknown }) => ({
  override: ({ jsonSchema }: { jsonSchema: object }) => {
    Object.assign(jsonSchema, { anyOf: undefined }, schema);
  },
});

/** `true` or `false`, as a query parameter or in a body. */
export const flag = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')], {
    error: 'must be true or false',
  })
  .meta(shown({ type: 'boolean' }));

/** What an id is of. */
interface IdMeaning {
  /** The noun of the resource. */
  readonly of: string;
}

/** Fields that name a resource which has to be there. */
const resourceIds = z.registry<IdMeaning>();

/** The id of a resource. Any string: one that does not exist answers 404, not 400. */
export const idOf = (of: string) => z.string().register(resourceIds, { of });

/** What operations that do something in a browser session answer as well. */
export const LOST_SESSION = { 410: 'The browser session was lost: open another one.' } as const;

/** Whether a value of this schema can name a resource by `idOf`, itself or within it. */
export function namesResource(schema: z.core.$ZodType): boolean {
  return resourceIds.get(schema) !== undefined || innerOf(schema).some(namesResource);
}

function innerOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if ('innerType' in def) return [def.innerType];
  if (def.type === 'array') return [def.element];
  if (def.type === 'object') return Object.values(def.shape);
  if (def.type === 'union') return def.options;
  return def.type === 'pipe' ? [def.in] : [];
}

/** Fields of answers that hold what strangers wrote. Copies that zod makes of one (`.describe()`) are such as well. */
const strangersWords = z.registry<{ readonly byStrangers: true }>();

/**
 * Marks a field of an answer that holds what strangers wrote (subjects, names, bodies, links, headers, file
 * names, answers of foreign servers): tools show it below `untrusted`.
 */
export function untrusted<T extends z.ZodType>(schema: T): T {
  strangersWords.add(schema, { byStrangers: true });
  return schema;
}

/** Whether a field was marked by `untrusted`. */
export const isUntrusted = (schema: z.core.$ZodType): boolean =>
  strangersWords.get(schema) !== undefined;

/** A point in time in, ISO 8601 with a zone; a Date to the code. */
export const timestampInput = z
  .string()
  .pipe(
    z.iso.datetime({
      offset: true,
      error: 'must be an ISO 8601 time with a zone, such as 2026-01-31T12:00:00Z',
    }),
  )
  .transform((value) => new Date(value))
  .meta(shown({ type: 'string', format: 'date-time' }));

/** A point in time out: ISO 8601 in UTC with milliseconds. */
export const timestamp = z.date().transform((value) => value.toISOString());

/** Makes a JSON Schema, as it is rendered, say what an answer holds. */
export function asAnswered({
  zodSchema,
  jsonSchema,
}: {
  readonly zodSchema: z.core.$ZodTypes;
  readonly jsonSchema: { additionalProperties?: unknown };
}): void {
  const { def } = zodSchema._zod;
  // A Date inside is a string on the wire.
  if (def.type === 'pipe' && def.in instanceof z.ZodDate)
    Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
  // More fields may come (docs/interface.md, Versioning); a client that reads strictly would break.
  if (def.type === 'object') delete jsonSchema.additionalProperties;
}

/** A whole number between two bounds, as a query parameter or in a body. */
export const whole = (
  min: number,
  max: number,
  error = `must be a whole number from ${min} to ${max}`,
) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^-?\d{1,15}$/)
          .transform(Number),
      ],
      { error },
    )
    .pipe(z.number({ error }).int(error).min(min, error).max(max, error))
    .meta(shown({ type: 'integer', minimum: min, maximum: max }));

/** The query parameters of every list. */
export const paging = {
  limit: whole(1, LIMITS.page_size.max).default(LIMITS.page_size.default),
  cursor: z.string().min(1).optional(),
};

/** The page of a list that nothing narrows. */
export const anyPage = z.object(paging);

/** The id of a path. Any string: what does not exist is 404, not 400. */
export const byId = z.object({ id: z.string() });

/** The envelope of every list (docs/interface.md, Lists). */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), cursor: z.string().nullable(), has_more: z.boolean() });

// The longest address, or pattern of addresses.
const MAX_ADDRESS = 320;

/** Text that `read` makes something of; `must` is what it must be where that is null. */
export const readBy = <T>(read: (text: string) => T | null, must: string) =>
  z
    .string()
    .max(MAX_ADDRESS)
    .transform((text, context) => {
      const found = read(text);
      if (found !== null) return found;
      context.addIssue({ code: 'custom', message: `must be ${must}` });
      return z.NEVER;
    });

/** One address for mail, without a name, such as `example`. */
export const addressLike = (example: string) =>
  readBy((text) => {
    const parsed = parseStrictAddress(text);
    return parsed && parsed.name === null ? parsed.address : null;
  }, `one email address, such as ${example}`);

/** One or more values, at most `max`, each once; `empty` is said of none. */
export const distinct = <T extends z.ZodType>(value: T, max: number, empty?: string) =>
  z
    .array(value)
    .min(1, empty)
    .max(max)
    .transform((given) => [...new Set(given)]);

/** A refinement: an object has at most `max` of what `noun` names. */
export const atMost = (max: number, noun: string) =>
  [
    (given: object) => Object.keys(given).length <= max,
    `must have at most ${max} ${noun}`,
  ] as const;

/** A value of metadata. */
export const metadataValue = z.union([z.string().max(1_000), z.number(), z.boolean()], {
  error: 'must be text of at most 1000 characters, a number, true or false',
});

/** The name of a value of metadata. */
export const metadataKey = z.string().min(1).max(64);

/** Values of the client's own, kept for it. */
export const metadata = z
  .record(metadataKey, metadataValue)
  .refine(...atMost(QUOTAS.metadata_keys, 'keys'));

/** Text without control characters, at most `max` characters; `text` is what else is asked of it first. */
export const plainText = (max: number, text = z.string()) =>
  text.max(max).regex(/^[^\u0000-\u001f\u007f]*$/, 'must not hold control characters');

/** Text a person reads. */
export const label = (max: number) => plainText(max, z.string().trim().min(1));
