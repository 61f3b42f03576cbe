import type { z } from 'zod';
import { columnsOf } from '../../db/columns.js';
import type { FromWire } from '../../operations/wire.js';
import type { contact, contactList } from './schema.js';

/** A list of contacts as Postgres gives it. */
export type ContactListRow = FromWire<z.input<typeof contactList>> & { readonly orgId: string };

/** A contact as Postgres gives it. */
export type ContactRow = FromWire<z.input<typeof contact>>;

const TIMES = ['createdAt', 'updatedAt'];

/** The columns of a list, of the table or alias `list`. */
export const LIST_ROW = `
${columnsOf('list', ['id', 'orgId', 'name', 'description', 'contactCount', ...TIMES])}, (
  SELECT count(*)::int FROM contacts AS gone
  WHERE gone.list_id = list.id AND gone.status = 'unsubscribed' AND gone.removed_at IS NULL
) AS "unsubscribedCount"`;

/** The columns of a contact, of the table or alias `contact`. */
export const CONTACT_ROW = `coalesce(contact.variables, '{}') AS variables,
  ${columnsOf('contact', ['address', 'name', 'status', 'unsubscribedAt', ...TIMES])}`;

/** The one spelling of an address that is compared: one contact an address and list. */
export const contactKey = (address: string): string => address.toLowerCase();
