import { z } from 'zod';
import { sanitizeName } from '../../operations/sanitize-name.js';
import { addressLike, byId, label, paging, timestamp } from '../../operations/shapes.js';
import { QUOTAS } from '../../operations/limits.js';

const MAX_VARIABLES = 50;
const MAX_VALUE = 1_000;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** What a list is made from. */
export const newList = z.object({
  name: label(200),
  description: label(1_000).nullish(),
});

/** A list to be. */
export type NewList = z.output<typeof newList>;

/** What of a list can change; null clears. */
export const listChange = byId.extend({
  name: label(200).optional(),
  description: label(1_000).nullish(),
});

/** What of a list is to change; what is undefined stays. */
export type ListChange = Omit<z.output<typeof listChange>, 'id'>;

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

// Whether a contact wants mail to its list.
const status = z.enum(['subscribed', 'unsubscribed']);

const variables = z
  .record(z.string(), z.union([z.string().max(MAX_VALUE), z.number(), z.boolean()]))
  .superRefine((value, issues) => {
    const problem = variablesProblem(value);
    if (problem) issues.addIssue({ code: 'custom', ...problem });
  })
  .describe(
    `Fill {{name}} in templates: at most ${MAX_VARIABLES} texts of ${MAX_VALUE} characters, numbers and booleans.`,
  );

function variablesProblem(value: object): { path?: string[]; message: string } | null {
  const names = Object.keys(value);
  if (names.length > MAX_VARIABLES)
    return { message: `must have at most ${MAX_VARIABLES} members` };
  const wrong = names.find((name) => !VARIABLE.test(name));
  if (wrong === undefined) return null;
  const message = 'must be named with at most 64 letters, digits and _, and no digit in front';
  return { path: [sanitizeName(wrong)], message };
}

/** Whom to add to a list. */
export const newContacts = byId.extend({
  contacts: z
    .array(
      z.object({
        address: addressLike('user@example.com'),
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

/** Somebody to add; what is given neither way leaves what is there. */
export type NewContact = z.output<typeof newContacts>['contacts'][number];

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
export const contactQuery = byId.extend({ status: status.optional(), ...paging });

/** A contact by its list and its address; one that is no address is not there. */
export const contactPath = byId.extend({ address: z.string() });

/** What of a contact can change; null clears. This alone subscribes again whoever unsubscribed. */
export const contactChange = contactPath.extend({
  status: status.optional(),
  name: label(200).nullish(),
  variables: variables.optional().describe('In place of all variables there are.'),
});

/** A change of a contact; what is undefined stays. */
export type ContactChange = Omit<z.output<typeof contactChange>, 'id' | 'address'>;

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
