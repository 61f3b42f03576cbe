import { createSealedTokens } from '../../vault/sealed-tokens.js';

/** Makes and reads the tokens of one-click links: who unsubscribes from what. */
export type UnsubscribeTokens = ReturnType<typeof createUnsubscribeTokens>;

/** Tokens that only `key` makes and reads: an address in a link would end up in logs. */
export const createUnsubscribeTokens = (key: Buffer) =>
  createSealedTokens(key, 'unsubscribe', ['orgId', 'listId', 'address']);

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
