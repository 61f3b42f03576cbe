import { htmlPage } from '../html-page.js';
import { escapeHtml } from '../mail/html/escape-html.js';

/**
 * Headers of a page of the sign-in. No `form-action`, which Chromium applies to where a form's answer leads as
 * well, and no opener policy, which would cut a popup off from the program that opened it. The referrer stays
 * within this service: with `no-referrer` browsers send forms with the origin `null`.
 */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'Content-Type': 'text/html; charset=utf-8',
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cache-Control': 'no-store',
};

const STYLE = `body { font: 1.1em sans-serif; max-width: 32em; margin: 10vh auto; padding: 0 1em }
input, button { font: inherit; padding: .5em; margin: .5em .5em .5em 0 }
input[type=password] { width: 100%; box-sizing: border-box }
.wrong { color: #b00020 } dt { font-weight: bold } dd { margin: 0 0 .7em; overflow-wrap: anywhere }`;

/** A page around `content`, which is markup. */
export const page = (title: string, content: string): string =>
  htmlPage({ title, style: STYLE, content });

/** A page that says why there is nothing to sign in to. */
export const problemPage = (message: string): string =>
  page('Sign-in is not possible', `<p>${escapeHtml(message)}</p><p>${START_AGAIN}</p>`);

const START_AGAIN = 'Go back to the program that sent you here, and start again there.';

/** The program that asks for access, as the pages show it. */
export interface RequestingClient {
  /** As it calls itself; null for none. */
  readonly name: string | null;
  readonly redirectUri: string;
}

const claimOf = ({ name }: RequestingClient) =>
  name === null
    ? 'A program that does not say its name'
    : `A program that calls itself <b>${escapeHtml(name)}</b>`;

/** Where the browser goes afterwards: the host of an address, or the scheme of an app. */
const destinationOf = ({ redirectUri }: RequestingClient) => {
  const { host, protocol } = new URL(redirectUri);
  return escapeHtml(/^https?:$/.test(protocol) ? host : `${protocol}//${host}`);
};

/** Asks for a key; `problem` says what was wrong with the last one. */
export const keyPage = (client: RequestingClient, csrf: string, problem: string | null): string =>
  page(
    'Sign in',
    `<p>${claimOf(client)} wants to use your mail. You can say what it may do on the next page.</p>
    ${problem === null ? '' : `<p class="wrong" role="alert">${escapeHtml(problem)}</p>`}
    <form method="post">
      <input type="hidden" name="csrf" value="${escapeHtml(csrf)}">
      <label>API key
        <input type="password" name="api_key" required autofocus autocomplete="off"
          spellcheck="false" placeholder="ak_…">
      </label>
      <button>Continue</button>
    </form>
    <p>The program does not see the key. Afterwards the browser goes to
      <b>${destinationOf(client)}</b>.</p>`,
  );

/** What is asked for, and of whom. */
export interface ConsentQuestion {
  readonly client: RequestingClient;
  readonly organization: string;
  /** Name and beginning of the key. */
  readonly key: string;
  /** In words. */
  readonly scopes: readonly string[];
  readonly isBoundToInboxes: boolean;
  readonly csrf: string;
}

/** Asks for consent. */
export const consentPage = (question: ConsentQuestion): string =>
  page(
    'Allow access?',
    `<p>${claimOf(question.client)} asks for access. Nobody has checked that name.</p>
    <dl>
      <dt>Organization</dt><dd>${escapeHtml(question.organization)}</dd>
      <dt>With the API key</dt><dd>${escapeHtml(question.key)}</dd>
      <dt>It may</dt>
      <dd><ul>${question.scopes.map((words) => `<li>${escapeHtml(words)}</li>`).join('')}</ul>
        ${question.isBoundToInboxes ? 'Only in the inboxes the key is bound to.' : ''}</dd>
      <dt>Afterwards the browser goes to</dt><dd>${destinationOf(question.client)}</dd>
    </dl>
    <form method="post">
      <input type="hidden" name="csrf" value="${escapeHtml(question.csrf)}">
      <button name="decision" value="allow">Allow</button>
      <button name="decision" value="deny">Deny</button>
    </form>`,
  );
