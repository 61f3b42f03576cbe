import { openWith, sealWith } from '../../vault/sealing.js';

/** Who may decide what by a link. */
export interface ApprovalLink {
  readonly approvalId: string;
  /** Whom it was sent to. */
  readonly address: string;
}

/** Makes and reads the tokens of links by which approvers decide. */
export type ApprovalTokens = ReturnType<typeof createApprovalTokens>;

const PURPOSE = ['approval'];
// No token is longer: an id, an address, and what sealing adds, in base64.
const MAX_TOKEN = 1_024;
const TOKEN = /^[A-Za-z0-9_-]+$/;

/** Tokens that only `key` makes and reads. Whether one is still good is for the row of its approval to say. */
export const createApprovalTokens = (key: Buffer) => ({
  /** Fit for a path. It tells nothing to whoever reads it. */
  make({ approvalId, address }: ApprovalLink): string {
    const body = Buffer.from(JSON.stringify([approvalId, address]));
    return sealWith(key, PURPOSE, body).toString('base64url');
  },
  /** Null for what was not made here, or was changed. */
  read(token: string): ApprovalLink | null {
    if (token.length > MAX_TOKEN || !TOKEN.test(token)) return null;
    const body = opened(key, Buffer.from(token, 'base64url'));
    if (body === null) return null;
    const [approvalId, address] = JSON.parse(body) as [string, string];
    return { approvalId, address };
  },
});

function opened(key: Buffer, sealed: Buffer): string | null {
  try {
    return openWith(key, PURPOSE, sealed).toString();
  } catch {
    return null;
  }
}
