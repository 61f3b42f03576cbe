import Router from '@koa/router';
import type { RequestState } from './request-state.js';

type Routes = Router<RequestState>;

/**
 * A router that tries only the routes whose paths begin as the one that is asked for: there are hundreds, and each
 * request would try them all. The first segments of a path are no parameters.
 */
export function createSegmentRouter(): Routes {
  const router: Routes = newRouter();
  const none = newRouter();
  let parts: ReadonlyMap<string, Routes> | null = null;
  router.match = (path, method) => {
    parts ??= partsOf(router);
    return (parts.get(beginningOf(path)) ?? none).match(path, method);
  };
  return router;
}

const newRouter = (): Routes => new Router<RequestState>({ sensitive: true });

function partsOf({ stack }: Routes): ReadonlyMap<string, Routes> {
  const parts = new Map<string, Routes>();
  for (const layer of stack) {
    const beginning = beginningOf(String(layer.path));
    const part = parts.get(beginning) ?? newRouter();
    part.stack.push(layer);
    parts.set(beginning, part);
  }
  return parts;
}

/** The segment that tells resources apart: all of them are below `/v1`. */
function beginningOf(path: string): string {
  const [, first = '', second = ''] = path.split('/', 3);
  return first === 'v1' ? `v1/${second}` : first;
}
