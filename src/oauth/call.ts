/** What a request brings along from the front end: the state of oidc-provider's context. */
export interface OAuthCall {
  /** The API key a program registers with; null without one. */
  readonly registrant: { readonly orgId: string; readonly keyId: string } | null;
  /** The client's. */
  readonly address: string;
}
