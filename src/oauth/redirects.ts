// Strings are compared, not parsed addresses: those take `127.1` for loopback and drop user info.
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]))(?::\d{1,5})?((?:[/?].*)?)$/s;
const HTTPS = /^https:\/\/[^/?#@\\]+(?:[/?].*)?$/s;
// What a browser drops, or reads as something else.
const UNSAFE = /[^\x21-\x7e]|[#\\]/;

/** Of an http address on loopback, all but its port, which a program takes as it finds one free. */
const withoutPort = (uri: string): string => {
  const [, host, rest] = LOOPBACK.exec(uri) ?? [];
  return host === undefined ? uri : `${host}${rest}`;
};

/** What redirect addresses there may be. */
export interface RedirectRules {
  /** Why an address cannot be registered; null for one that can. */
  problemOf(uri: unknown): string | null;
  /** Whether a request may name `uri`: equal to one of `registered` but for the port on loopback. */
  isAllowed(registered: readonly string[], uri: string): boolean;
}

/** `appRedirects` are addresses of apps, taken exactly as they are. */
export function createRedirectRules(appRedirects: readonly string[]): RedirectRules {
  const problemOf = (uri: unknown) => {
    if (typeof uri !== 'string') return 'must be text';
    if (appRedirects.includes(uri)) return null;
    if (UNSAFE.test(uri)) return 'must have neither a fragment nor characters that need escaping';
    if (LOOPBACK.test(uri) || HTTPS.test(uri))
      return URL.canParse(uri) ? null : 'must be an address';
    return 'must be https, http on 127.0.0.1, [::1] or localhost, or an app address that is known here';
  };
  return {
    problemOf,
    isAllowed(registered, uri) {
      if (problemOf(uri) !== null) return false;
      const wanted = withoutPort(uri);
      return registered.some((one) => one === uri || withoutPort(one) === wanted);
    },
  };
}
