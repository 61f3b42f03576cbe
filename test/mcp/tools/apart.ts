import type { z } from 'zod';
import { isUntrusted } from '../../../src/operations/shapes.js';

/** A value with strangers' words apart, as its schema marks them: what tools do with JSON, done with values. */
export function apart(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (typeof value !== 'object' || value === null) return value;
  switch (def.type) {
    case 'nullable':
    case 'optional':
      return apart(def.innerType, value);
    case 'array':
      return (value as unknown[]).map((item) => apart(def.element, item));
    case 'union':
      return apart(formOf(def.options, value), value);
    case 'object':
      return partsOf(def.shape, value as Readonly<Record<string, unknown>>);
    default:
      return value;
  }
}

const formOf = (options: readonly z.core.$ZodType[], value: unknown) =>
  options.find((option) => (typeOf(option) === 'array') === Array.isArray(value))!;

const typeOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def.type;

function partsOf(shape: z.core.$ZodShape, value: Readonly<Record<string, unknown>>): object {
  const names = Object.keys(shape).filter((name) => value[name] !== undefined);
  const parts = (chosen: readonly string[]) =>
    Object.fromEntries(chosen.map((name) => [name, apart(shape[name]!, value[name])]));
  const isStrangers = (name: string) => isMarked(shape[name]!);
  const own = parts(names.filter((name) => !isStrangers(name)));
  if (!Object.keys(shape).some(isStrangers)) return own;
  const strangers = names.filter(isStrangers).map((name) => [name, value[name]]);
  return { ...own, untrusted: Object.fromEntries(strangers) as object };
}

function isMarked(field: z.core.$ZodType): boolean {
  if (isUntrusted(field)) return true;
  const { def } = (field as z.core.$ZodTypes)._zod;
  return 'innerType' in def && isMarked(def.innerType);
}
