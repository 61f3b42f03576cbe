/** A list of contacts as Postgres gives it. */
export interface ContactListRow {
  readonly id: string;
  readonly org_id: string;
  readonly name: string;
  readonly description: string | null;
  readonly contact_count: number;
  readonly unsubscribed_count: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** What a template may be filled with, by name. */
export type ContactVariables = Readonly<Record<string, string | number | boolean>>;

/** Whether a contact wants mail to its list. */
export const CONTACT_STATUSES = ['subscribed', 'unsubscribed'] as const;

/** One of them. */
export type ContactStatus = (typeof CONTACT_STATUSES)[number];

/** A contact as Postgres gives it. */
export interface ContactRow {
  readonly address_key: string;
  readonly address: string;
  readonly name: string | null;
  readonly variables: ContactVariables;
  readonly status: ContactStatus;
  readonly unsubscribed_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The columns of a list, of the table or alias `list`. */
export const LIST_ROW = `list.id, list.org_id, list.name, list.description, list.contact_count,
  list.created_at, list.updated_at, (
    SELECT count(*)::int FROM contacts AS gone
    WHERE gone.list_id = list.id AND gone.status = 'unsubscribed' AND gone.removed_at IS NULL
  ) AS unsubscribed_count`;

/** The columns of a contact, of the table or alias `contact`. */
export const CONTACT_ROW = `contact.address_key, contact.address, contact.name,
  coalesce(contact.variables, '{}') AS variables, contact.status, contact.unsubscribed_at, contact.created_at, contact.updated_at`;

/** The one spelling of an address that is compared: one contact an address and list. */
export const contactKey = (address: string): string => address.toLowerCase();
