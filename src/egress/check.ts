import { isIP } from 'node:net';
import { invalid } from '../errors.js';
import type { AddressRules } from './addresses.js';
import { canonicalHost, isLoopbackName } from './host.js';

/** What is refused before anything is connected to; names are looked up at the connection only. */
export interface TargetChecks {
  /** The URL in its one form. @throws AppError 400 that names `field`. */
  readonly checkUrl: (text: string, field?: string) => URL;
  /** The host in its one form. @throws AppError 400 that names `field`. */
  readonly checkHost: (text: string, field?: string) => string;
  /** @throws AppError 400 that names `field` unless the operator opened the way to the host. */
  readonly checkOpened: (host: string, field: string) => void;
}

// `new URL` drops tabs, line ends and an empty user name, and turns backslashes, which others read
// as part of a user name.
const AMBIGUOUS = /[\s\p{Cc}\\]/u;
const USER_INFO = /^https:\/*[^/?#]*@/i;

/** The checks of `rules`: for the moment an address is given, and before each use of it. */
export function createTargetChecks(rules: AddressRules): TargetChecks {
  const isRefused = (host: string) =>
    isIP(host) === 0
      ? isLoopbackName(host) && !rules.permits('127.0.0.1') && !rules.permits('::1')
      : !rules.permits(host);

  const checkHost = (text: string, field = 'host') => {
    const host = canonicalHost(text);
    if (host === null) throw invalid(`${field} must be a host name or an address`);
    if (isRefused(host)) throw invalid(`${field} must not be a private or reserved address`);
    return host;
  };

  const checkUrl = (text: string, field = 'url') => {
    const url = AMBIGUOUS.test(text) || !URL.canParse(text) ? null : new URL(text);
    if (url?.protocol !== 'https:') throw invalid(`${field} must be an https address`);
    if (USER_INFO.test(text)) throw invalid(`${field} must not contain a user name or password`);
    const host = checkHost(url.hostname, field);
    if (isIP(host) === 0) url.hostname = host;
    return url;
  };

  const isOpened = (host: string) => {
    if (isIP(host) !== 0) return rules.opens(host);
    return isLoopbackName(host) ? rules.opens('127.0.0.1') || rules.opens('::1') : rules.opensAny;
  };

  const checkOpened = (host: string, field: string) => {
    if (!isOpened(host)) throw invalid(`${field} is for hosts in EGRESS_ALLOW alone`);
  };

  return { checkUrl, checkHost, checkOpened };
}
