import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { AnyOperation, ValueOperation } from '../../operations/operation.js';
import type { CallOutcome } from '../../operations/execute.js';
import { PreparedJson } from '../../operations/prepared-json.js';
import { PreparedContent } from '../prepared-content.js';
import { asFilePages, withAddress } from './file-page.js';
import { inputsOf, namesOf, type ToolInputs } from './inputs.js';
import { outputSchemaOf, type ToolSchema } from './json-schema.js';
import { GROUP_OF, GROUPS } from './names.js';
import { separated, separationOf } from './untrusted.js';

/** An operation as a tool. */
export interface ToolDefinition<Services = never> {
  readonly name: string;
  readonly group: string;
  /** As `tools/list` shows it. */
  readonly tool: Tool;
  /** What runs; it speaks of arguments by their names. */
  readonly operation: AnyOperation<Services>;
  readonly inputs: ToolInputs;
  /** The structured content of an answer; addresses in it begin with the public one. */
  present(outcome: CallOutcome, publicUrl: string): PreparedContent;
}

/** Whether a key may call an operation, and it answers once. What persons decide no model decides. */
export const canBeTool = ({ access, answers, forPersons = false }: AnyOperation): boolean =>
  access !== 'inbound-secret' &&
  access !== 'approvals:decide' &&
  answers !== 'events' &&
  !forPersons;

/** An operation as a tool; those that are not among the default ones are named after it. */
export function defineTool<Services>(given: AnyOperation<Services>): ToolDefinition<Services> {
  const operation = withArgumentNames(asValue(given));
  const name = operation.tool?.name ?? snakeCase(operation.name);
  const inputs = inputsOf(operation);
  const separation = separationOf(operation.output);
  const contentOf = (value: unknown) => new PreparedContent(separated(separation, jsonOf(value)));
  const shownAgain = new WeakMap<PreparedJson, PreparedContent>();
  return {
    name,
    group: GROUP_OF.get(name) ?? extraGroupOf(operation),
    tool: {
      name,
      description: [operation.summary, operation.tool?.details].filter(Boolean).join(' '),
      inputSchema: inputs.schema as Tool['inputSchema'],
      outputSchema: coveringEmpty(
        operation,
        outputSchemaOf(separation.schema),
      ) as Tool['outputSchema'],
      annotations: hintsOf(operation, separation.separate !== null),
    },
    operation,
    inputs,
    present(outcome, publicUrl) {
      const value = outcome.answers === 'json' ? outcome.value : undefined;
      if (value === undefined)
        return new PreparedContent(JSON.stringify(emptyAnswer(operation, outcome)));
      if (!(value instanceof PreparedJson))
        return contentOf(given.answers === 'bytes' ? withAddress(value, publicUrl) : value);
      // Lists show a page of before where nothing of it changed.
      const content = shownAgain.get(value) ?? contentOf(value);
      shownAgain.set(value, content);
      return content;
    },
  };
}

function asValue<Services>(
  operation: AnyOperation<Services>,
): ValueOperation<z.ZodObject, z.ZodType, Services> {
  if (operation.answers === 'bytes') return asFilePages(operation);
  if (operation.answers === 'events') throw new Error(`${operation.name} does not answer once`);
  return operation;
}

/** Problems of fields are told by the names of arguments. */
const withArgumentNames = <Services>(
  operation: ValueOperation<z.ZodObject, z.ZodType, Services>,
): ValueOperation<z.ZodObject, z.ZodType, Services> => ({
  ...operation,
  headers: Object.fromEntries(namesOf(operation)),
});

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Named after the resource: tools of default groups are those of the table alone. */
function extraGroupOf({ http, name }: AnyOperation): string {
  const resource = (http?.path.split('/')[2] ?? name).replaceAll('-', '_');
  return Object.hasOwn(GROUPS, resource) ? `more_${resource}` : resource;
}

/** All four: what is left out is guessed by programs, and they guess the worst. */
function hintsOf(
  { http, tool = {} }: AnyOperation,
  hasStrangers: boolean,
): Required<Omit<ToolHints, 'title'>> {
  const method = http?.method ?? 'POST';
  const readOnly = tool.readOnly ?? method === 'GET';
  return {
    readOnlyHint: readOnly,
    destructiveHint: tool.destructive ?? method === 'DELETE',
    idempotentHint: tool.idempotent ?? (readOnly || method !== 'POST'),
    // What strangers wrote comes from outside as well.
    openWorldHint: tool.openWorld ?? hasStrangers,
  };
}

type ToolHints = NonNullable<Tool['annotations']>;

const jsonOf = (value: unknown) =>
  value instanceof PreparedJson ? value.toString() : JSON.stringify(value);

const isWait = ({ alsoAnswers }: AnyOperation) => Object.hasOwn(alsoAnswers ?? {}, 204);

const isEmpty = ({ output }: ValueOperation) => output instanceof z.ZodUndefined;

/** What is answered where the operation answers nothing: it took something away, or waited in vain. */
function emptyAnswer(operation: ValueOperation, outcome: CallOutcome): object {
  if (!isWait(operation)) return { deleted: true };
  const headers = outcome.answers === 'json' ? outcome.headers : {};
  return { timed_out: true, last_email_id: headers['X-Last-Email-Id'] ?? null };
}

const TIMED_OUT: ToolSchema = {
  type: 'boolean',
  description: 'Nothing came in time: call again to go on waiting.',
};
const LAST_EMAIL_ID: ToolSchema = {
  type: ['string', 'null'],
  description:
    'With timed_out: the email that was handed out last, to be read again if it was lost.',
};

/** The schema of all answers, that of an empty one among them. */
function coveringEmpty(operation: ValueOperation, { required, ...schema }: ToolSchema): ToolSchema {
  if (isEmpty(operation)) return { type: 'object', properties: { deleted: { type: 'boolean' } } };
  if (!isWait(operation)) return { type: 'object', ...schema, ...(required && { required }) };
  const properties = { ...schema.properties, timed_out: TIMED_OUT, last_email_id: LAST_EMAIL_ID };
  return { ...schema, type: 'object', properties };
}
