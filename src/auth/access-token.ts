/** Where a token is good for something: the REST interface, or the tool server at `/mcp`. */
export type TokenAudience = 'rest' | 'tools';

// 256 random bits, as oidc-provider spells them.
const SHAPE = /^[\w-]{43}$/;

/** Whether `text` can be an access token at all; anything else needs no look-up. */
export const looksLikeToken = (text: string): boolean => SHAPE.test(text);
