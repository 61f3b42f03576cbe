import type Router from '@koa/router';
import { escapeHtml } from '../mail/html/escape-html.js';
import type { Admission } from './admit.js';
import { addLinkPages, type LinkPage } from './link-pages.js';
import type { RequestState } from './request-state.js';

/** Who takes addresses off lists, by the token of a link; null for one that is not ours. */
export interface UnsubscribeLinks {
  look(token: string): string | null | Promise<string | null>;
  unsubscribe(token: string): Promise<string | null>;
}

interface UnsubscribeDeps {
  readonly admission: Pick<Admission, 'admit'>;
  readonly unsubscribing: UnsubscribeLinks;
}

const STYLE = `body { font: 1.1em sans-serif; max-width: 30em; margin: 15vh auto; padding: 0 1em }
button { font: inherit; padding: .5em 1em }`;

/** Where `List-Unsubscribe` of mail to contact lists leads (RFC 8058). */
export function addUnsubscribe(
  router: Router<RequestState>,
  { admission, unsubscribing }: UnsubscribeDeps,
): void {
  addLinkPages(router, admission, {
    path: '/unsubscribe/:token',
    style: STYLE,
    async look(token) {
      const address = await unsubscribing.look(token);
      return address === null ? null : askPage(address);
    },
    // Whatever its body says: some programs leave out what RFC 8058 asks for.
    async submit(token) {
      const address = await unsubscribing.unsubscribe(token);
      return address === null ? null : donePage(address);
    },
  });
}

const askPage = (address: string): LinkPage => ({
  title: 'Unsubscribe',
  content: `<p>No more mail from this list to <b>${escapeHtml(address)}</b>?</p>
    <form method="post">
      <input type="hidden" name="List-Unsubscribe" value="One-Click">
      <button>Unsubscribe</button>
    </form>`,
});

const donePage = (address: string): LinkPage => ({
  title: 'Unsubscribed',
  content: `<p><b>${escapeHtml(address)}</b> gets no more mail from this list.</p>
    <p>What was on its way already may still arrive.</p>`,
});
