import { z } from 'zod';
import { parseStrictAddress } from '../../mail/mime/strict-address.js';
import { sanitizeName } from '../../operations/sanitize-name.js';
import { label, page, paging, timestamp } from '../../operations/shapes.js';
import type { ContactChange, NewContact } from './contacts.js';
import {
  CONTACT_STATUSES,
  type ContactListRow,
  type ContactRow,
  type ContactVariables,
} from './rows.js';
import { QUOTAS } from '../../operations/limits.js';

const MAX_VARIABLES = 50;
const MAX_VALUE = 1_000;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** Any string: what does not exist is 404, not 400. */
export const listPath = z.object({ id: z.string() });

/** The page of a list of lists. */
export const listQuery = z.object(paging);

/** What a list is made from. */
export const newList = z.object({
  name: label(200),
  description: label(1_000).nullish(),
});

/** What of a list can change; null clears. */
export const listChange = listPath.extend({
  name: label(200).optional(),
  description: label(1_000).nullish(),
});

/** A list of contacts. */
export const contactList = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  contact_count: z.number().int(),
  unsubscribed_count: z.number().int().describe('How many of them do not want its mail.'),
  created_at: timestamp,
  updated_at: timestamp,
});

/** Lists, newest first. */
export const contactListPage = page(contactList);

const status = z.enum(CONTACT_STATUSES);

const address = z
  .string()
  .max(320)
  .transform((text, context) => {
    const parsed = parseStrictAddress(text);
    if (parsed && parsed.name === null) return parsed.address;
    const message = 'must be one email address, such as user@example.com';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

const variables = z
  .record(z.string(), z.union([z.string().max(MAX_VALUE), z.number(), z.boolean()]))
  .superRefine((value, issues) => {
    const problem = variablesProblem(value);
    if (problem) issues.addIssue({ code: 'custom', ...problem });
  })
  .describe(
    `Fill {{name}} in templates: at most ${MAX_VARIABLES} texts of ${MAX_VALUE} characters, numbers and booleans.`,
  );

function variablesProblem(value: ContactVariables): { path?: string[]; message: string } | null {
  const names = Object.keys(value);
  if (names.length > MAX_VARIABLES)
    return { message: `must have at most ${MAX_VARIABLES} members` };
  const wrong = names.find((name) => !VARIABLE.test(name));
  if (wrong === undefined) return null;
  const message = 'must be named with at most 64 letters, digits and _, and no digit in front';
  return { path: [sanitizeName(wrong)], message };
}

/** Whom to add to a list. */
export const newContacts = listPath.extend({
  contacts: z
    .array(
      z.object({
        address,
        name: label(200).nullish(),
        variables: variables.nullish(),
      }),
    )
    .min(1)
    .max(QUOTAS.contacts_per_import)
    .describe(
      'One for each address: one that is there gets the name and the variables given here, and stays unsubscribed if it is.',
    ),
});

/** What adding came to. */
export const addedContacts = z.object({
  list_id: z.string(),
  added: z.number().int(),
  updated: z.number().int(),
  duplicates: z
    .number()
    .int()
    .describe('Contacts of the request whose address came again later in it: the last one counts.'),
  contact_count: z.number().int(),
});

/** Which contacts of a list are listed. */
export const contactQuery = listPath.extend({ status: status.optional(), ...paging });

/** A contact by its list and its address; one that is no address is not there. */
export const contactPath = listPath.extend({ address: z.string() });

/** What of a contact can change; null clears. This alone subscribes again whoever unsubscribed. */
export const contactChange = contactPath.extend({
  status: status.optional(),
  name: label(200).nullish(),
  variables: variables.optional().describe('In place of all variables there are.'),
});

/** Somebody on a list. */
export const contact = z.object({
  address: z.string(),
  name: z.string().nullable(),
  variables: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  status,
  unsubscribed_at: timestamp.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
});

/** Contacts in the order of their addresses. */
export const contactPage = page(contact);

/** A list as clients see it. */
export const presentList = (row: ContactListRow): z.input<typeof contactList> => ({
  id: row.id,
  name: row.name,
  description: row.description,
  contact_count: row.contact_count,
  unsubscribed_count: row.unsubscribed_count,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

/** A contact as clients see it. */
export const presentContact = (row: ContactRow): z.input<typeof contact> => ({
  address: row.address,
  name: row.name,
  variables: { ...row.variables },
  status: row.status,
  unsubscribed_at: row.unsubscribed_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

/** The contacts a client gave; what is null of one that is there stays. */
export const toNewContacts = (input: z.output<typeof newContacts>): NewContact[] =>
  input.contacts.map(({ address: to, name, variables: given }) => ({
    address: to,
    name: name ?? null,
    variables: given ?? null,
  }));

/** What a client wants to change of a contact; what is undefined stays. */
export const toContactChange = (input: z.output<typeof contactChange>): ContactChange => ({
  status: input.status,
  name: input.name,
  variables: input.variables,
});
