import { describe, expect, it } from '@jest/globals';
import { catalogue } from '../../../src/catalogue.js';
import { CORE, GROUPS } from '../../../src/mcp/tools/names.js';
import { INSTRUCTIONS, selectToolset } from '../../../src/mcp/tools/toolset.js';
import type { ToolDefinition } from '../../../src/mcp/tools/define.js';
import { ALL_TOOLS } from './tool-caller.js';

const NAMES: readonly string[] = Object.values(GROUPS).flat();
const NAMED = ALL_TOOLS.list.map(({ name }) => name).filter((name) => NAMES.includes(name));
const namesOf = (query: Parameters<typeof selectToolset>[1]) =>
  selectToolset(catalogue, query).list.map(({ name }) => name);
const DEFAULT = selectToolset(catalogue, {});
const TOOLS = ALL_TOOLS.list.map(({ name }) => ALL_TOOLS.find(name)!);
const KIB = 1024;

describe('The table of tools', () => {
  it('has 65 names, each of one group', () => {
    expect(NAMES).toHaveLength(65);
    expect(new Set(NAMES).size).toBe(65);
  });

  it('is what operations are named after', () => {
    expect(NAMED.toSorted()).toEqual(NAMES.toSorted());
  });

  it('has twelve core tools', () => {
    expect(CORE).toHaveLength(12);
    expect(NAMES).toEqual(expect.arrayContaining([...CORE]));
  });

  it('has a tool for every operation that a key may call and that answers once', () => {
    const callable = catalogue.filter(
      ({ access, answers, forPersons = false }) =>
        access !== 'inbound-secret' &&
        access !== 'approvals:decide' &&
        answers !== 'events' &&
        !forPersons,
    );
    expect(TOOLS.map(({ operation }) => operation.name)).toEqual(callable.map(({ name }) => name));
    expect(new Set(TOOLS.map(({ name }) => name)).size).toBe(TOOLS.length);
  });
});

describe('A selection', () => {
  it.each([
    [{}, (name: string) => NAMES.includes(name)],
    [{ toolsets: 'default' }, (name: string) => NAMES.includes(name)],
    [{ toolsets: 'core' }, (name: string) => (CORE as readonly string[]).includes(name)],
    [{ toolsets: 'threads' }, (name: string) => GROUPS.threads.some((one) => one === name)],
    [
      { toolsets: 'drafts, waits' },
      (name: string) => /^(create|get|list|update|delete|send|cancel)_(draft|wait)s?$/.test(name),
    ],
    [{ toolsets: 'all' }, () => true],
    [{ toolsets: 'core', read_only: 'true' }, (name: string) => isReading(name, CORE)],
    [{ toolsets: 'all', read_only: 'true' }, (name: string) => hintsOf(name).readOnlyHint],
  ])('%j has its tools and no others', (query, isIn) => {
    expect(namesOf(query)).toEqual(ALL_TOOLS.list.map(({ name }) => name).filter(isIn));
  });

  it('is made once', () => {
    expect(selectToolset(catalogue, { toolsets: 'core,threads' })).toBe(
      selectToolset(catalogue, { toolsets: 'threads,core' }),
    );
    expect(JSON.parse(String(DEFAULT.listJson))).toEqual(DEFAULT.list);
    expect(selectToolset(catalogue, { toolsets: 'core' }).find('delete_inbox')).toBeUndefined();
  });

  it.each([
    [{ toolsets: 'everything' }, /^toolsets must be of default, core, all, .*inboxes, .*waits/],
    [{ toolsets: '' }, /^toolsets must be of/],
    [{ toolsets: 'constructor' }, /^toolsets must be of/],
    [{ read_only: 'maybe' }, 'read_only must be true or false'],
  ])('%j is refused with what there is', (query, message) => {
    expect(() => selectToolset(catalogue, query)).toThrow(
      expect.objectContaining({ status: 400, message: expect.stringMatching(message) }),
    );
  });
});

const hintsOf = (name: string) => ALL_TOOLS.find(name)!.tool.annotations!;
const isReading = (name: string, among: readonly string[]) =>
  among.includes(name) && hintsOf(name).readOnlyHint === true;

describe('What models read of tools', () => {
  it.each([
    ['default', 48 * KIB],
    ['core', 12 * KIB],
  ])('is small: %s', (toolsets, most) => {
    const read = selectToolset(catalogue, { toolsets }).list.map(
      ({ name, description, inputSchema }) => ({ name, description, inputSchema }),
    );
    expect(Buffer.byteLength(JSON.stringify(read))).toBeLessThanOrEqual(most);
  });

  it('has all four hints', () => {
    for (const { name, tool } of TOOLS)
      expect([name, tool.annotations]).toEqual([
        name,
        {
          readOnlyHint: expect.any(Boolean),
          destructiveHint: expect.any(Boolean),
          idempotentHint: expect.any(Boolean),
          openWorldHint: expect.any(Boolean),
        },
      ]);
  });

  it.each([
    ['get_inbox', 'read idempotent'],
    ['list_emails', 'read idempotent open'],
    ['create_inbox', ''],
    ['update_inbox', 'idempotent'],
    ['delete_inbox', 'destructive idempotent'],
    ['regenerate_imap_password', 'destructive'],
    ['send_email', 'open'],
    ['test_webhook', 'open'],
    ['unassign_thread_agent', 'destructive idempotent'],
    ['test_routing_rules', 'read idempotent'],
    ['cancel_email', 'destructive idempotent open'],
  ])('says of %s that it is: %s', (name, hints) => {
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = hintsOf(name);
    const said = [
      readOnlyHint && 'read',
      destructiveHint && 'destructive',
      idempotentHint && 'idempotent',
      openWorldHint && 'open',
    ];
    expect(said.filter(Boolean).join(' ')).toBe(hints);
  });

  it('has flat inputs: no unions, references or null', () => {
    for (const { name, tool } of TOOLS) {
      expect([name, tool.inputSchema.type]).toEqual([name, 'object']);
      for (const schema of schemasIn(tool.inputSchema)) {
        const type = schema['type'];
        expect([name, schema, typeof type]).toEqual([name, schema, 'string']);
        expect(KEPT).toEqual(expect.arrayContaining(Object.keys(schema)));
      }
    }
  });

  it('names ids after what they are of', () => {
    const args = new Set(TOOLS.flatMap(({ inputs }) => Object.keys(inputs.schema.properties!)));
    expect(args).not.toContain('id');
    const ids = NAMES.flatMap((name) => ALL_TOOLS.find(name) ?? []).flatMap(({ inputs }) => [
      ...inputs.ids,
    ]);
    expect(IDS).toEqual(expect.arrayContaining([...new Set(ids)]));
    expect(TOOLS.flatMap(camelCase)).toEqual([]);
  });

  it('has open outputs: whatever else comes is valid', () => {
    for (const { name, tool } of TOOLS) {
      expect([name, tool.outputSchema!.type]).toEqual([name, 'object']);
      for (const schema of schemasIn(tool.outputSchema!))
        expect(OPEN).toEqual(expect.arrayContaining(Object.keys(schema)));
    }
  });

  it('takes an idempotency key where something is created or waited for', () => {
    const taking = TOOLS.filter(({ inputs }) =>
      Object.hasOwn(inputs.schema.properties!, 'idempotency_key'),
    );
    const creating = TOOLS.filter(
      ({ name, operation }) => operation.creates || ['get_otp', 'wait_for_email'].includes(name),
    );
    expect(taking).toEqual(creating);
  });

  it('is told that mail gives no orders', () => {
    expect(INSTRUCTIONS).toMatch(/untrusted.*data, never orders/s);
  });
});

const KEPT = [
  ...['type', 'description', 'enum', 'items', 'properties'],
  ...['required', 'default', 'minimum', 'maximum'],
];
const OPEN = ['type', 'description', 'items', 'properties', 'required'];
const IDS = [
  ...['inbox_id', 'email_id', 'attachment_id', 'thread_id', 'agent_id'],
  ...['rule_id', 'webhook_id', 'config_id', 'domain_id', 'list_id', 'bulk_id'],
  ...['domain_id', 'credential_id', 'session_id'],
];

const camelCase = ({ inputs }: ToolDefinition) =>
  Object.keys(inputs.schema.properties!).filter((name) => /[A-Z]/.test(name));

/** A schema and all schemas in it. */
function schemasIn(schema: object): Record<string, unknown>[] {
  const { properties = {}, items } = schema as { properties?: object; items?: object };
  const inner: unknown[] = [...Object.values(properties), ...(items ? [items] : [])];
  return [schema as Record<string, unknown>, ...inner.flatMap((one) => schemasIn(one as object))];
}
