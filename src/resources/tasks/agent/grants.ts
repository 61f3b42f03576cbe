import type { CallFields } from './tools.js';

/** What an agent may send without asking: who, from where, by which tool. */
export interface AgentGrant {
  readonly tool: string;
  readonly inbox_id: string;
  /** Addresses. */
  readonly recipients: readonly string[];
}

/** Tools whose recipients stand in their arguments. Replies go where the mail says: they are never granted. */
export const GRANTABLE = ['send_email', 'forward_email'] as const;

/** Fields that a granted call may have: none of them leads elsewhere. */
const KNOWN: ReadonlySet<string> = new Set([
  ...[
    'id',
    'to',
    'cc',
    'bcc',
    'subject',
    'text',
    'html',
    'email_id',
    'comment',
    'attachments',
    'send_at',
  ],
]);

/** Whether a grant fixes what a call would do: its tool, its inbox and everybody it reaches. */
export const isGranted = (
  grants: readonly AgentGrant[],
  tool: string,
  fields: CallFields,
): boolean => {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (!given.every(([name]) => KNOWN.has(name))) return false;
  const reached = [fields['to'], fields['cc'], fields['bcc']]
    .flat()
    .filter((it) => it !== undefined);
  return grants.some(({ tool: name, inbox_id: inboxId, recipients }) => {
    const allowed = new Set(recipients.map((address) => address.toLowerCase()));
    const isAllowed = (it: unknown) => typeof it === 'string' && allowed.has(it.toLowerCase());
    return (
      name === tool && inboxId === fields['id'] && reached.length > 0 && reached.every(isAllowed)
    );
  });
};
