import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type Router from '@koa/router';
import { notFound } from '../errors.js';
import { buildDocument } from '../openapi/document.js';
import type { AnyOperation } from '../operations/operation.js';
import type { Admission } from './admit.js';
import type { RequestState, RoutedContext } from './request-state.js';
import { pageHeaders } from './static-headers.js';

interface PageDeps {
  readonly admission: Pick<Admission, 'admit'>;
  readonly catalogue: readonly AnyOperation[];
  readonly publicUrl: string;
}

// Files of swagger-ui-dist that the page needs; nothing else of the package can be asked for.
const FILES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Restante REST interface</title>
    <link rel="icon" href="/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <div id="page"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;
const START = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#page', deepLinking: true });\n`;
const A_DAY = 'public, max-age=86400';

/** What people and programs read about the interface: no key needed, counted per address. */
export function addPages(router: Router<RequestState>, deps: PageDeps): void {
  const page = (path: string, answer: (ctx: RoutedContext) => void | Promise<void>) =>
    router.get(path, async (ctx: RoutedContext) => {
      await deps.admission.admit(ctx);
      await answer(ctx);
    });
  let document: string | null = null;

  page('/openapi.json', (ctx) => {
    // Built when it is first asked for: starting need not wait for it.
    document ??= JSON.stringify(buildDocument(deps.catalogue, deps.publicUrl));
    send(ctx, 'application/json; charset=utf-8', document);
  });
  addDocs(page);
}

function addDocs(
  page: (path: string, answer: (ctx: RoutedContext) => void | Promise<void>) => void,
): void {
  const headers = pageHeaders();
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

  page('/docs', (ctx) => {
    for (const [name, value] of headers) ctx.set(name, value);
    send(ctx, 'text/html; charset=utf-8', PAGE);
  });
  page('/docs/start.js', (ctx) => send(ctx, 'text/javascript; charset=utf-8', START));
  page('/docs/:file', async (ctx) => {
    const name = ctx.params['file'] ?? '';
    const type = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
    if (!type) throw notFound('Page');
    ctx.set('Cache-Control', A_DAY);
    send(ctx, type, await readFile(join(folder, name)));
  });
}

function send(ctx: RoutedContext, type: string, body: string | Buffer): void {
  ctx.set('Content-Type', type);
  ctx.body = body;
}
