import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpConnection } from './connection.js';
import type { Message } from './messages.js';

/** Knows which messages change nothing, so that it does no harm to send them twice. */
export class SafeCalls {
  private readonly readers = new Set<string>();

  constructor(
    private readonly connection: HttpConnection,
    private readonly retryAfter: number,
  ) {}

  /** Reads the hints of tools from a list of them. */
  learn({ result }: Message): void {
    for (const { name, annotations } of result?.tools ?? [])
      if (annotations?.readOnlyHint) this.readers.add(name);
  }

  /** Asks the server where nobody has asked it yet, as soon as it is there. */
  async has(message: Message, signal: AbortSignal): Promise<boolean> {
    if (message.method !== 'tools/call') return true;
    while (this.readers.size === 0 && !(await this.ask(message, signal)))
      await sleep(this.retryAfter, undefined, { signal });
    return this.readers.has(String(message.params?.name));
  }

  /** Whether there was an answer. */
  private async ask({ params }: Message, signal: AbortSignal): Promise<boolean> {
    const meta = params?._meta && { _meta: params._meta };
    const question = { jsonrpc: '2.0', id: 0, method: 'tools/list', params: { ...meta } };
    try {
      const response = await this.connection.post(question, signal);
      if (response.ok) this.learn((await response.json()) as Message);
      return true;
    } catch {
      return false;
    }
  }
}
