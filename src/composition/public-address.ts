import type { Config } from '../config.js';
import { baseUrlOf } from '../http/base-url.js';

/** The base address clients use, as far as it is known. */
export interface PublicAddress {
  /** Null while nobody knows it: a free port is known once this process listens, and never to others. */
  readonly known: () => string | null;
  /** Told where this process listens. */
  readonly listensOn: (url: string) => void;
}

type AddressConfig = Pick<Config, 'PUBLIC_URL' | 'HTTP_HOST' | 'HTTP_PORT'>;

/** `PUBLIC_URL`, else the address listened on. */
export function publicAddress({ PUBLIC_URL, HTTP_HOST, HTTP_PORT }: AddressConfig): PublicAddress {
  let url = PUBLIC_URL ?? (HTTP_PORT === 0 ? null : baseUrlOf(HTTP_HOST, HTTP_PORT));
  return {
    known: () => url,
    listensOn(taken) {
      url ??= taken;
    },
  };
}
