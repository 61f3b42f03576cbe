import { z } from 'zod';
import { canAccess, type AccessScope } from '../../auth/ownership.js';
import { label, paging, readBy, timestamp, untrusted } from '../../operations/shapes.js';
import { toWire } from '../../operations/wire.js';
import { parsePattern } from '../../store/mail/address-pattern.js';
import type { SuppressionEntity } from './entities.js';

/** Why an address is suppressed. */
const suppressionReason = z.enum(['bounce', 'complaint', 'manual']);

/** One address, as it is compared: lower case, the domain as A-labels. */
const suppressedAddress = readBy((text) => {
  const address = parsePattern(text);
  return address?.includes('@') ? address : null;
}, 'an email address');

/** Suppressions, or with `address` the one of that address. */
export const suppressionQuery = z.object({
  address: z.string().min(1).max(320).optional(),
  ...paging,
});

/** Which page of them is asked for. */
export type SuppressionPaging = z.output<typeof suppressionQuery>;

/** What a client suppresses. */
export const newSuppression = z.object({
  address: suppressedAddress,
  reason: suppressionReason.default('manual'),
  detail: label(1_000).nullish(),
});

/** The same as it was understood. */
export type Suppressing = z.output<typeof newSuppression>;

/** Any string: what is not suppressed is 404, not 400. */
export const suppressionPath = z.object({ address: z.string() });

/** An address that is not written to. */
export const suppression = z.object({
  // An answer to a mail goes where that mail asked for it.
  address: untrusted(z.string()),
  reason: suppressionReason,
  email_id: z.string().nullable().describe('The mail that bounced or was complained of.'),
  detail: untrusted(z.string().nullable()),
  created_at: timestamp,
});

/** A suppression as a caller sees it: of mails of inboxes out of its reach it learns nothing. */
export function presentSuppression(
  row: SuppressionEntity,
  access: AccessScope,
): z.input<typeof suppression> {
  const shown = row.inboxId === null || canAccess(access, row.inboxId);
  return { ...toWire(row), ...(!shown && { email_id: null, detail: null }) };
}
