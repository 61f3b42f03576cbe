import { join } from 'node:path';
import type { RestCalibratorCommands } from './calibrators/rest.js';
import { call, createInboxes, withDatabase, type BenchInbox } from './client.js';
import { atLeast, atMost, type Bench, type Figure } from './figures.js';
import { filledWord, fillMails, MAILS_AN_INBOX } from './fill.js';
import { withProgram, type Program } from './generator.js';
import type { HttpCommands, HttpRate } from './generators/http.js';
import { withService, type BenchService } from './service.js';

const CONNECTIONS = 50;
const PAGE = 20;
const READS = 500;
const DEEP = { page: 1_000, limit: 10 };
const SINGLE_REQUESTS = 300;
const SEARCH_GOALS = [
  { upTo: 10_000, p50: 5 },
  { upTo: Infinity, p50: 25, p99: 150 },
];

interface Parts {
  readonly service: BenchService;
  readonly http: Program<HttpCommands>;
  /** Base address of the bare program. */
  readonly bare: string;
  readonly seconds: number;
}

/** Reading, listing and searching with key, scopes and rate headers, among more and more mails. */
export const rest: Bench = ({ full, directory }) =>
  withProgram('generators/http', (http: Program<HttpCommands>) =>
    withProgram('calibrators/rest', (calibrator: Program<RestCalibratorCommands>) =>
      withService({ dataDir: join(directory, 'service') }, async (service) => {
        const bare = `http://127.0.0.1:${await calibrator.ask('start', service.databaseUrl)}`;
        const parts = { service, http, bare, seconds: full ? 10 : 4 };
        const inboxes: BenchInbox[] = [];
        const figures: Figure[] = [];
        for (const mails of full ? [10_000, 100_000, 1_000_000] : [10_000]) {
          inboxes.push(...(await fill(service, mails / MAILS_AN_INBOX - inboxes.length)));
          figures.push(...(await measure(parts, inboxes, mails)));
        }
        return { figures };
      }),
    ),
  );

async function fill(service: BenchService, count: number): Promise<BenchInbox[]> {
  const inboxes = await createInboxes(service, count);
  await withDatabase(service.databaseUrl, (client) => fillMails(client, inboxes));
  return inboxes;
}

async function measure(
  parts: Parts,
  inboxes: readonly BenchInbox[],
  mails: number,
): Promise<Figure[]> {
  const ids = await checkAnswers(parts.service, inboxes[0]!);
  const of = `of ${mails} mails`;
  const listed = inboxes.slice(0, READS).map(({ id }) => id);
  const reads = ids.map((id) => `/v1/emails/${id}`);
  const lists = listed.map((id) => `/v1/inboxes/${id}/emails?limit=${PAGE}`);
  const summaries = lists.map((path) => `${path}&view=summary`);
  const one = { what: `get one ${of}`, paths: reads, least: 4_500 };
  const list = { what: `list ${PAGE} ${of}`, paths: lists, least: 1_800 };
  const summary = { what: `summaries of ${PAGE} ${of}`, paths: summaries, least: 2_500 };
  return [
    ...(await besideBare(parts, one, { name: 'one', ids })),
    ...(await besideBare(parts, list, { name: 'list', ids: listed })),
    ...(await rate(parts, {
      what: '  each time another page',
      paths: await pagesOf(parts.service, inboxes[0]!),
    })),
    ...(await besideBare(parts, summary, { name: 'summaries', ids: listed })),
    ...(await rate(parts, { what: `search ${of}`, paths: searches(READS) })),
    ...(await searchTimes(parts, mails)),
    await deepPage(parts, inboxes[0]!),
  ];
}

/** What the bare program is asked for. */
interface BareJob {
  readonly name: 'one' | 'list' | 'summaries';
  readonly ids: readonly string[];
}

/** The same of the bare program and of the service, in the same minute. */
async function besideBare(parts: Parts, job: RateJob, { name, ids }: BareJob): Promise<Figure[]> {
  const bare = await parts.http.ask('load', {
    ...{ url: parts.bare, paths: ids.map((id) => `/${name}/${id}`), headers: {} },
    ...{ connections: CONNECTIONS, seconds: parts.seconds },
  });
  return [
    { what: `bare program: ${job.what}`, value: bare.perSecond, unit: '/s', ...bare },
    ...(await rate(parts, { ...job, bare })),
  ];
}

interface RateJob {
  readonly what: string;
  readonly paths: readonly string[];
  readonly bare?: HttpRate;
  readonly least?: number;
}

async function rate(
  { service, http, seconds }: Parts,
  { what, paths, bare, least }: RateJob,
): Promise<Figure[]> {
  const load = { ...target(service), paths, connections: CONNECTIONS };
  await http.ask('load', { ...load, seconds: 1 });
  const before = await service.cpuMs();
  const reached = await http.ask('load', { ...load, seconds });
  const cpuMs = ((await service.cpuMs()) - before) / reached.n;
  const { refused, ...figure } = reached;
  return [
    {
      ...{ what, value: reached.perSecond, unit: '/s', ...figure, cpuMs },
      ...(bare && { ratio: reached.perSecond / bare.perSecond }),
      ...(least && { goal: atLeast(reached.perSecond, least) }),
    },
    ...(refused > 0 ? [{ what: '  answered 503', value: refused, unit: 'requests' }] : []),
  ];
}

const target = ({ rest: url, apiKey }: BenchService) => ({ url, headers: { 'X-API-Key': apiKey } });

/** Searches for words of all kinds: in most mails, in some, in few, in none, and two at once. */
function searches(count: number): string[] {
  return Array.from({ length: count }, (_, n) => {
    const word = filledWord((n * n * 37) % 20_000);
    const queries = [word, `${word} ${filledWord(n % 50)}`, word.slice(0, 5), `nowhere${n}`];
    return `/v1/emails/search?limit=${PAGE}&q=${encodeURIComponent(queries[n % queries.length]!)}`;
  });
}

async function searchTimes({ service, http }: Parts, mails: number): Promise<Figure[]> {
  const paths = searches(SINGLE_REQUESTS);
  const { p50, p99, n } = await http.ask('oneByOne', { ...target(service), paths });
  const goal = SEARCH_GOALS.find(({ upTo }) => mails <= upTo)!;
  return [
    {
      what: '  one search at a time',
      value: p50,
      unit: 'ms',
      p50,
      p99,
      n,
      goal: atMost(p50, goal.p50),
    },
    ...(goal.p99
      ? [{ what: '  its slowest hundredth', value: p99, unit: 'ms', goal: atMost(p99, goal.p99) }]
      : []),
  ];
}

interface Page {
  readonly data: readonly { readonly id: string; readonly subject: string }[];
  /** Null behind the last one. */
  readonly cursor: string | null;
}

/** More pages than are kept of those that were shown. */
async function pagesOf(service: BenchService, { id }: BenchInbox): Promise<string[]> {
  const first = `/v1/inboxes/${id}/emails?limit=${PAGE}`;
  const paths = [first];
  while (paths.length < READS) {
    const { cursor }: Page = await call(service, paths.at(-1)!);
    if (cursor === null) break;
    paths.push(`${first}&cursor=${cursor}`);
  }
  return paths;
}

/** A page far down costs no more than the first. */
async function deepPage({ service, http }: Parts, { id }: BenchInbox): Promise<Figure> {
  const first = `/v1/inboxes/${id}/emails?limit=${DEEP.limit}`;
  const cursor = await cursorBehind(service, id, (DEEP.page - 1) * DEEP.limit);
  const times = async (path: string) => {
    const paths = Array.from({ length: SINGLE_REQUESTS }, () => path);
    return http.ask('oneByOne', { ...target(service), paths });
  };
  const near = await times(first);
  const far = await times(`${first}&cursor=${cursor}`);
  const ratio = far.p50 / near.p50;
  return {
    what: `page ${DEEP.page} against page 1`,
    ...{ value: ratio, unit: 'times', p50: far.p50, p99: far.p99, n: far.n },
    goal: atMost(ratio, 1.3),
  };
}

/** A cursor may go on with another limit, so large pages lead there quickly. */
async function cursorBehind(service: BenchService, inbox: string, mails: number): Promise<string> {
  let cursor: string | null = null;
  for (let left = mails; left > 0; left -= 100) {
    const limit = Math.min(100, left);
    const from: string = cursor === null ? '' : `&cursor=${cursor}`;
    const page: Page = await call(service, `/v1/inboxes/${inbox}/emails?limit=${limit}${from}`);
    cursor = page.cursor;
  }
  return cursor!;
}

/** What is listed can be read and is found by search; answers ids to read. */
async function checkAnswers(service: BenchService, { id }: BenchInbox): Promise<string[]> {
  const ids: string[] = [];
  let path = `/v1/inboxes/${id}/emails?limit=100`;
  while (ids.length < READS) {
    const page = await call<Page>(service, path);
    ids.push(...page.data.map((mail) => mail.id));
    path = `/v1/inboxes/${id}/emails?limit=100&cursor=${page.cursor}`;
  }
  const wanted = await call<Page['data'][number]>(service, `/v1/emails/${ids[0]}`);
  const q = encodeURIComponent(wanted.subject);
  const found = await call<Page>(service, `/v1/emails/search?q=${q}`);
  if (!found.data.some((mail) => mail.id === wanted.id))
    throw new Error(`${wanted.id} is not found by its subject ${wanted.subject}`);
  return ids;
}
