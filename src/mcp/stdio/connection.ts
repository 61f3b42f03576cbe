import { headersOf, standsAlone, type Message } from './messages.js';
import type { StdioSettings } from './settings.js';

// The connection was never made: what was to be sent has not arrived.
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** The way to `/mcp`, and the session that it has there. */
export class HttpConnection {
  session: string | null = null;
  /** What was agreed on with it. */
  version: string | null = null;

  constructor(private readonly settings: StdioSettings) {}

  /** Sends a message. @throws Error when there is no answer */
  post(message: Message, signal: AbortSignal): Promise<Response> {
    return this.fetch('POST', signal, {
      body: JSON.stringify(message),
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...(standsAlone(message) ? headersOf(message) : this.ofSession()),
      },
    });
  }

  /** Opens a stream, or the one again that an event named `lastEventId` was of. */
  listen(signal: AbortSignal, lastEventId: string | null = null): Promise<Response> {
    const headers = { Accept: 'text/event-stream', ...this.ofSession() };
    const last = lastEventId === null ? {} : { 'Last-Event-ID': lastEventId };
    return this.fetch('GET', signal, { headers: { ...headers, ...last } });
  }

  /** Ends the session. */
  async end(signal: AbortSignal): Promise<void> {
    if (this.session !== null)
      await drained(await this.fetch('DELETE', signal, { headers: this.ofSession() }));
  }

  private ofSession(): Record<string, string> {
    return {
      ...(this.session !== null && { 'Mcp-Session-Id': this.session }),
      ...(this.version !== null && { 'MCP-Protocol-Version': this.version }),
    };
  }

  private fetch(
    method: string,
    signal: AbortSignal,
    { headers, body }: { readonly headers: Record<string, string>; readonly body?: string },
  ): Promise<Response> {
    const { url, apiKey } = this.settings;
    return fetch(url, {
      ...{ method, signal },
      headers: { Authorization: `Bearer ${apiKey}`, ...headers },
      ...(body !== undefined && { body }),
    });
  }
}

/** Whether an answer comes in pieces. */
export const isStream = (response: Response): boolean =>
  response.ok && (response.headers.get('Content-Type')?.startsWith('text/event-stream') ?? false);

/** Reads what nobody wants, so that the connection can be used again. */
export const drained = (response: Response): Promise<string> => response.text();

/** Whether an error says that nothing was sent. */
export function wasNotSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const causes = cause instanceof AggregateError ? (cause.errors as unknown[]) : [cause];
  return causes.some((one) => NOT_SENT.has((one as { code?: string } | undefined)?.code ?? ''));
}
