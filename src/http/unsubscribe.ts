import type Router from '@koa/router';
import { notFound } from '../errors.js';
import { escapeHtml } from '../mail/html/escape-html.js';
import type { Admission } from './admit.js';
import type { RequestState, RoutedContext } from './request-state.js';
import { formHeaders } from './static-headers.js';

/** Who takes addresses off lists, by the token of a link; null for one that is not ours. */
export interface UnsubscribeLinks {
  look(token: string): string | null | Promise<string | null>;
  unsubscribe(token: string): Promise<string | null>;
}

interface UnsubscribeDeps {
  readonly admission: Pick<Admission, 'admit'>;
  readonly unsubscribing: UnsubscribeLinks;
}

const PATH = '/unsubscribe/:token';

/**
 * Where `List-Unsubscribe` of mail to contact lists leads (RFC 8058): no key needed, counted per
 * address. Programs that look at links change nothing; only a POST unsubscribes.
 */
export function addUnsubscribe(router: Router<RequestState>, deps: UnsubscribeDeps): void {
  const headers = formHeaders();
  const answer = async (
    ctx: RoutedContext,
    about: (token: string) => string | null | Promise<string | null>,
    page: (address: string) => string,
  ) => {
    await deps.admission.admit(ctx);
    const address = await about(ctx.params['token'] ?? '');
    if (address === null) throw notFound('Link');
    for (const [name, value] of headers) ctx.set(name, value);
    ctx.set('Content-Type', 'text/html; charset=utf-8');
    ctx.body = page(address);
  };
  const { unsubscribing } = deps;

  router.get(PATH, (ctx: RoutedContext) =>
    answer(ctx, (token) => unsubscribing.look(token), askPage),
  );
  // Whatever its body says: some programs leave out what RFC 8058 asks for.
  router.post(PATH, (ctx: RoutedContext) =>
    answer(ctx, (token) => unsubscribing.unsubscribe(token), donePage),
  );
}

const askPage = (address: string) =>
  page(
    'Unsubscribe',
    `<p>No more mail from this list to <b>${escapeHtml(address)}</b>?</p>
    <form method="post">
      <input type="hidden" name="List-Unsubscribe" value="One-Click">
      <button>Unsubscribe</button>
    </form>`,
  );

const donePage = (address: string) =>
  page(
    'Unsubscribed',
    `<p><b>${escapeHtml(address)}</b> gets no more mail from this list.</p>
    <p>What was on its way already may still arrive.</p>`,
  );

const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <style>body { font: 1.1em sans-serif; max-width: 30em; margin: 15vh auto; padding: 0 1em }
button { font: inherit; padding: .5em 1em }</style>
  </head>
  <body>
    <h1>${title}</h1>
    ${content}
  </body>
</html>
`;
