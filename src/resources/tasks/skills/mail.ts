import { getDomain } from 'tldts';
import type { SenderAuth } from '../../../sender/auth.js';
import { MAY_END_WAIT } from '../../../store/waits/arrived-mail.js';
import type { TaskView } from '../rows.js';
import { finished, type SkillContext } from './walk.js';

/** A mail that came behind what was sent. */
export interface CameMail {
  readonly id: string;
  readonly from: string;
  readonly codes: readonly string[];
  /** Those to sign in by first. */
  readonly links: readonly string[];
  readonly auth: SenderAuth | null;
  /** Seconds since it came. */
  readonly age: number;
}

/** What is done with a mail; null where it is of no use. */
export type MailUse =
  | { readonly use: 'code'; readonly mail: CameMail }
  | { readonly use: 'link'; readonly mail: CameMail; readonly link: string }
  | { readonly use: 'unproven-link'; readonly mail: CameMail; readonly link: string }
  | { readonly use: 'not-yet'; readonly mail: CameMail };

const PRIVATE = { allowPrivateDomains: true };
const MAX_MAILS = 20;
// Seconds in which the DNS may yet tell who sent a mail.
const UNKNOWN_FOR_SECONDS = 300;
// Seconds by which clocks of processes may differ.
const CLOCKS_DIFFER_SECONDS = 2;

const CAME = `
SELECT e.id, e.from_address AS from, e.otp_codes AS codes, e.magic_links || e.verification_links AS links,
  c.auth, extract(epoch FROM now() - e.received_at)::float8 AS age
FROM emails e LEFT JOIN sender_checks c ON c.stored_message_id = e.stored_message_id
WHERE e.org_id = $1 AND e.inbox_id = $2 AND ${MAY_END_WAIT}
  AND e.received_at >= $3::timestamptz - interval '${CLOCKS_DIFFER_SECONDS} seconds'
ORDER BY e.uid DESC LIMIT ${MAX_MAILS}`;

const CODES = 'SELECT otp_codes AS codes FROM emails WHERE id = $1 AND org_id = $2';

/** When the first form was sent; where a person did so, when the task was made. */
export function sentSince({ steps, createdAt }: Pick<TaskView, 'steps' | 'createdAt'>): Date {
  const first = finished(steps, 'fillForm')[0];
  return first ? new Date(first.endedAt!) : createdAt;
}

/** Mails behind the first form that was sent, those of the site's own domain first, then the newest. */
export async function cameSince(
  { task, database }: SkillContext,
  inboxId: string,
  service: string,
): Promise<readonly CameMail[]> {
  const mails = await database.query<CameMail>(CAME, [...[task.orgId, inboxId, sentSince(task)]]);
  const isOwn = ({ from }: CameMail) => (isOf(service, from.split('@').at(-1) ?? '') ? 0 : 1);
  return mails.toSorted((one, other) => isOwn(one) - isOwn(other));
}

/** What to do with the first mail that is of use; null without one. */
export function useOf(
  mails: readonly CameMail[],
  service: string,
  { wantsCode, requireAuth }: { readonly wantsCode: boolean; readonly requireAuth: boolean },
): MailUse | null {
  const ways = wantsCode ? [codeIn, linkIn] : [linkIn, codeIn];
  for (const mail of mails)
    for (const way of ways) {
      const found = way(mail, service, requireAuth);
      if (found) return found;
    }
  return null;
}

function codeIn(mail: CameMail): MailUse | null {
  return mail.codes.length > 0 && mail.auth?.verdict !== 'fail' ? { use: 'code', mail } : null;
}

function linkIn(mail: CameMail, service: string, requireAuth: boolean): MailUse | null {
  const [link] = mail.links;
  if (link === undefined) return null;
  if (requireAuth && isUnknownYet(mail)) return { use: 'not-yet', mail };
  const isThere = URL.canParse(link) && isOf(service, new URL(link).hostname);
  const isTrusted = isThere && (!requireAuth || isFrom(service, mail));
  return { use: isTrusted ? 'link' : 'unproven-link', mail, link };
}

/** Whether the DNS may yet tell who sent it. */
const isUnknownYet = ({ auth, age }: CameMail) =>
  age < UNKNOWN_FOR_SECONDS && (auth === null || auth.verdict === 'unknown');

const isFrom = (service: string, { auth }: CameMail) =>
  auth?.verdict === 'pass' && isOf(service, auth.aligned_domain ?? '');

/** Whether a name belongs to whom the service does, by their registrable domains. */
export function isOf(service: string, name: string): boolean {
  const host = URL.canParse(`https://${service}`) ? new URL(`https://${service}`).hostname : '';
  const domain = getDomain(host, PRIVATE);
  return domain !== null && domain === getDomain(name, PRIVATE);
}

/** The code of a mail; null when it is gone. */
export async function codeOf({ task, database }: SkillContext, id: string): Promise<string | null> {
  const [row] = await database.query<{ codes: string[] }>(CODES, [id, task.orgId]);
  return row?.codes[0] ?? null;
}
