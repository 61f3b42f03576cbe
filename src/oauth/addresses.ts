/** Where everything of OAuth is, by the public address. */
export interface OAuthAddresses {
  /** The issuer and the resource of the REST interface: an origin. */
  readonly issuer: string;
  /** The resource of the tool server. */
  readonly tools: string;
  readonly authorize: string;
  readonly token: string;
  readonly register: string;
  readonly revoke: string;
  /** The metadata of the two resources (RFC 9728 section 3.1). */
  readonly restMetadata: string;
  readonly toolsMetadata: string;
}

/** Paths of the endpoints. */
export const PATHS = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  signIn: '/oauth/sign-in',
} as const;

const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

/** The addresses below `publicUrl`, of which only the origin counts. */
export function addressesOf(publicUrl: string): OAuthAddresses {
  const { origin } = new URL(publicUrl);
  return {
    issuer: origin,
    tools: `${origin}/mcp`,
    authorize: origin + PATHS.authorize,
    token: origin + PATHS.token,
    register: origin + PATHS.register,
    revoke: origin + PATHS.revoke,
    restMetadata: origin + RESOURCE_METADATA,
    toolsMetadata: `${origin}${RESOURCE_METADATA}/mcp`,
  };
}
