import { AppError } from '../errors.js';

/**
 * Why a model gave nothing to work with: it is away for now, it refused the request, its answer cannot be used,
 * or the tokens of the month are spent.
 */
export type ModelProblem = 'away' | 'refused' | 'unusable' | 'spent';

// What is away may be there at the next attempt.
const STATUSES: Readonly<Record<ModelProblem, number>> = {
  away: 503,
  refused: 409,
  unusable: 409,
  spent: 409,
};

/** A call of a model that came to nothing. It holds nothing of the request: logs and histories keep errors. */
export class ModelError extends AppError {
  constructor(
    readonly problem: ModelProblem,
    message: string,
    /** Whether the model may have worked for it: then its tokens count. */
    readonly mayHaveCost: boolean,
  ) {
    super(STATUSES[problem], message);
  }
}

/** The organization has used the tokens of its month. */
export const tokensSpent = () =>
  new ModelError('spent', 'The monthly_token_cap is reached: the model is not asked', false);
