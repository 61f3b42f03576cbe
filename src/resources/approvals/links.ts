import { createSealedTokens } from '../../vault/sealed-tokens.js';

/** Makes and reads the tokens of links by which approvers decide: of an approval, and whom it was sent to. */
export type ApprovalTokens = ReturnType<typeof createApprovalTokens>;

/** Who may decide what by a link. */
export type ApprovalLink = NonNullable<ReturnType<ApprovalTokens['read']>>;

/** Tokens that only `key` makes and reads. Whether one is still good is for the row of its approval to say. */
export const createApprovalTokens = (key: Buffer) =>
  createSealedTokens(key, 'approval', ['approvalId', 'address']);
