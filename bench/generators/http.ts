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
}

/** What the HTTP generator can be asked. */
export type HttpCommands = typeof commands;

const commands = {
  /** As many requests as all connections together get answered. @throws Error on any but 2xx. */
  async load({ url, paths, headers, connections, seconds }: HttpLoad): Promise<HttpRate> {
    const result = await autocannon({
      url,
      connections,
      duration: seconds,
      headers: { ...headers },
      requests: paths.map((path) => ({ path })),
    });
    if (result.non2xx + result.errors > 0)
      throw new Error(`${url}: ${result.non2xx} not 2xx, ${result.errors} errors`);
    const n = result['2xx'];
    return { perSecond: n / result.duration, n, p50: result.latency.p50, p99: result.latency.p99 };
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
