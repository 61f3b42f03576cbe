import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { startHttp, type HttpServer } from '../../src/http/server.js';
import { AppError } from '../../src/errors.js';
import { Answer, operation, type OperationContext } from '../../src/operations/operation.js';
import { timestamp } from '../../src/operations/shapes.js';
import { startApi, type TestApi } from '../support/start-api.js';

interface Wait {
  readonly context: OperationContext;
  answer(result: { arrived: boolean } | Error): void;
  readonly settled: boolean[];
}

/** Waits that a test can look at and answer; the signal ends them with 204. */
function createWaits() {
  const open: Wait[] = [];
  const wait = operation({
    name: 'wait',
    summary: 'Wait.',
    access: 'public',
    input: z.object({}),
    output: z.object({ arrived: z.boolean() }),
    http: { method: 'GET', path: '/v1/wait' },
    run: (context) =>
      new Promise<{ arrived: boolean } | Answer<undefined>>((resolve, reject) => {
        const settled: boolean[] = [];
        context.onAnswered((written) => void settled.push(written));
        const answer: Wait['answer'] = (result) =>
          result instanceof Error ? reject(result) : resolve(result);
        context.signal.addEventListener('abort', () => resolve(new Answer(undefined, 204)));
        open.push({ context, answer, settled });
      }),
  });
  return { open, wait };
}

const dated = operation({
  name: 'dated',
  summary: 'Answer in several spellings.',
  access: 'public',
  input: z.object({ status: z.coerce.number().optional() }),
  output: z.object({ at: timestamp }).optional(),
  http: {
    method: 'GET',
    path: '/v1/dated',
    status: 202,
    variants: [{ method: 'GET', path: '/v1/old' }],
  },
  deprecated: { sunset: 'Sat, 01 Jan 2028 00:00:00 GMT' },
  async run(_context, { status }) {
    if (status === 204) return undefined;
    const value = { at: new Date(0), secret: 'kept inside' };
    return status ? new Answer(value, status, { 'X-Why': 'asked' }) : value;
  },
});

const download = operation({
  name: 'download',
  summary: 'Download.',
  access: 'public',
  input: z.object({ type: z.string(), name: z.string() }),
  answers: 'bytes',
  http: { method: 'GET', path: '/v1/download' },
  run: async (_context, { type, name }) => ({
    type,
    filename: name,
    body: Buffer.from([0, 255, 10]),
  }),
});

describe('the HTTP front end', () => {
  let api: TestApi;
  const waits = createWaits();

  beforeAll(async () => {
    api = await startApi({
      config: {
        catalogue: [waits.wait, dated, download],
        publicUrl: 'https://mail.example.test',
      },
    });
  });
  afterAll(() => api.close());
  beforeEach(() => void waits.open.splice(0));

  describe('answers', () => {
    it('hold only what the output names, with the status of the route', async () => {
      const { status, body, headers } = await api.call('GET', '/v1/dated');
      expect(status).toBe(202);
      expect(body).toEqual({ at: '1970-01-01T00:00:00.000Z' });
      expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    });

    it('may choose their status and headers', async () => {
      const { status, headers } = await api.call('GET', '/v1/dated?status=299');
      expect(status).toBe(299);
      expect(headers.get('X-Why')).toBe('asked');
    });

    it('are 204 and empty without a value', async () => {
      const { status, body } = await api.call('GET', '/v1/dated?status=204');
      expect([status, body]).toEqual([204, null]);
    });

    it.each([
      ['/v1/dated', 202],
      ['/v1/old', 200],
    ])('of a deprecated operation say so at %s', async (path, status) => {
      const reply = await api.call('GET', path);
      expect(reply.status).toBe(status);
      expect(reply.headers.get('Deprecation')).toBe('true');
      expect(reply.headers.get('Sunset')).toBe('Sat, 01 Jan 2028 00:00:00 GMT');
    });

    it.each([
      ['image/png', 'a.png', 'image/png', 'attachment; filename="a.png"'],
      [
        'text/html',
        '../../発.html',
        'text/html',
        /^attachment; filename=".*\.html"; filename\*=UTF-8''%E7%99%BA\.html$/,
      ],
      ['a\r\nb', 'a"b', 'application/octet-stream', String.raw`attachment; filename="a\"b"`],
    ])('of bytes of type %j are downloads', async (type, name, sentType, disposition) => {
      const query = new URLSearchParams({ type, name });
      const response = await fetch(`${api.baseUrl}/v1/download?${query.toString()}`);
      expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from([0, 255, 10]));
      expect(response.headers.get('Content-Type')).toBe(sentType);
      expect(response.headers.get('Content-Disposition')).toEqual(
        typeof disposition === 'string' ? disposition : expect.stringMatching(disposition),
      );
      expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    });
  });

  describe('pages about the interface', () => {
    it('say where a credential is to be had', async () => {
      const { body } = await api.call('GET', '/.well-known/oauth-protected-resource');
      expect(body).toMatchObject({
        resource: 'https://mail.example.test',
        bearer_methods_supported: ['header'],
      });
    });

    it.each([
      ['/docs', 'text/html; charset=utf-8', '/docs/swagger-ui-bundle.js'],
      ['/docs/start.js', 'text/javascript; charset=utf-8', '/openapi.json'],
      ['/docs/swagger-ui.css', 'text/css; charset=utf-8', '.swagger-ui'],
      ['/docs/swagger-ui-bundle.js', 'text/javascript; charset=utf-8', 'SwaggerUIBundle'],
    ])('%s is served from here', async (path, type, content) => {
      const reply = await api.call<string>('GET', path);
      expect(reply.status).toBe(200);
      expect(reply.headers.get('Content-Type')).toBe(type);
      expect(reply.body).toContain(content);
    });

    it('load nothing from elsewhere', async () => {
      const { headers, body } = await api.call('GET', '/docs');
      expect(headers.get('Content-Security-Policy')).toContain("default-src 'self'");
      expect(body).not.toMatch(/https?:/);
    });

    it.each(['package.json', '..%2Fpackage.json', 'constructor', 'index.js'])(
      'serve no other file, such as %s',
      async (name) => {
        expect((await api.call('GET', `/docs/${name}`)).status).toBe(404);
      },
    );
  });

  describe('a wait', () => {
    it('settles with true once its answer was written', async () => {
      const reply = api.call('GET', '/v1/wait');
      const wait = await nextWait();
      expect(wait.settled).toEqual([]);
      wait.answer({ arrived: true });
      expect((await reply).body).toEqual({ arrived: true });
      await until(() => wait.settled.length > 0);
      expect(wait.settled).toEqual([true]);
    });

    it('is aborted and settles with false when the client goes', async () => {
      const client = openWait();
      const wait = await nextWait();
      client.destroy();
      await until(() => wait.settled.length > 0);
      expect(wait.settled).toEqual([false]);
      expect(wait.context.signal.aborted).toBe(true);
    });

    it.each([
      ['it fails', 'GET', new AppError(503, 'Inbox is paused'), 503],
      ['it was asked with HEAD', 'HEAD', { arrived: true }, 200],
    ])(
      'settles with false when %s: nothing was handed out',
      async (_case, method, result, status) => {
        const reply = api.call(method, '/v1/wait');
        const wait = await nextWait();
        wait.answer(result);
        expect((await reply).status).toBe(status);
        await until(() => wait.settled.length > 0);
        expect(wait.settled).toEqual([false]);
      },
    );

    it('that ends with 401 says where a credential is to be had', async () => {
      const reply = api.call('GET', '/v1/wait');
      (await nextWait()).answer(new AppError(401, 'The key was revoked'));
      expect((await reply).headers.get('WWW-Authenticate')).toBe(
        'Bearer resource_metadata="https://mail.example.test/.well-known/oauth-protected-resource"',
      );
    });
  });

  describe('closing', () => {
    it('ends waits, finishes their answers and takes no new connection', async () => {
      const second = await startSecond();
      const response = once(get(second.server), 'response') as Promise<[IncomingMessage]>;
      await until(() => second.waits.open.length === 1);
      await second.server.close(5_000);
      const [{ statusCode, headers }] = await response;
      expect([statusCode, headers.connection]).toEqual([204, 'close']);
      await expect(once(get(second.server), 'response')).rejects.toThrow('ECONNREFUSED');
    });

    it('cuts what has not finished by the deadline', async () => {
      const second = await startSecond(() => new Promise(() => undefined));
      const lost = once(get(second.server, '/health/ready'), 'response');
      const refused = expect(lost).rejects.toThrow('socket hang up');
      await until(() => second.asked() > 0);
      await second.server.close(50);
      await refused;
    });
  });

  const openWait = (): ClientRequest => {
    const client = request(`${api.baseUrl}/v1/wait`);
    client.on('error', () => undefined);
    client.end();
    return client;
  };

  const get = ({ port }: HttpServer, path = '/v1/wait') =>
    request({ port, path, host: '127.0.0.1', agent: false }).end();

  async function nextWait(): Promise<Wait> {
    await until(() => waits.open.length > 0);
    return waits.open[0]!;
  }

  async function until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise((resolve) => setImmediate(resolve));
  }

  /** A server of its own, which the test may close; `ready` answers /health/ready. */
  async function startSecond(ready = () => Promise.resolve()) {
    const own = createWaits();
    let asked = 0;
    const server = await startHttp({
      ...api.httpOptions,
      catalogue: [own.wait],
      async readiness() {
        asked++;
        await ready();
        return { ready: true, body: {} };
      },
    });
    return { server, waits: own, asked: () => asked };
  }
});
