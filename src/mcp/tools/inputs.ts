import type { z } from 'zod';
import { pathFields } from '../../operations/fields.js';
import type { AnyOperation, ToolFacts } from '../../operations/operation.js';
import { namesResource } from '../../operations/shapes.js';
import { inputSchemaOf, type ToolSchema } from './json-schema.js';

/** What the arguments of a tool are, and which fields of its operation they become. */
export interface ToolInputs {
  /** As clients are shown it. */
  readonly schema: ToolSchema;
  /** The field of each argument. */
  readonly fields: ReadonlyMap<string, string>;
  /** Arguments that name a resource, as far as one of them can be missing. */
  readonly ids: readonly string[];
  /** Arguments that can be taken away: null is not given, so they are named by CLEAR. */
  readonly clearable: readonly string[];
  /** Fields that stand in the path of its route. */
  readonly inPath: ReadonlySet<string>;
  /** Values of fields that are not given. */
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Values of fields whatever is given. */
  readonly fixed: Readonly<Record<string, unknown>>;
}

/** The argument that names what a change takes away. */
export const CLEAR = 'clear';

/** The argument in place of the header `Idempotency-Key`. */
export const IDEMPOTENCY_KEY = 'idempotency_key';

const IDEMPOTENCY_KEY_SCHEMA: ToolSchema = {
  type: 'string',
  description: 'Repeat it when you retry: it is done once.',
};

// What stands in front of an id in a path, and what the id is called where many tools are told apart.
const ID_NAMES: Readonly<Record<string, string>> = {
  inboxes: 'inbox_id',
  emails: 'email_id',
  attachments: 'attachment_id',
  threads: 'thread_id',
  'routing-rules': 'rule_id',
  webhooks: 'webhook_id',
  deliveries: 'delivery_id',
  'smtp-configs': 'config_id',
  'contact-lists': 'list_id',
  bulk: 'bulk_id',
  drafts: 'draft_id',
  waits: 'wait_id',
  domains: 'domain_id',
  tasks: 'task_id',
  approvals: 'approval_id',
  ask: 'question_id',
  credentials: 'credential_id',
  sessions: 'session_id',
  grants: 'grant_id',
  clients: 'client_id',
};

const AS_OVER_REST: Required<Pick<ToolFacts, 'defaults' | 'fixed' | 'required'>> = {
  defaults: {},
  fixed: {},
  required: [],
};

/** The inputs of an operation as a tool. */
export function inputsOf(operation: AnyOperation): ToolInputs {
  const { defaults, fixed, required } = { ...AS_OVER_REST, ...operation.tool };
  const names = namesOf(operation);
  const argumentOf = (field: string) => names.get(field) ?? field;
  const shown = inputSchemaOf(operation.input);
  const fields = Object.keys(shown.properties ?? {}).filter(
    (field) => !Object.hasOwn(fixed, field),
  );
  const properties = fields.map((field) => {
    const value = Object.hasOwn(defaults, field) ? { default: defaults[field] } : {};
    return [argumentOf(field), { ...shown.properties![field], ...value }] as const;
  });
  const needed = [...(shown.required ?? []), ...required].filter((field) => fields.includes(field));
  const clearable = fields.filter((field) => canBeCleared(operation, field)).map(argumentOf);
  return {
    schema: {
      type: 'object',
      properties: { ...Object.fromEntries(properties), ...furtherInputs(operation, clearable) },
      ...(needed.length > 0 && { required: needed.map(argumentOf) }),
    },
    fields: new Map(fields.map((field) => [argumentOf(field), field])),
    ids: idsAmong(operation, argumentOf, needed),
    clearable,
    inPath: new Set(operation.http ? pathFields(operation.http) : []),
    defaults,
    fixed,
  };
}

/** Whether a change can take a field away. */
const canBeCleared = ({ http, input }: AnyOperation, field: string): boolean =>
  http?.method === 'PATCH' && (input.shape[field] as z.ZodType).safeParse(null).success;

/** Arguments that are no fields of the operation. */
const furtherInputs = (
  { creates = false }: AnyOperation,
  clearable: readonly string[],
): Record<string, ToolSchema> => ({
  ...(creates && { [IDEMPOTENCY_KEY]: IDEMPOTENCY_KEY_SCHEMA }),
  ...(clearable.length > 0 && {
    [CLEAR]: {
      type: 'array',
      description: 'Fields to empty.',
      items: { type: 'string', enum: clearable },
    },
  }),
});

/** Those of the arguments that have to be there; where there are none, the only one there may be. */
function idsAmong(
  { input }: AnyOperation,
  argumentOf: (field: string) => string,
  needed: readonly string[],
): string[] {
  const isId = (field: string) => argumentOf(field).endsWith('_id');
  const required = needed.filter(isId);
  const [only, ...others] = Object.keys(input.shape).filter(isId);
  const isResource = only !== undefined && namesResource(input.shape[only] as z.ZodType);
  const ids = required.length === 0 && others.length === 0 && isResource ? [only] : required;
  return ids.map(argumentOf);
}

/** The fields that have another name as an argument. */
export function namesOf({ http, tool }: AnyOperation): ReadonlyMap<string, string> {
  const segments = http?.path.split('/') ?? [];
  const ids = segments.flatMap((segment, index) => {
    const name = segment.startsWith(':') ? ID_NAMES[segments[index - 1]!] : undefined;
    return name === undefined ? [] : [[segment.slice(1), name] as const];
  });
  return new Map([...ids, ...Object.entries(tool?.names ?? {})]);
}
