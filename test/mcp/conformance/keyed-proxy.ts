import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An address at which every request has the key: the suites have no option for one. */
export interface KeyedProxy {
  readonly url: string;
  close(): void;
}

/** Stands before the tools at `target`. */
export async function startKeyedProxy(target: string, key: string): Promise<KeyedProxy> {
  const { hostname, port } = new URL(target);
  const server = createServer((req, res) => {
    const headers = { ...req.headers, authorization: `Bearer ${key}` };
    const passed = request({ hostname, port, path: req.url, method: req.method, headers });
    passed.once('response', (answer) => {
      res.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(res);
    });
    passed.on('error', () => res.destroy());
    res.once('close', () => passed.destroy());
    req.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
