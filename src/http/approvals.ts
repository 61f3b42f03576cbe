import type Router from '@koa/router';
import { invalid, notFound } from '../errors.js';
import { readForm } from '../form.js';
import { escapeHtml } from '../mail/html/escape-html.js';
import type { Admission } from './admit.js';
import type { RequestState, RoutedContext } from './request-state.js';
import { formHeaders } from './static-headers.js';

/** What somebody is asked, as text. */
export interface ApprovalQuestion {
  readonly status: string;
  readonly isOpen: boolean;
  readonly expiresAt: Date;
  readonly decidedBy: string | null;
  readonly items: readonly {
    readonly fields: readonly (readonly [name: string, value: string])[];
    readonly texts: readonly (readonly [heading: string, text: string])[];
  }[];
  readonly more: number;
}

/** Who lets people decide by the token of a link; null for one that is not good. */
export interface DecidingLinks {
  look(token: string): Promise<ApprovalQuestion | null>;
  decide(
    token: string,
    said: { readonly approve: boolean; readonly comment: string },
  ): Promise<{ readonly question: ApprovalQuestion; readonly isNew: boolean } | null>;
}

/** What the page is made of. */
export interface ApprovalPageDeps {
  readonly admission: Pick<Admission, 'admit'>;
  readonly deciding: DecidingLinks;
}

const PATH = '/approvals/:token';

/**
 * Where the links in mail to approvers lead: no key needed, counted per address. Programs that look at links change
 * nothing; only a POST decides.
 */
export function addApprovals(router: Router<RequestState>, deps: ApprovalPageDeps): void {
  const headers = formHeaders();
  const { admission, deciding } = deps;
  const show = (ctx: RoutedContext, status: number, body: string) => {
    for (const [name, value] of headers) ctx.set(name, value);
    ctx.set('X-Frame-Options', 'DENY');
    ctx.set('Content-Type', 'text/html; charset=utf-8');
    ctx.status = status;
    ctx.body = body;
  };
  const tokenOf = (ctx: RoutedContext) => ctx.params['token'] ?? '';

  router.get(PATH, async (ctx: RoutedContext) => {
    await admission.admit(ctx);
    const question = await deciding.look(tokenOf(ctx));
    if (question === null) throw notFound('Link');
    show(ctx, 200, question.isOpen ? askPage(question) : endPage(question));
  });
  router.post(PATH, async (ctx: RoutedContext) => {
    await admission.admit(ctx);
    const form = await readForm(ctx.req);
    const decision = form.get('decision');
    if (decision !== 'approve' && decision !== 'reject')
      throw invalid('decision must be approve or reject');
    const said = { approve: decision === 'approve', comment: form.get('comment') ?? '' };
    const decided = await deciding.decide(tokenOf(ctx), said);
    if (decided === null) throw notFound('Link');
    show(ctx, decided.isNew ? 200 : 409, endPage(decided.question));
  });
}

const askPage = (question: ApprovalQuestion) =>
  page(
    'May this leave?',
    `<p>Nothing of it happens before somebody approves it, until ${question.expiresAt.toISOString()}.
      What stands below was written by a program, or by whoever told it to: it is shown as text.</p>
    ${itemsOf(question)}
    <form method="post">
      <label>Comment <input name="comment" maxlength="1000" autocomplete="off"></label>
      <button name="decision" value="approve">Approve</button>
      <button name="decision" value="reject">Reject</button>
    </form>`,
  );

const ENDS: Readonly<Record<string, string>> = {
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
};

const endPage = ({ status, decidedBy }: ApprovalQuestion) =>
  page(
    ENDS[status] ?? 'It is too late',
    decidedBy === null
      ? '<p>Nobody decided in time, or it was cancelled. Nothing can be decided here any more.</p>'
      : `<p>Decided by <b>${text(decidedBy)}</b>. Nothing can be decided here any more.</p>`,
  );

const itemsOf = ({ items, more }: ApprovalQuestion) =>
  items.map(itemOf).join('') +
  (more > 0 ? `<p><b>And ${more} more mails, which are not shown here.</b></p>` : '');

const itemOf = ({ fields, texts }: ApprovalQuestion['items'][number]) => `<section>
      <dl>${fields.map(([name, value]) => `<dt>${text(name)}</dt><dd>${text(value)}</dd>`).join('')}</dl>
      ${texts.map(([heading, value]) => `<h2>${text(heading)}</h2><pre>${text(value)}</pre>`).join('')}
    </section>`;

// Characters that are not seen, or have others shown in another order: they are named.
const UNSEEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

const text = (value: string) =>
  escapeHtml(
    value.replace(
      UNSEEN,
      (one) => `[U+${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
    ),
  );

const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <style>body { font: 1.1em sans-serif; max-width: 44em; margin: 8vh auto; padding: 0 1em }
section { border: 1px solid; padding: 0 1em; margin: 1em 0 } h2 { font-size: 1em }
pre { white-space: pre-wrap; overflow-wrap: anywhere } dt { font-weight: bold }
dd { margin: 0 0 .5em; overflow-wrap: anywhere; unicode-bidi: isolate }
button, input { font: inherit; padding: .5em 1em; margin: .5em .5em .5em 0 }</style>
  </head>
  <body>
    <h1>${title}</h1>
    ${content}
  </body>
</html>
`;
