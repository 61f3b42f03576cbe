import type { IncomingMessage } from 'node:http';
import type Router from '@koa/router';
import { notFound } from '../errors.js';
import { htmlPage } from '../html-page.js';
import type { Admission } from './admit.js';
import type { RequestState, RoutedContext } from './request-state.js';
import { formHeaders } from './static-headers.js';

/** What somebody reads who followed a link. */
export interface LinkPage {
  readonly title: string;
  /** HTML. */
  readonly content: string;
  /** 200 unless said otherwise. */
  readonly status?: number;
}

/** Makes a page of a token, and of the form that was sent; null for a token that is not good. */
type MakePage = (token: string, req: IncomingMessage) => Promise<LinkPage | null>;

interface LinkPages {
  readonly path: `/${string}/:token`;
  readonly style: string;
  /** Changes nothing: programs look at links too. */
  readonly look: MakePage;
  readonly submit: MakePage;
}

/** Serves what links in mail lead to: no key needed, counted per address, 404 for a token that is not good. */
export function addLinkPages(
  router: Router<RequestState>,
  admission: Pick<Admission, 'admit'>,
  { path, style, look, submit }: LinkPages,
): void {
  const headers = formHeaders();
  const serve = (make: MakePage) => async (ctx: RoutedContext) => {
    await admission.admit(ctx);
    const page = await make(ctx.params['token'] ?? '', ctx.req);
    if (page === null) throw notFound('Link');
    for (const [name, value] of headers) ctx.set(name, value);
    ctx.set('Content-Type', 'text/html; charset=utf-8');
    ctx.status = page.status ?? 200;
    ctx.body = htmlPage({ ...page, style });
  };
  router.get(path, serve(look));
  router.post(path, serve(submit));
}
