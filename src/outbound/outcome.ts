import type { DeferredOutcome, RefusedRecipient, SendOutcome } from './provider.js';
import { oneLine, storable } from '../mail/text/safe-text.js';

const MAX_RESPONSE = 1_000;
// As long as a header field may be that holds it.
const MAX_ID = 998;
const SECRET_LENGTH = 4;

/** `text` of the other side in one line that may be shown. Whatever holds one of `secrets` loses it. */
export function shown(text: string, secrets: readonly (string | undefined)[] = []): string {
  const blanked = secrets
    .flatMap(spellings)
    .reduce((rest, one) => rest.replaceAll(one, '***'), text);
  return storable(oneLine(blanked), MAX_RESPONSE);
}

/** Servers repeat commands in their answers, also those of a login. */
function spellings(secret = ''): string[] {
  if (secret.length < SECRET_LENGTH) return [];
  return [secret, Buffer.from(secret).toString('base64')];
}

/** The outcome with what may be shown of its text. */
export function withoutSecrets<T extends SendOutcome>(
  outcome: T,
  secrets: readonly (string | undefined)[],
): T {
  const response = shown(outcome.response, secrets);
  if (outcome.kind !== 'accepted') return { ...outcome, response };
  const refused = outcome.refused.map((one) => ({
    ...one,
    response: shown(one.response, secrets),
  }));
  const { providerMessageId: id } = outcome;
  const providerMessageId = id === null ? null : storable(id, MAX_ID);
  return { ...outcome, response, providerMessageId, refused };
}

/** Taken, for all recipients unless `refused` names some. */
export const accepted = (
  response: string,
  providerMessageId: string | null,
  refused: readonly RefusedRecipient[] = [],
): SendOutcome => ({ kind: 'accepted', providerMessageId, response, refused });
/** Not taken now, nor within `pause` seconds. */
export const deferred = (response: string, pause = 0): DeferredOutcome => ({
  kind: 'deferred',
  response,
  ...(pause > 0 && { pause }),
});
/** Not taken, ever. */
export const refused = (response: string): SendOutcome => ({ kind: 'refused', response });
/** Nobody knows. */
export const unknown = (response: string): SendOutcome => ({ kind: 'unknown', response });

/** What became of some of the recipients. */
interface PartOutcome {
  readonly recipients: readonly string[];
  readonly outcome: SendOutcome;
}

/**
 * One outcome for a mail that was handed over in parts. Where some were taken, the others are among
 * its refused recipients, those of an unknown part marked so. Otherwise what is worse
 * decides: unknown before deferred before refused.
 */
export function mergeOutcomes(parts: readonly PartOutcome[]): SendOutcome {
  const [only] = parts;
  if (parts.length === 1 && only) return only.outcome;
  const response = parts.map(({ outcome }) => outcome.response).join('; ');
  const taken = parts.find(({ outcome }) => outcome.kind === 'accepted')?.outcome;
  if (taken?.kind === 'accepted')
    return accepted(response, taken.providerMessageId, parts.flatMap(refusedIn));
  const kinds = new Set(parts.map(({ outcome }) => outcome.kind));
  if (kinds.has('unknown')) return unknown(response);
  return kinds.has('deferred') ? deferred(response, shortestPause(parts)) : refused(response);
}

/** Seconds until one of those that were put off may be tried again. */
export const shortestPause = (parts: readonly Pick<PartOutcome, 'outcome'>[]): number => {
  const pauses = parts.flatMap(({ outcome }) =>
    outcome.kind === 'deferred' ? [outcome.pause ?? 0] : [],
  );
  return pauses.length > 0 ? Math.min(...pauses) : 0;
};

function refusedIn({ recipients, outcome }: PartOutcome): readonly RefusedRecipient[] {
  if (outcome.kind === 'accepted') return outcome.refused;
  const temporary = outcome.kind === 'deferred';
  const { response } = outcome;
  const doubt = outcome.kind === 'unknown' && { isUnknown: true };
  return recipients.map((address) => ({ address, response, temporary, ...doubt }));
}
