import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSharedInstallation, type SharedInstallation } from '../e2e/installation.js';
import type { RestClient } from '../e2e/rest-client.js';
import { buildDocument } from '../../src/openapi/document.js';
import { needsKey } from '../../src/operations/access.js';
import { catalogue } from '../../src/catalogue.js';
import { pathFields, locationsOf, takesBody } from '../../src/operations/fields.js';
import type { AnyOperation } from '../../src/operations/operation.js';
import { GIVEN } from '../support/all-facts.js';

type Responses = Readonly<Record<string, object>>;

const UNKNOWN_INBOX = 'inb_00000000000000000000';

// Names of others' things: agents and clients name themselves, and streams go on after what is gone.
const NAMED_BY_CLIENTS = new Set([
  'agent_id',
  'client_id',
  'target_agent_id',
  'provider_message_id',
  'last_event_id',
]);

const OPERATIONS = catalogue.filter(({ access, http }) => http && needsKey(access));
const document = buildDocument(catalogue, 'https://mail.test') as unknown as {
  readonly paths: Record<string, Record<string, { readonly responses: Responses }>>;
};

const listed = ({ http }: AnyOperation): string[] =>
  Object.keys(
    document.paths[http!.path.replace(/:(\w+)/g, '{$1}')]![http!.method.toLowerCase()]!.responses,
  );

/** The fields of an operation that take an id, and are no part of its path. */
const idFields = (operation: AnyOperation): string[] =>
  [...locationsOf(operation, operation.http!)].flatMap(([field, place]) =>
    place !== 'path' && /(^|_)ids?$/.test(field) ? [field] : [],
  );

/** Whether something in the path is not given, which is an id then. */
const hasIdInPath = ({ name, http }: AnyOperation): boolean =>
  pathFields(http!).some((field) => GIVEN[name]?.[field] === undefined);

const cases = OPERATIONS.flatMap((operation) =>
  [...(hasIdInPath(operation) ? ['in its path'] : []), ...idFields(operation)].map(
    (field) => [operation.name, field, operation] as const,
  ),
);

describe('An id of nothing', () => {
  let installation: SharedInstallation;
  let client: RestClient;
  let inbox: string;

  beforeAll(async () => {
    installation = await createSharedInstallation();
    client = await installation.client(await installation.start({ role: 'api' }));
    ({ id: inbox } = await client.read<{ id: string }>('/v1/inboxes', {}));
  });
  afterAll(() => installation.remove());

  it.each(cases)('makes %s (%s) answer what is listed', async (_name, field, operation) => {
    const status = await ask(operation, field);
    expect(listed(operation)).toContain(String(status));
    if (!NAMED_BY_CLIENTS.has(field)) expect(status).toBe(404);
  });

  /** The status of a request in which all is well but one id. */
  async function ask(operation: AnyOperation, field: string): Promise<number> {
    const { method, path } = operation.http!;
    const usual = 'inbox_id' in operation.input.shape ? { inbox_id: inbox } : {};
    const fields = new Map(Object.entries<unknown>({ ...usual, ...GIVEN[operation.name] }));
    const pathId = idFields(operation).includes(field) ? inbox : UNKNOWN_INBOX;
    if (pathId === inbox) fields.set(field, unknown(field));
    const filled = path.replace(/:(\w+)/g, (_, name: string) => {
      const value = fields.get(name) as string | undefined;
      fields.delete(name);
      return encodeURIComponent(value ?? pathId);
    });
    const inBody = takesBody(operation.http!);
    const query = new URLSearchParams([...fields] as [string, string][]).toString();
    const response = await fetch(client.base + (inBody ? filled : `${filled}?${query}`), {
      method,
      headers: { 'X-API-Key': client.key, 'Content-Type': 'application/json' },
      ...(inBody && { body: JSON.stringify(Object.fromEntries(fields)) }),
    });
    // A stream does not end.
    await response.body?.cancel();
    return response.status;
  }
});

/** An id of nothing, as a field takes it. */
const unknown = (field: string) => (field.endsWith('ids') ? [UNKNOWN_INBOX] : UNKNOWN_INBOX);
