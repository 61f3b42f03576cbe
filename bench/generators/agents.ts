import { Pool } from 'undici';
import { spreadOf, type Spread } from '../statistics.js';
import { serve } from './serve.js';

/** A queue, and those who take from it. */
export interface AgentsJob {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Each has a connection. */
  readonly agents: number;
}

/** What they got done. */
export interface AgentsRate extends Spread {
  readonly perSecond: number;
}

/** What the generator can be asked. */
export type AgentsCommands = typeof commands;

interface Claimed {
  readonly id: string;
  readonly lease_token: string;
}

const commands = {
  /** Claims and completes until nothing is left. @throws Error on any other answer, and for what was given out twice. */
  async work({ url, headers, agents }: AgentsJob): Promise<AgentsRate> {
    const pool = new Pool(url, { connections: agents });
    const times: number[] = [];
    const seen = new Set<string>();
    const post = async (path: string, body: object) => {
      const answer = await pool.request({
        ...{ path, method: 'POST', body: JSON.stringify(body) },
        headers: { ...headers, 'content-type': 'application/json' },
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 200 && answer.statusCode !== 204)
        throw new Error(`${path} answered ${answer.statusCode}: ${text}`);
      return text === '' ? null : (JSON.parse(text) as Claimed);
    };
    const agent = async (index: number) => {
      const claim = { agent_id: `agent-${index}`, lease_seconds: 600 };
      for (;;) {
        const from = performance.now();
        const claimed = await post('/v1/tasks/claim', claim);
        if (!claimed) return;
        const { id, lease_token } = claimed;
        if (seen.has(id)) throw new Error(`${id} was claimed twice`);
        seen.add(id);
        await post(`/v1/tasks/${id}/complete`, { lease_token, output: { done: true } });
        times.push(performance.now() - from);
      }
    };
    const began = performance.now();
    await Promise.all(Array.from({ length: agents }, (_, index) => agent(index)));
    const perSecond = (times.length * 1_000) / (performance.now() - began);
    await pool.close();
    return { perSecond, ...spreadOf(times) };
  },
};

serve(commands);
