import type { KoaContextWithOIDC, Provider } from 'oidc-provider';

/** Bytes that oidc-provider reads of a body: it cannot be told otherwise. */
export const BODY_BYTES = 56 * 1024;

// As oidc-provider calls it inside; to clients it says that it could not read the body.
const TOO_LARGE = 'request entity too large';

/** Answers 413 to bodies that are too large, and names the limit. */
export function tellOfTooLarge(provider: Provider): void {
  const tell = (ctx: KoaContextWithOIDC, { cause }: Error) => {
    if (!(cause instanceof Error) || cause.message !== TOO_LARGE) return;
    ctx.status = 413;
    ctx.body = {
      error: 'invalid_request',
      error_description: `the body may have at most ${BODY_BYTES} bytes`,
    };
  };
  provider.on('registration_create.error', tell);
  provider.on('grant.error', tell);
  provider.on('revocation.error', tell);
}
