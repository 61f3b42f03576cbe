import type { Database } from '../../db/database.js';
import type { ApprovalTokens } from './links.js';
import { readQuestion, type ApprovalQuestion } from './question.js';
import type { Deciders } from './service.js';
import { clip, safeText } from '../../mail/text/safe-text.js';

interface ApprovalLinksDeps {
  readonly database: Database;
  readonly approvalTokens: Pick<ApprovalTokens, 'read'>;
  readonly deciders: Deciders;
}

// Characters of a comment, as over REST.
const MAX_COMMENT = 1_000;

/** Decisions of people who were told by mail: whoever has a link that is good may decide, once. */
export class ApprovalLinks {
  constructor(private readonly deps: ApprovalLinksDeps) {}

  /** What is asked, and how it stands; null for a token that is not ours, or of what is gone. Changes nothing. */
  async look(token: string): Promise<ApprovalQuestion | null> {
    const link = this.deps.approvalTokens.read(token);
    return link && readQuestion(this.deps.database, link);
  }

  /** The same once it is decided; `isNew` where it was by this. @throws AppError 409, 503 */
  async decide(
    token: string,
    { approve, comment }: { readonly approve: boolean; readonly comment: string },
  ): Promise<{ readonly question: ApprovalQuestion; readonly isNew: boolean } | null> {
    const question = await this.look(token);
    if (!question) return null;
    const { id, kind, resourceId, address: by } = question;
    const said = clip(safeText(comment), MAX_COMMENT).trim();
    const verdict = { approve, comment: said === '' ? null : said, by, via: 'link' } as const;
    const done =
      question.isOpen && Boolean(await this.deps.deciders[kind]({ id, resourceId }, verdict));
    return { question: (await this.look(token)) ?? question, isNew: done };
  }
}
