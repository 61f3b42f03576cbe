import { join } from 'node:path';
import { createInboxes, createKeys, withDatabase } from './client.js';
import { atLeast, atMost, type Bench, type Figure } from './figures.js';
import { fillMails } from './fill.js';
import { withProgram, type Program } from './generator.js';
import type { HttpCommands, HttpPost, HttpRate } from './generators/http.js';
import type { StreamsCommands } from './generators/streams.js';
import { MEASURABLE, memoryOf } from './memory.js';
import { withService, type BenchService } from './service.js';
import { slopeOf } from './statistics.js';

const CONNECTIONS = 50;
const SESSIONS = 50;
const SINGLE_REQUESTS = 500;
const IDLE = 10_000;
const IDLE_TIMES = 3;
const SESSIONS_A_KEY = 1_000;
const STREAMS = 1_000;
const VERSION = '2025-11-25';
const NEWER_VERSION = '2026-07-28';

interface Parts {
  readonly service: BenchService;
  readonly http: Program<HttpCommands>;
  readonly inbox: string;
  readonly sessions: readonly string[];
  readonly seconds: number;
}

/** Tools against REST in the same run, and what sessions and their streams cost. */
export const mcp: Bench = ({ full, directory }) =>
  withProgram('generators/http', (http: Program<HttpCommands>) =>
    withProgram('generators/streams', (streams: Program<StreamsCommands>) =>
      withService(
        { dataDir: join(directory, 'service'), nodeArguments: MEASURABLE },
        async (service) => {
          const [inbox] = await createInboxes(service, 1);
          await withDatabase(service.databaseUrl, (client) => fillMails(client, [inbox!]));
          const sessions = await openSessions(service, service.apiKey, SESSIONS);
          const parts = { service, http, inbox: inbox!.id, sessions, seconds: full ? 10 : 4 };
          return {
            figures: [
              ...(await calls(parts)),
              ...(await opening(parts)),
              ...(await idle(service)),
              ...(await listening(service, streams)),
            ],
          };
        },
      ),
    ),
  );

async function calls(parts: Parts): Promise<Figure[]> {
  const { inbox } = parts;
  const path = `/v1/inboxes/${inbox}`;
  const rest = await rateOf(parts, { paths: [path] });
  const getInbox = toolPosts(parts, 'get_inbox', { inbox_id: inbox });
  const tool = await rateOf(parts, { posts: getInbox, holds: '"structuredContent"' });
  const newer = await rateOf(parts, {
    posts: [newerPost('get_inbox', { inbox_id: inbox })],
    holds: '"structuredContent"',
  });
  const restList = await rateOf(parts, { paths: [`${path}/emails?limit=20`] });
  const list = toolPosts(parts, 'list_emails', { inbox_id: inbox, limit: 20 });
  const emails = await rateOf(parts, { posts: list, holds: '"structuredContent"' });
  const tools = parts.sessions.map((session) => post({ session, method: 'tools/list' }));
  const listed = await rateOf(parts, { posts: tools, holds: '"get_inbox"' });
  const [one, oneTool] = [await times(parts, { path }), await times(parts, { posts: getInbox })];
  return [
    { what: 'REST: get an inbox', value: rest.perSecond, unit: '/s', ...rest },
    against(rest, 'get_inbox', tool),
    against(rest, 'get_inbox in the era without sessions', newer),
    { what: 'REST: list 20 emails', value: restList.perSecond, unit: '/s', ...restList },
    {
      ...reached('list_emails of 20', emails, 1_000),
      ratio: emails.perSecond / restList.perSecond,
    },
    reached('tools/list', listed, 1_000),
    { what: 'one after the other: REST', value: one.p50, unit: 'ms', ...one },
    {
      ...{ what: '  get_inbox', value: oneTool.p50, unit: 'ms', ...oneTool },
      goal: atMost(oneTool.p50 - one.p50, 1, 'more: '),
    },
  ];
}

async function opening({ service, http, seconds }: Parts): Promise<Figure[]> {
  const keys = await createKeys(service, 10);
  const posts = keys.map((key) => ({ ...INITIALIZE, headers: { ...JSON_HEADERS, ...shown(key) } }));
  const opened = await http.ask('load', {
    ...{ url: service.rest, paths: ['/mcp'], headers: {}, posts },
    ...{ holds: '"serverInfo"', connections: CONNECTIONS, seconds },
  });
  return [reached('sessions opened', opened, 1_000)];
}

/**
 * Nothing of a session is in memory. What V8 keeps room for differs by tens of MB from one reading to the next: how it
 * grows with the sessions is told by several.
 */
async function idle(service: BenchService): Promise<Figure[]> {
  // Code that runs for the first time takes memory that belongs to no session.
  await openIdle(service, SESSIONS_A_KEY);
  const readings = [await memoryOf(service)];
  while (readings.length <= IDLE_TIMES) {
    await openIdle(service, IDLE);
    readings.push(await memoryOf(service));
  }
  const taken = slopeOf(readings.map(({ live }) => live));
  return [
    {
      what: `each ${IDLE} of ${IDLE * IDLE_TIMES} idle sessions: what the service's process takes`,
      ...{ value: taken, unit: 'MB', memoryMb: readings.at(-1)!.live, goal: atMost(taken, 20) },
    },
    {
      what: '  what of it is in use',
      ...{ value: slopeOf(readings.map(({ inUse }) => inUse)), unit: 'MB' },
    },
    {
      what: '  rows and indexes of all sessions',
      value: await withDatabase(service.databaseUrl, async (client) => {
        const { rows } = await client.query<{ size: string }>(
          `SELECT pg_total_relation_size('tool_sessions') AS size`,
        );
        return Number(rows[0]!.size) / 1_024 / 1_024;
      }),
      unit: 'MB',
    },
  ];
}

async function openIdle(service: BenchService, count: number): Promise<void> {
  for (const key of await createKeys(service, count / SESSIONS_A_KEY))
    await openSessions(service, key, SESSIONS_A_KEY);
}

async function listening(
  service: BenchService,
  streams: Program<StreamsCommands>,
): Promise<Figure[]> {
  const [key] = await createKeys(service, 1);
  const sessions = await openSessions(service, key!, STREAMS);
  const apiKeys = sessions.map(() => key!);
  const open = (count: number) =>
    streams.ask('open', {
      ...{ rest: service.rest, apiKeys: apiKeys.slice(0, count) },
      sessions: sessions.slice(0, count),
    });
  // Code that runs for the first time takes memory that belongs to no stream.
  await open(200);
  await streams.ask('close');
  const before = await memoryOf(service);
  await open(STREAMS);
  const after = await memoryOf(service);
  await streams.ask('close');
  const each = ((after.live - before.live) * 1_024) / STREAMS;
  return [
    {
      what: `${STREAMS} streams on which programs listen`,
      ...{ value: each, unit: 'kB each', memoryMb: after.live, goal: atMost(each, 30) },
    },
  ];
}

interface Asked {
  readonly paths?: readonly string[];
  readonly posts?: readonly HttpPost[];
  readonly holds?: string;
}

async function rateOf(
  { service, http, seconds }: Parts,
  { paths = ['/mcp'], ...asked }: Asked,
): Promise<HttpRate & { readonly cpuMs: number }> {
  const load = { url: service.rest, paths, ...asked, headers: shown(service.apiKey) };
  await http.ask('load', { ...load, connections: CONNECTIONS, seconds: 1 });
  const before = await service.cpuMs();
  const rate = await http.ask('load', { ...load, connections: CONNECTIONS, seconds });
  return { ...rate, cpuMs: ((await service.cpuMs()) - before) / rate.n };
}

function times(
  { service, http }: Parts,
  { path = '/mcp', posts }: { readonly path?: string; readonly posts?: readonly HttpPost[] },
) {
  const repeated = Array.from({ length: SINGLE_REQUESTS }, (_, n) => n);
  return http.ask('oneByOne', {
    ...{ url: service.rest, headers: shown(service.apiKey), paths: repeated.map(() => path) },
    ...(posts && { posts: repeated.map((n) => posts[n % posts.length]!) }),
  });
}

const against = (rest: HttpRate, what: string, rate: HttpRate): Figure => ({
  ...{ what, value: rate.perSecond, unit: '/s', ...rate },
  ratio: rate.perSecond / rest.perSecond,
  goal: atLeast(rate.perSecond / rest.perSecond, 0.5, 'ratio '),
});

const reached = (what: string, rate: HttpRate, least: number): Figure => ({
  ...{ what, value: rate.perSecond, unit: '/s', ...rate },
  goal: atLeast(rate.perSecond, least),
});

const shown = (key: string) => ({ 'X-API-Key': key });

const JSON_HEADERS = {
  Accept: 'application/json, text/event-stream',
  'Content-Type': 'application/json',
};

const INITIALIZE = {
  headers: JSON_HEADERS,
  body: JSON.stringify({
    ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
    params: {
      ...{ protocolVersion: VERSION, capabilities: {} },
      clientInfo: { name: 'bench', version: '1' },
    },
  }),
};

function post(message: {
  readonly session: string;
  readonly method: string;
  readonly params?: object;
}): HttpPost {
  const { session, ...body } = message;
  return {
    headers: { ...JSON_HEADERS, 'Mcp-Session-Id': session, 'MCP-Protocol-Version': VERSION },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
  };
}

const toolPosts = ({ sessions }: Parts, name: string, args: object): HttpPost[] =>
  sessions.map((session) =>
    post({ session, method: 'tools/call', params: { name, arguments: args } }),
  );

function newerPost(name: string, args: object): HttpPost {
  const method = 'tools/call';
  const meta = {
    'io.modelcontextprotocol/protocolVersion': NEWER_VERSION,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return {
    headers: {
      ...JSON_HEADERS,
      'MCP-Protocol-Version': NEWER_VERSION,
      ...{ 'Mcp-Method': method, 'Mcp-Name': name },
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method },
      params: { name, arguments: args, _meta: meta },
    }),
  };
}

async function openSessions(service: BenchService, key: string, count: number): Promise<string[]> {
  const openOne = async () => {
    const headers = { ...JSON_HEADERS, ...shown(key) };
    const answer = await fetch(`${service.rest}/mcp`, {
      ...{ method: 'POST', headers, body: INITIALIZE.body },
    });
    await answer.text();
    return answer.headers.get('Mcp-Session-Id')!;
  };
  const sessions: string[] = [];
  while (sessions.length < count)
    sessions.push(...(await Promise.all(Array.from({ length: CONNECTIONS }, openOne))));
  return sessions.slice(0, count);
}
