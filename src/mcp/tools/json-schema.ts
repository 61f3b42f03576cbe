import { z } from 'zod';

/** A JSON Schema as tools show it. */
export interface ToolSchema {
  readonly type?: string | readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly items?: ToolSchema | undefined;
  readonly properties?: Readonly<Record<string, ToolSchema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly default?: unknown;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
}

/** The same as zod prints it. */
type Printed = z.core.JSONSchema.BaseSchema;

/** What a client may send for `input`: no unions, references or null, and little that only refusals need. */
export const inputSchemaOf = (input: z.ZodType): ToolSchema =>
  simpleInput(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', override: asShown }));

/** What `output` answers, open: more fields and values may come, and programs keep schemas for long. */
export const outputSchemaOf = (output: z.ZodType): ToolSchema =>
  openOutput(z.toJSONSchema(output, { io: 'output', unrepresentable: 'any', override: withDates }));

type Rendered = Parameters<NonNullable<z.core.ToJSONSchemaParams['override']>>[0];

function asShown({ jsonSchema, zodSchema }: Rendered): void {
  const { def } = zodSchema._zod;
  // Left out by zod where a given text is turned into something else.
  if (def.type === 'default') jsonSchema.default ??= def.defaultValue;
  // Documents show some schemas otherwise than they are (zod-openapi).
  const override = z.globalRegistry.get(zodSchema)?.override;
  if (typeof override === 'function')
    (override as (shown: { jsonSchema: Printed }) => void)({ jsonSchema });
}

// A Date inside is a string on the wire.
function withDates({ jsonSchema, zodSchema }: Rendered): void {
  const { def } = zodSchema._zod;
  if (def.type === 'pipe' && def.in instanceof z.ZodDate) jsonSchema.type = 'string';
}

function simpleInput(printed: Printed): ToolSchema {
  const shown = withoutUnion(printed);
  const { description, items, properties, required, minimum, maximum } = shown;
  const [type] = [shown.type ?? []].flat().filter((one) => one !== 'null');
  const values = shown.enum ?? (shown.const === undefined ? undefined : [shown.const]);
  return present({
    type,
    description,
    enum: values,
    items: items ? simpleInput(items as Printed) : undefined,
    properties: properties && mapped(properties, simpleInput),
    required: required?.length ? required : undefined,
    default: shown.default,
    minimum: isBound(minimum) ? minimum : undefined,
    maximum: isBound(maximum) ? maximum : undefined,
  });
}

/** Of several forms the list of what may stand alone as well, or the first. Null is left out. */
function withoutUnion({ anyOf, oneOf, ...rest }: Printed): Printed {
  const forms = (anyOf ?? oneOf ?? []).map(withoutUnion).filter(({ type }) => type !== 'null');
  if (forms.length === 0) return rest;
  const list = forms.find(({ type }) => type === 'array');
  return { ...(list ?? forms[0]), ...rest };
}

const isBound = (bound: unknown): bound is number => Number.isSafeInteger(bound) && !isEdge(bound);
const isEdge = (bound: unknown) => Math.abs(bound as number) === Number.MAX_SAFE_INTEGER;

/** Names, types and descriptions alone: whatever else is said today may be otherwise tomorrow. */
function openOutput(printed: Printed): ToolSchema {
  const { anyOf, type, description, items, properties, required } = printed;
  if (anyOf)
    return orNull(
      anyOf.map((form) => openOutput(form)),
      description,
    );
  return present({
    type,
    description,
    items: items ? openOutput(items as Printed) : undefined,
    properties: properties && mapped(properties, openOutput),
    required: required?.length ? required : undefined,
  });
}

/** Several forms, of which all but null are alike; otherwise anything. */
function orNull(forms: readonly ToolSchema[], description: string | undefined): ToolSchema {
  const [form, ...others] = forms.filter(({ type }) => type !== 'null');
  if (!form?.type || others.length > 0) return present({ description });
  const types = forms.flatMap(({ type }) => type ?? []);
  return present({ ...form, type: types.length > 1 ? types : types[0], description });
}

const mapped = (
  properties: Readonly<Record<string, unknown>>,
  show: (printed: Printed) => ToolSchema,
): Record<string, ToolSchema> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, show(schema as Printed)]),
  );

/** Without the members that are undefined. */
function present<T extends object>(
  members: T,
): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const there = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(there) as { [Name in keyof T]?: Exclude<T[Name], undefined> };
}
