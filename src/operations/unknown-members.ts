import type { z } from 'zod';

// As many as anybody is told of.
const MOST = 20;

const readLater = new WeakMap<z.core.$ZodType, z.core.$ZodType>();

/** Says what the members are of a schema that takes any value, and reads it by another one. */
export function readBySchema<Own extends z.core.$ZodType>(schema: Own, by: z.core.$ZodType): Own {
  readLater.set(schema, by);
  return schema;
}

/**
 * Members of `given` and of its parts that their schema does not have, by their names with points between and without
 * places in lists: `messages.send_at`.
 */
export function unknownMembers(
  { def }: Pick<z.ZodObject, 'def'>,
  given: Readonly<Record<string, unknown>>,
): readonly string[] {
  const found = new Set<string>();
  addUnknownOf(found, def, given, '');
  return [...found];
}

function addUnknown(
  found: Set<string>,
  schema: z.core.$ZodType,
  value: unknown,
  path: string,
): void {
  if (typeof value !== 'object' || value === null || found.size >= MOST) return;
  const { def } = bare(schema)._zod;
  if (def.type === 'array' && Array.isArray(value))
    for (const item of value) addUnknown(found, def.element, item, path);
  if (def.type === 'object') addUnknownOf(found, def, value as Record<string, unknown>, `${path}.`);
  if (def.type === 'union') addLeast(found, def.options, value, path);
}

function addUnknownOf(
  found: Set<string>,
  { shape, catchall }: z.core.$ZodObjectDef,
  value: Readonly<Record<string, unknown>>,
  before: string,
): void {
  for (const [name, member] of Object.entries(value)) {
    if (Object.hasOwn(shape, name)) addUnknown(found, shape[name]!, member, before + name);
    else if (!catchall && found.size < MOST) found.add(before + name);
  }
}

/** Of several forms that a value may have, the one that explains most of it. */
function addLeast(
  found: Set<string>,
  options: readonly z.core.$ZodType[],
  value: object,
  path: string,
): void {
  const [least] = options
    .filter((option) => mayBe(option, value))
    .map((option) => {
      const unknown = new Set<string>();
      addUnknown(unknown, option, value, path);
      return unknown;
    })
    .sort((one, other) => one.size - other.size);
  for (const name of least ?? []) found.add(name);
}

const mayBe = (schema: z.core.$ZodType, value: object) => {
  const { type } = bare(schema)._zod.def;
  return Array.isArray(value) ? type === 'array' : type === 'object' || type === 'record';
};

/** Without what says that it may be left out, and what is made of it. */
function bare(schema: z.core.$ZodType): z.core.$ZodTypes {
  const own = readLater.get(schema);
  if (own) return bare(own);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if ('innerType' in def) return bare(def.innerType);
  return def.type === 'pipe' ? bare(def.in) : (schema as z.core.$ZodTypes);
}
