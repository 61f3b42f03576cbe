import autocannon from 'autocannon';
import { Agent, get } from 'node:http';
import { spreadOf, type Spread } from '../statistics.js';
import { serve } from './serve.js';

/** Requests to be made over and over. */
export interface HttpLoad {
  readonly url: string;
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
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
  async load({ url, paths, headers, connections, seconds }: HttpLoad): Promise<HttpRate> {
    const result = await autocannon({
      url,
      connections,
      duration: seconds,
      headers: { ...headers },
      requests: paths.map((path) => ({ path })),
    });
    const refused = result.statusCodeStats?.['503']?.count ?? 0;
    if (result.non2xx - refused + result.errors > 0)
      throw new Error(`${url}: ${result.errors} errors, ${JSON.stringify(result.statusCodeStats)}`);
    const n = result['2xx'];
    const { p50, p99 } = result.latency;
    return { perSecond: n / result.duration, n, p50, p99, refused };
  },

  /** Each path once, one after the other on one connection: autocannon's times are whole milliseconds. */
  async oneByOne({
    url,
    paths,
    headers,
  }: Omit<HttpLoad, 'connections' | 'seconds'>): Promise<Spread> {
    const agent = new Agent({ keepAlive: true, noDelay: true });
    const times: number[] = [];
    for (const path of paths) {
      const from = performance.now();
      await answered(new URL(path, url), headers, agent);
      times.push(performance.now() - from);
    }
    agent.destroy();
    return spreadOf(times);
  },
};

function answered(url: URL, headers: HttpLoad['headers'], agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      response.resume();
      response.once('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url.pathname} answered ${response.statusCode}`));
      });
    }).once('error', reject);
  });
}

serve(commands);
