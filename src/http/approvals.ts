import type Router from '@koa/router';
import { invalid } from '../errors.js';
import { readForm } from '../form.js';
import { escapeHtml } from '../mail/html/escape-html.js';
import type { Admission } from './admit.js';
import { addLinkPages, type LinkPage } from './link-pages.js';
import type { RequestState } from './request-state.js';

/** What somebody is asked, as text. */
export interface QuestionText {
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
  look(token: string): Promise<QuestionText | null>;
  decide(
    token: string,
    said: { readonly approve: boolean; readonly comment: string },
  ): Promise<{ readonly question: QuestionText; readonly isNew: boolean } | null>;
}

/** What the page is made of. */
interface ApprovalPageDeps {
  readonly admission: Pick<Admission, 'admit'>;
  readonly deciding: DecidingLinks;
}

const STYLE = `body { font: 1.1em sans-serif; max-width: 44em; margin: 8vh auto; padding: 0 1em }
section { border: 1px solid; padding: 0 1em; margin: 1em 0 } h2 { font-size: 1em }
pre { white-space: pre-wrap; overflow-wrap: anywhere } dt { font-weight: bold }
dd { margin: 0 0 .5em; overflow-wrap: anywhere; unicode-bidi: isolate }
button, input { font: inherit; padding: .5em 1em; margin: .5em .5em .5em 0 }`;

/** Where the links in mail to approvers lead. */
export function addApprovals(
  router: Router<RequestState>,
  { admission, deciding }: ApprovalPageDeps,
): void {
  addLinkPages(router, admission, {
    path: '/approvals/:token',
    style: STYLE,
    async look(token) {
      const question = await deciding.look(token);
      return question && (question.isOpen ? askPage(question) : endPage(question));
    },
    async submit(token, req) {
      const form = await readForm(req);
      const decision = form.get('decision');
      if (decision !== 'approve' && decision !== 'reject')
        throw invalid('decision must be approve or reject');
      const said = { approve: decision === 'approve', comment: form.get('comment') ?? '' };
      const decided = await deciding.decide(token, said);
      return decided && { ...endPage(decided.question), status: decided.isNew ? 200 : 409 };
    },
  });
}

const askPage = (question: QuestionText): LinkPage => ({
  title: 'May this leave?',
  content: `<p>Nothing of it happens before somebody approves it, until ${question.expiresAt.toISOString()}.
      What stands below was written by a program, or by whoever told it to: it is shown as text.</p>
    ${itemsOf(question)}
    <form method="post">
      <label>Comment <input name="comment" maxlength="1000" autocomplete="off"></label>
      <button name="decision" value="approve">Approve</button>
      <button name="decision" value="reject">Reject</button>
    </form>`,
});

const ENDS: Readonly<Record<string, string>> = {
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
};

const endPage = ({ status, decidedBy }: QuestionText): LinkPage => ({
  title: ENDS[status] ?? 'It is too late',
  content:
    decidedBy === null
      ? '<p>Nobody decided in time, or it was cancelled. Nothing can be decided here any more.</p>'
      : `<p>Decided by <b>${text(decidedBy)}</b>. Nothing can be decided here any more.</p>`,
});

const itemsOf = ({ items, more }: QuestionText) =>
  items.map(itemOf).join('') +
  (more > 0 ? `<p><b>And ${more} more mails, which are not shown here.</b></p>` : '');

const itemOf = ({ fields, texts }: QuestionText['items'][number]) => `<section>
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
