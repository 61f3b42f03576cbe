import type { AskFilters } from './retrieval.js';

/** How a question may be answered. */
export const ANSWER_MODES = ['extractive', 'generative'] as const;

/** How one was answered. */
export type AnsweredBy = (typeof ANSWER_MODES)[number];

/** A question as it is answered. */
export interface QuestionRow {
  readonly id: string;
  readonly orgId: string;
  readonly question: string;
  readonly inboxIds: readonly string[] | null;
  readonly filters: AskFilters;
  readonly topK: number;
  readonly mode: AnsweredBy;
  readonly status: 'PENDING' | 'COMPLETED';
}

/** A sentence of a mail that answers. */
export interface CitationRow {
  readonly emailId: string;
  readonly threadId: string;
  readonly subject: string;
  readonly from: string;
  /** ISO 8601. */
  readonly receivedAt: string;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
  readonly score: number;
  /** What a model says of it. */
  readonly sentence: string | null;
}

/** A question with its answer. */
export interface QuestionView extends QuestionRow {
  readonly answeredBy: AnsweredBy | null;
  readonly note: string | null;
  readonly abstained: boolean | null;
  readonly confidence: number | null;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
  readonly citations: readonly CitationRow[];
}
