import { expect, it } from '@jest/globals';
import Router from '@koa/router';
import { catalogue } from '../../src/catalogue.js';
import { createSegmentRouter } from '../../src/http/segment-router.js';
import type { RequestState } from '../../src/http/request-state.js';
import { routesOf } from '../../src/operations/fields.js';

const OTHERS = [
  '/health',
  '/health/ready',
  '/mcp',
  '/docs/:file',
  '/.well-known/:name',
  '/u/:token',
];
const routes = [
  ...catalogue.flatMap((operation) => routesOf(operation)),
  ...OTHERS.map((path) => ({ path, method: 'GET' })),
];

/** What a router finds: the paths of its routes, of any method and of this one. */
function found(router: Router<RequestState>, path: string, method: string) {
  const { path: ofPath, pathAndMethod, route } = router.match(path, method);
  return {
    ofPath: ofPath.map((one) => one.path),
    both: pathAndMethod.map((one) => one.path),
    route,
  };
}

it('finds what a router finds that tries all routes', () => {
  const segments = createSegmentRouter();
  const plain = new Router<RequestState>({ sensitive: true });
  for (const router of [segments, plain])
    for (const { path, method } of routes) router.register(path, [method], () => undefined);
  const paths = routes.flatMap(({ path }) => {
    const asked = path.replace(/:\w+/g, 'x%2Fy');
    return [
      asked,
      `${asked}/`,
      `${asked}/more`,
      `/${asked}`,
      asked.toUpperCase(),
      asked.slice(0, -1),
    ];
  });
  for (const path of ['', '/', '/v1', '/v1/', '//', ...paths])
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS'])
      expect([path, found(segments, path, method)]).toEqual([path, found(plain, path, method)]);
});
