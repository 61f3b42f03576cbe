import type { ActivityServices } from '../../activities/index.js';
import type { WorkflowName } from '../../src/store/run.js';

/** Fields of a request. */
export type Fields = Readonly<Record<string, unknown>>;

/** What there is of an inbox. */
export interface Place {
  readonly inbox: string;
  readonly email: string;
  readonly thread: string;
  readonly draft: string;
  readonly wait: string;
  readonly webhook: string;
  readonly delivery: string;
  readonly key: string;
  readonly bulk: string;
  readonly scheduled: string;
  readonly task: string;
  readonly approval: string;
  readonly question: string;
  readonly credential: string;
  readonly browserSession: string;
}

/** What belongs to the organization as a whole. */
export interface Shared {
  readonly webhook: string;
  readonly delivery: string;
  readonly key: string;
  readonly rule: string;
  readonly smtp: string;
  readonly domain: string;
  readonly list: string;
  readonly client: string;
  readonly grant: string;
}

/** What a key that is bound to an inbox may do with an operation. */
export interface BoundKeyFacts {
  /** Refused with 403: what is beside its inbox, and what is everybody's. */
  readonly refused?: (beside: Place, shared: Shared) => readonly Fields[];
  /** Answers 200, and nothing of what is beside its inbox. */
  readonly filtered?: Fields;
  /** Answers 2xx: it shows and changes nothing that is not the key's. */
  readonly open?: (own: Place) => Fields;
}

export const inboxOnly = (more: Fields = {}): BoundKeyFacts => ({
  refused: ({ inbox }) => [{ id: inbox, ...more }],
});
export const emailOnly = (more: Fields = {}): BoundKeyFacts => ({
  refused: ({ email }) => [{ id: email, ...more }],
});
export const threadOnly = (more: Fields = {}): BoundKeyFacts => ({
  refused: ({ thread }) => [{ id: thread, ...more }],
});
export const draftOnly = (more: Fields = {}): BoundKeyFacts => ({
  refused: ({ draft }) => [{ id: draft, ...more }],
});
export const bulkOnly: BoundKeyFacts = { refused: ({ bulk }) => [{ id: bulk }] };
export const webhookOnly = (more: Fields = {}): BoundKeyFacts => ({
  refused: ({ webhook }, shared) => [
    { id: webhook, ...more },
    { id: shared.webhook, ...more },
  ],
});
export const ruleOnly = (more: Fields = {}): BoundKeyFacts => ({
  refused: (_beside, { rule }) => [{ id: rule, ...more }],
});
export const smtpOnly = (more: Fields = {}): BoundKeyFacts => ({
  refused: (_beside, { smtp }) => [{ id: smtp, ...more }],
});
export const domainOnly = (more: Fields = {}): BoundKeyFacts => ({
  refused: (_beside, { domain }) => [{ id: domain, ...more }],
});
export const listOnly = (more: Fields = {}): BoundKeyFacts => ({
  refused: (_beside, { list }) => [{ id: list, ...more }],
});
export const never = (given: Fields): BoundKeyFacts => ({ refused: () => [given] });

/** A mail as operations that send take it. */
export const MAIL = { to: 'somebody@example.com', subject: 'Hello', text: 'Hello' };

/** What tests that look at everything know of a resource: each file of `facts/` exports that of one. */
export interface ResourceFacts {
  /** What a key that is bound to an inbox may do with each operation. */
  readonly boundKeys?: Readonly<Record<string, BoundKeyFacts>>;
  /** What an operation needs beside ids; operations that are not here need nothing. */
  readonly given?: Readonly<Record<string, Fields>>;
  /** Operations whose example above is refused, with which status. */
  readonly refusedExamples?: Readonly<Record<string, number>>;
  /** Background services where they have nothing to do. */
  readonly idle?: Partial<ActivityServices>;
  /** Rows that are left behind when Temporal forgets the run of $1, and what the run is named after. */
  readonly left?: Partial<Record<WorkflowName, { rows: string; of?: (id: string) => string }>>;
}

/** When rows were left behind. */
export const HOUR_AGO = `now() - interval '1 hour'`;

/** SQL: the inbox $1, with this time in that column. */
export const inboxWith = (column: string, time: string): string => `
  INSERT INTO inboxes (id, org_id, address, domain, name, imap_password_hash, created_at, ${column})
  VALUES ($1, 'org_1', $1, 'restante.localhost', 'n', '', ${HOUR_AGO}, ${time})`;
