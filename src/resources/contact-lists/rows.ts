import { columnsOf } from '../../db/columns.js';

/** A list of contacts as Postgres gives it. */
export interface ContactListRow {
  readonly id: string;
  readonly orgId: string;
  readonly name: string;
  readonly description: string | null;
  readonly contactCount: number;
  readonly unsubscribedCount: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Whether a contact wants mail to its list. */
export const CONTACT_STATUSES = ['subscribed', 'unsubscribed'] as const;

/** One of them. */
export type ContactStatus = (typeof CONTACT_STATUSES)[number];

/** A contact as Postgres gives it. */
export interface ContactRow {
  readonly address: string;
  readonly name: string | null;
  /** What a template may be filled with, by name. */
  readonly variables: Record<string, string | number | boolean>;
  readonly status: ContactStatus;
  readonly unsubscribedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

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
