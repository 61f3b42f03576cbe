import { createServer, type AddressInfo } from 'node:net';

/** A port of the loopback interface that nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

// Another process may take a free port before the server does.
const TRIES = 3;

/** What `start` starts on a free port, or on another one where that is taken meanwhile. */
export async function onFreePort<T>(
  start: (port: number) => Promise<T>,
  tries = TRIES,
): Promise<T> {
  try {
    return await start(await freePort());
  } catch (error) {
    if (tries === 1 || !/address already in use/i.test(String(error))) throw error;
    return onFreePort(start, tries - 1);
  }
}

/** Whether a port of the loopback interface can be listened on. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
