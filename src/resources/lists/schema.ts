import { z } from 'zod';
import { idOf, paging, readBy, timestamp } from '../../operations/shapes.js';
import { toWire } from '../../operations/wire.js';
import type { AddressRuleEntity } from './entities.js';
import { parsePattern } from '../../store/mail/address-pattern.js';

/** An address, or a domain that stands for all its addresses and subdomains. */
export const addressPattern = readBy(parsePattern, 'an email address or a domain name');

/** Which list is meant: the path of every list operation. */
export const listPath = {
  direction: z.enum(['receive', 'send']),
  kind: z.enum(['allow', 'block']),
};

const inboxId = idOf('inbox');

/** Entries of one list; with `inbox_id` those of that inbox alone. */
export const addressRuleQuery = z.object({
  ...listPath,
  inbox_id: inboxId.optional(),
  ...paging,
});

/** One entry; without `inbox_id` it is the organization's. */
export const addressRuleKey = z.object({
  ...listPath,
  address: addressPattern,
  inbox_id: inboxId.nullish(),
});

/** An entry of a list. */
export const addressRule = z.object({
  address: z.string(),
  inbox_id: z.string().nullable(),
  direction: listPath.direction,
  kind: listPath.kind,
  created_at: timestamp,
});

/** An entry as clients see it. */
export const presentAddressRule = (row: AddressRuleEntity): z.input<typeof addressRule> => ({
  ...toWire(row),
  address: row.pattern,
});

/** The entry a client names. */
export const toListEntry = ({
  address: pattern,
  inbox_id: inboxId,
  ...list
}: z.output<typeof addressRuleKey>) => ({ ...list, pattern, inboxId: inboxId ?? null });
