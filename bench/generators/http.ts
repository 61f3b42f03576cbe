import autocannon from 'autocannon';
import { Agent, request } from 'node:http';
import { spreadOf, type Spread } from '../statistics.js';
import { serve } from './serve.js';

/** Requests to be made over and over. */
export interface HttpLoad {
  readonly url: string;
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** What is sent to the first path, where it is not got. */
  readonly posts?: readonly HttpPost[];
  /** What stands in every right answer. */
  readonly holds?: string;
  readonly connections: number;
  readonly seconds: number;
}

/** A request with a body. */
export interface HttpPost {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What was reached with them. */
export interface HttpRate {
  readonly perSecond: number;
  readonly n: number;
  readonly p50: number;
  readonly p99: number;
  /** Requests answered 503: storage did not keep up. They are not among the others. */
  readonly refused: number;
}

/** What the HTTP generator can be asked. */
export type HttpCommands = typeof commands;

const commands = {
  /** As many requests as all connections together get answered. @throws Error on any but 200 and 503. */
  async load(load: HttpLoad): Promise<HttpRate> {
    const { url, headers, connections, seconds, holds } = load;
    const result = await autocannon({
      url,
      connections,
      duration: seconds,
      headers: { ...headers },
      requests: requestsOf(load).map((one) => ({
        ...one,
        headers: { ...headers, ...one.headers },
      })),
      ...(holds !== undefined && { verifyBody: (body: unknown) => String(body).includes(holds) }),
    });
    const refused = result.statusCodeStats?.['503']?.count ?? 0;
    if (result.mismatches > 0) throw new Error(`${url}: ${result.mismatches} wrong answers`);
    if (result.non2xx - refused + result.errors > 0)
      throw new Error(`${url}: ${result.errors} errors, ${JSON.stringify(result.statusCodeStats)}`);
    const n = result['2xx'];
    const { p50, p99 } = result.latency;
    return { perSecond: n / result.duration, n, p50, p99, refused };
  },

  /** Each path once, one after the other on one connection: autocannon's times are whole milliseconds. */
  async oneByOne(load: Omit<HttpLoad, 'connections' | 'seconds'>): Promise<Spread> {
    const agent = new Agent({ keepAlive: true, noDelay: true });
    const times: number[] = [];
    for (const one of requestsOf(load)) {
      const from = performance.now();
      await answered(one, load, agent);
      times.push(performance.now() - from);
    }
    agent.destroy();
    return spreadOf(times);
  },
};

interface OneRequest {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const requestsOf = ({ paths, posts }: Pick<HttpLoad, 'paths' | 'posts'>): OneRequest[] =>
  posts?.map((post) => ({ ...post, path: paths[0]!, method: 'POST' })) ??
  paths.map((path) => ({ path, method: 'GET' }));

function answered(
  { path, method, body, headers }: OneRequest,
  load: Pick<HttpLoad, 'url' | 'headers'>,
  agent: Agent,
): Promise<void> {
  const all = { ...load.headers, ...headers };
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, load.url), { method, agent, headers: all });
    sent.once('response', (response) => {
      response.resume();
      response.once('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${path} answered ${response.statusCode}`));
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

serve(commands);
