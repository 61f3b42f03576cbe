import type { IncomingHttpHeaders } from 'node:http';
import { rateLimited, unauthorized, type AppError } from '../errors.js';
import { anonymous, bearerOf, equalSecrets, type Authenticator } from './authenticate.js';
import type { Caller } from './caller.js';
import { uncounted, type RateLimits } from './rate-limits.js';
import type { Allowance } from './rate-windows.js';

/** What a caller must show: nothing, the secret of the mail server, or an API key. */
export type Credential = 'none' | 'inbound-secret' | 'key';

/** Whether a request goes on, and what its rate headers show either way. */
export interface Admitted {
  readonly caller: Caller;
  readonly allowance: Allowance;
  /** What to answer instead of going on: 401 or 429. */
  readonly refusal: AppError | null;
}

/** The gate of every front end: who calls, and whether there is still room in its minute. */
export interface Admission {
  /** @throws AppError 503 when storage is away: nobody is let through uncounted. */
  admit(needed: Credential, headers: IncomingHttpHeaders, address: string): Promise<Admitted>;
}

/** What the gate is made of. */
export interface AdmissionDeps {
  readonly authenticator: Authenticator;
  readonly limits: RateLimits;
  /** Null: the inbound route is closed. */
  readonly inboundSecret: string | null;
}

/** A gate over API keys, the inbound secret and the counters. */
export function createAdmission({
  authenticator,
  limits,
  inboundSecret,
}: AdmissionDeps): Admission {
  const holdsSecret = (headers: IncomingHttpHeaders) => {
    const given = bearerOf(headers);
    return inboundSecret !== null && given !== null && equalSecrets(given, inboundSecret);
  };

  const admitUnknown = async (address: string, refusal: AppError | null): Promise<Admitted> => {
    const allowance = await limits.countAddress(address);
    return admitted(anonymous(address), allowance, refusal);
  };

  return {
    async admit(needed, headers, address) {
      if (needed === 'inbound-secret') {
        // The mail server itself is not limited.
        if (holdsSecret(headers)) return admitted(anonymous(address), uncounted(), null);
        return admitUnknown(address, unauthorized('The inbound secret is missing or wrong'));
      }
      const caller = await authenticator.identify(headers, address);
      if (!caller) return admitUnknown(address, needed === 'key' ? refusalOf(headers) : null);
      return admitted(caller, await limits.countKey(caller.keyId ?? '', caller.plan), null);
    },
  };
}

function admitted(caller: Caller, allowance: Allowance, refusal: AppError | null): Admitted {
  const full = allowance.refusedFor === null ? null : rateLimited(allowance.refusedFor);
  return { caller, allowance, refusal: full ?? refusal };
}

const refusalOf = (headers: IncomingHttpHeaders) =>
  headers['x-api-key'] || headers.authorization
    ? unauthorized('The API key is not valid')
    : unauthorized();
