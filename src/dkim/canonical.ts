import { createRequire } from 'node:module';

// Bodies are hashed by mailauth, which verifies what comes in as well; its types leave this part out.

/** Hashes a body as `relaxed` has it (RFC 6376 section 3.4.4). */
interface BodyHash {
  update(chunk: Buffer): void;
  digest(encoding: 'base64'): string;
}

interface BodyModule {
  readonly dkimBody: (canonicalization: 'relaxed', algorithm: 'sha256') => BodyHash;
}

const load = createRequire(import.meta.url);
const { dkimBody } = load('mailauth/lib/dkim/body/index.js') as BodyModule;

/** The hash of a body, base64. */
export function bodyHashOf(body: Buffer): string {
  const hash = dkimBody('relaxed', 'sha256');
  hash.update(body);
  return hash.digest('base64');
}

/**
 * A header field as `relaxed` has it (RFC 6376 section 3.4.2), one character a byte and without a line end.
 * (mailauth takes the byte A0, which stands in many letters, for a blank.)
 */
export function relaxedField(field: string): string {
  const unfolded = field.replaceAll(/\r?\n/g, '');
  const colon = unfolded.indexOf(':');
  const name = unfolded
    .slice(0, colon)
    .toLowerCase()
    .replace(/[ \t]+$/, '');
  const value = unfolded.slice(colon + 1).replaceAll(/[ \t]+/g, ' ');
  return `${name}:${value.replace(/^ /, '').replace(/ $/, '')}`;
}
