import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { KEY_SCOPES } from '../../../src/auth/scopes.js';
import type { ToolDefinition } from '../../../src/mcp/tools/define.js';
import { REFUSED_EXAMPLES } from '../../support/all-facts.js';
import { startApi, type TestApi } from '../../support/start-api.js';
import type { Told } from '../../operations/in-process.js';
import { fieldsOf, frontEndsOf, masked, OPERATIONS, WORLD_PARTS } from '../../operations/world.js';
import { ALL_TOOLS, argumentsOf, together, toolCaller, type ToolAnswer } from './tool-caller.js';

// Those that are a route as well: what they answer is compared.
const TOOLS = ALL_TOOLS.list
  .map(({ name }) => ALL_TOOLS.find(name)!)
  .filter(({ operation }) => operation.http);
const toolOf = (operation: string) => TOOLS.find((tool) => tool.operation.name === operation);
const ajv = new Ajv({ strict: true, allowUnionTypes: true });

/** A schema that lets nothing in but what it names. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.entries(schema).map(([name, part]) => [name, closed(part)]);
  const isNamed = 'properties' in schema && 'type' in schema;
  return { ...Object.fromEntries(parts), ...(isNamed && { additionalProperties: false }) };
}

describe('Calls of tools', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi({ parts: WORLD_PARTS });
  });
  afterAll(() => api.close());

  it('answer what REST answers, as their schemas say', async () => {
    const { called, overHttp, worldOf } = frontEndsOf(api);
    const keys: string[] = [];
    const [rest, tools] = await Promise.all([
      worldOf(overHttp),
      worldOf((key) => (keys.push(key), called(key))),
    ]);
    const callTool = toolCaller(api, keys[0]!);
    const results: [string, Told, ToolAnswer][] = [];
    for (const { name } of OPERATIONS) {
      const tool = toolOf(name);
      if (!tool) continue;
      const { defaults, fixed } = tool.inputs;
      const told = await overHttpAs(rest, name, { defaults, fixed });
      const answer = await callTool(tool.name, argumentsOf(tool, fieldsOf(tools, name)));
      results.push([name, told, answer]);
    }
    for (const [name, told, answer] of results) {
      const { tool } = toolOf(name)!;
      expect([name, shownOf(answer)]).toEqual([name, expectedOf(name, told)]);
      if (answer.isError) continue;
      expect(JSON.parse(answer.text)).toEqual(answer.content);
      for (const schema of [tool.outputSchema, closed(tool.outputSchema)]) {
        const isValid = ajv.compile(schema as object);
        isValid(answer.content);
        expect([name, isValid.errors]).toEqual([name, null]);
      }
    }
    expect(results).toHaveLength(TOOLS.length);
    const refused = results.filter(([, , { isError }]) => isError);
    // The mail server has no tools, nor has what persons alone decide.
    const known = Object.entries(REFUSED_EXAMPLES).filter(([name]) => toolOf(name));
    expect(Object.fromEntries(refused.map(([name, { status }]) => [name, status]))).toEqual(
      Object.fromEntries(known),
    );
  });

  it.each(KEY_SCOPES)('need the scopes that operations need: %s', async (scope) => {
    const callTool = toolCaller(api, await frontEndsOf(api).keyWith([scope]));
    for (const { name, operation } of TOOLS) {
      const { isError, text } = await callTool(name, { inbox_id: 'inb_none' });
      const { access } = operation;
      const isOpen = access === scope || access === 'any-key' || access === 'public';
      const lacks = isError && text.startsWith('This key lacks the scope');
      expect([name, lacks]).toEqual([name, !isOpen]);
      if (lacks) expect(text).toContain(access);
    }
  });

  it('tell what is wrong in text alone, by the names of arguments', async () => {
    const callTool = toolCaller(api, (await api.createOrg()).key);
    expect(await callTool('get_inbox')).toEqual({
      isError: true,
      text: 'inbox_id is required',
      content: undefined,
    });
    expect(await callTool('list_emails', { inbox_id: 'inb_1', limit: 1_000 })).toMatchObject({
      text: 'limit must be a whole number from 1 to 100',
    });
    expect(await callTool('get_inbox', { inbox_id: 'inb_1' })).toMatchObject({
      text: expect.stringMatching(/^Inbox not found\. Check the id/),
    });
  });

  it('tell what was given for nothing', async () => {
    const callTool = toolCaller(api, (await api.createOrg()).key);
    expect(await callTool('list_inboxes', { color: 'red' })).toMatchObject({
      content: { data: [], ignored_arguments: 'color' },
    });
  });

  it('count as requests do, and tell when the minute begins anew', async () => {
    const callTool = toolCaller(api, (await api.createOrg('free')).key);
    const counted: number[] = [];
    const onCounted = ({ remaining }: { remaining: number }) => void counted.push(remaining);
    const answers: ToolAnswer[] = [];
    while (!answers.at(-1)?.isError)
      answers.push(await callTool('get_organization', {}, { onCounted }));
    expect(answers.at(-1)!.text).toMatch(/^Rate limit exceeded\. Try again in \d+ seconds\.$/);
    expect(counted.slice(0, 2)).toEqual([counted[0], counted[0]! - 1]);
  });

  it('are done once with an idempotency key, which REST shares', async () => {
    const { key } = await api.createOrg();
    const callTool = toolCaller(api, key);
    const args = { name: 'once', idempotency_key: 'k-1' };
    const first = await callTool('create_inbox', args);
    expect(await callTool('create_inbox', args)).toEqual(first);
    const { body } = await api.call('POST', '/v1/inboxes', {
      key,
      body: { name: 'once' },
      headers: { 'Idempotency-Key': 'k-1' },
    });
    expect(body).toEqual(first.content);
    expect(await callTool('create_inbox', { ...args, name: 'twice' })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^This Idempotency-Key was used with another request/),
    });
  });

  /** The same over REST, with what the tool says where nothing is given. */
  function overHttpAs(
    world: Awaited<ReturnType<ReturnType<typeof frontEndsOf>['worldOf']>>,
    name: string,
    { defaults, fixed }: Pick<ToolDefinition['inputs'], 'defaults' | 'fixed'>,
  ): Promise<Told> {
    const known = OPERATIONS.find((operation) => operation.name === name)!.input.shape;
    const given = { ...defaults, ...fieldsOf(world, name), ...fixed };
    const fields = Object.entries(given).filter(
      ([field, value]) => value !== undefined && Object.hasOwn(known, field),
    );
    return world.call(name, Object.fromEntries(fields));
  }
});

const WAITS = ['getOtp', 'waitForEmail'];
const NOTHING_CAME = { timed_out: true, last_email_id: null };

/** What REST answered, as a tool says it. */
function expectedOf(name: string, { status, body }: Told): unknown {
  if (status >= 400) return { error: (body as { error: string }).error };
  if (body === null) return WAITS.includes(name) ? NOTHING_CAME : { deleted: true };
  return masked({ status: 200, body }).body;
}

function shownOf({ isError, text, content }: ToolAnswer): unknown {
  if (isError) return { error: text.replace(/\. Check the id.*/, '') };
  const body = together(content) as Record<string, unknown>;
  // What is text over REST is a field of a tool.
  const isFile = typeof body['text'] === 'string' && body['content_type'] !== undefined;
  return masked({ status: 200, body: isFile ? body['text'] : body }).body;
}
