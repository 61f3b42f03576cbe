import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

/** An event as a client sees it. */
export interface SeenEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** A stream read line by line as the HTML standard says, without any code of the service. */
export interface SseClient {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly events: SeenEvent[];
  readonly comments: string[];
  /** What `Last-Event-ID` would say if it connected again. */
  lastEventId(): string;
  retry(): number | null;
  /** How the answer ended: null while it is open, 'complete' or 'cut'. */
  ended(): null | 'complete' | 'cut';
  /** Waits until `count` events were seen. */
  seen(count: number): Promise<SeenEvent[]>;
  pause(): void;
  resume(): void;
  close(): void;
}

const LOOK_EVERY = 5;

/** Opens a stream; resolves with its headers, or once a refusal was read as a whole. */
export async function openStream(
  url: URL,
  headers: Readonly<Record<string, string>>,
): Promise<SseClient> {
  const sent = request(url, { headers, agent: false });
  sent.on('error', () => undefined);
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const events: SeenEvent[] = [];
  const comments: string[] = [];
  let id = '';
  let lastEventId = '';
  let retry: number | null = null;
  let end: null | 'complete' | 'cut' = null;
  let kind = '';
  let data: string[] = [];

  const dispatch = () => {
    // Without data an event is not handed on, but its id counts. An id that was cut off does not.
    lastEventId = id;
    if (data.length > 0) events.push({ id, event: kind || 'message', data: data.join('\n') });
    kind = '';
    data = [];
  };
  const field = (line: string) => {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === '') comments.push(value);
    else if (name === 'id') id = value;
    else if (name === 'event') kind = value;
    else if (name === 'data') data.push(value);
    else if (name === 'retry') retry = Number(value);
  };
  let rest = '';
  response.setEncoding('utf8');
  response.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    for (const line of lines)
      if (line === '') dispatch();
      else field(line);
  });
  response.on('error', () => undefined);
  response.on('close', () => (end = response.complete ? 'complete' : 'cut'));

  return {
    status: response.statusCode!,
    headers: response.headers,
    events,
    comments,
    lastEventId: () => lastEventId,
    retry: () => retry,
    ended: () => end,
    async seen(count) {
      while (events.length < count && end === null)
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
      return events;
    },
    pause: () => void response.pause(),
    resume: () => void response.resume(),
    close: () => void sent.destroy(),
  };
}
