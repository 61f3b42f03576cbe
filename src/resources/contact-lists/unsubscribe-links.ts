import { openWith, sealWith } from '../../vault/sealing.js';

/** Who unsubscribes from what. */
interface Unsubscription {
  readonly orgId: string;
  readonly listId: string;
  readonly address: string;
}

/** Makes and reads the tokens of one-click links. */
export type UnsubscribeTokens = ReturnType<typeof createUnsubscribeTokens>;

const PURPOSE = ['unsubscribe'];
// No token is longer: ids, an address, and what sealing adds, in base64.
const MAX_TOKEN = 1_024;
const TOKEN = /^[A-Za-z0-9_-]+$/;

/** Tokens that only `key` makes and reads: an address in a link would end up in logs. */
export const createUnsubscribeTokens = (key: Buffer) => ({
  /** Fit for a path. It tells nothing to whoever reads it. */
  make({ orgId, listId, address }: Unsubscription): string {
    const body = Buffer.from(JSON.stringify([orgId, listId, address]));
    return sealWith(key, PURPOSE, body).toString('base64url');
  },
  /** Null for what was not made here, or was changed. */
  read(token: string): Unsubscription | null {
    if (token.length > MAX_TOKEN || !TOKEN.test(token)) return null;
    const body = opened(key, Buffer.from(token, 'base64url'));
    if (body === null) return null;
    const [orgId, listId, address] = JSON.parse(body) as [string, string, string];
    return { orgId, listId, address };
  },
});

function opened(key: Buffer, sealed: Buffer): string | null {
  try {
    return openWith(key, PURPOSE, sealed).toString();
  } catch {
    return null;
  }
}

/** Where the link of a token leads. */
const unsubscribeUrl = (publicUrl: string, token: string): string =>
  `${publicUrl.replace(/\/+$/, '')}/unsubscribe/${token}`;

/** The header fields of mail to a list that let its readers unsubscribe with one click (RFC 8058). */
export const unsubscribeHeaders = (publicUrl: string, token: string) => ({
  'List-Unsubscribe': `<${unsubscribeUrl(publicUrl, token)}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** An address as far as whoever holds a link to it may see it: `a***@example.com`. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = ''] = address.slice(0, at);
  return `${first}***${address.slice(at)}`;
}
