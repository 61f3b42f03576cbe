import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const AGAIN_AFTER_MS = 200;

/** What the service answered: JSON is parsed, an empty body is null. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  // Tests look into answers of any shape; a wrong guess fails them.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
  /** From sending the request to the last byte. */
  readonly milliseconds: number;
}

/** What is sent beside method and path. */
export interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A client of the REST interface with a key. */
export interface RestClient {
  readonly base: string;
  readonly key: string;
  /** @throws TypeError when the connection fails. */
  call(method: string, path: string, sent?: Sent): Promise<Answer>;
  get(path: string, headers?: Sent['headers']): Promise<Answer>;
  /** What a GET, or a POST with a body, answers; asked again while that is 503. @throws Error when it is not 2xx. */
  read<T = Answer['body']>(path: string, body?: unknown): Promise<T>;
  /** The bytes of a GET. @throws Error when that is not 2xx. */
  download(path: string): Promise<Buffer>;
}

/** A client of the service at `base`. */
export function createRestClient(base: string, key: string): RestClient {
  const call: RestClient['call'] = async (method, path, { body, headers } = {}) => {
    const began = performance.now();
    const response = await fetch(base + path, {
      method,
      headers: {
        'X-API-Key': key,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const milliseconds = performance.now() - began;
    const { status, headers: answered } = response;
    return { status, headers: answered, bytes, body: parsed(answered, bytes), milliseconds };
  };
  // Storage that is too slow for the moment is asked again, as the answer says; the key keeps that from being two requests.
  const good = async (method: string, path: string, sent: Sent = {}): Promise<Answer> => {
    const keyed = { ...sent, headers: { 'Idempotency-Key': randomUUID(), ...sent.headers } };
    let answer = await call(method, path, keyed);
    while (answer.status === 503) {
      await sleep(AGAIN_AFTER_MS);
      answer = await call(method, path, keyed);
    }
    if (answer.status < 300) return answer;
    throw new Error(`${method} ${path} answered ${answer.status}: ${answer.bytes.toString()}`);
  };
  return {
    base,
    key,
    call,
    get: (path, headers) => call('GET', path, { ...(headers && { headers }) }),
    async read<T>(path: string, body?: unknown) {
      const answer = body === undefined ? good('GET', path) : good('POST', path, { body });
      return (await answer).body as T;
    },
    download: async (path) => (await good('GET', path)).bytes,
  };
}

function parsed(headers: Headers, bytes: Buffer): unknown {
  if (bytes.length === 0) return null;
  const isJson = headers.get('Content-Type')?.startsWith('application/json');
  return isJson ? JSON.parse(bytes.toString()) : bytes.toString();
}
