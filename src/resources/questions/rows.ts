import type { z } from 'zod';
import type { FromWire } from '../../operations/wire.js';
import type { AskFilters } from './retrieval.js';
import type { citation } from './schema.js';

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
export interface CitationRow extends FromWire<Omit<z.input<typeof citation>, 'received_at'>> {
  /** ISO 8601. */
  readonly receivedAt: string;
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
