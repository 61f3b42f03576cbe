import type { z } from 'zod';
import type { Caller } from '../../auth/caller.js';
import { AppError } from '../../errors.js';
import { Answer, operationWith, type OperationContext } from '../../operations/operation.js';
import { emailWithAttachments, presentAuth, READABLE } from '../emails/schema.js';
import { emailDetail } from '../emails/writing.js';
import type { EmailService } from '../emails/service.js';
import { codesOf, type ArrivedMail } from '../../store/waits/arrived-mail.js';
import { emailWait, otpResult, otpWait, waitHeaders } from './schema.js';
import type { WaitRequest, WaitService } from './service.js';

interface WaitOperationServices {
  readonly waits: WaitService;
  readonly emails: Pick<EmailService, 'read'>;
}

const operation = operationWith<WaitOperationServices>();

type WaitInput = z.output<typeof emailWait> | z.output<typeof otpWait>;

type Wanted = Pick<WaitRequest, 'route' | 'filter'> & { readonly input: WaitInput };

const RAN_OUT = {
  204: 'Nothing arrived in time.',
  408: 'Nothing arrived in time, for callers that asked for this status.',
};

// What both say alike.
const WAITING = {
  access: 'emails:read',
  headers: waitHeaders,
  alsoAnswers: RAN_OUT,
  waits: () => true,
} as const;

// Seconds that tools wait, as programs give up after a minute.
const TOOL_WAIT_SECONDS = 50;
const TOOL = {
  details: 'Answers timed_out when nothing came: call again to go on waiting.',
  // How it ends is no question of a status.
  fixed: { timeout_status: 204, prefer: undefined },
};

/** `/wait` and `/otp`, and their marks. */
export const waitOperations = [
  operation({
    name: 'waitForEmail',
    summary: 'Wait for an email: the newest one not yet handed out, or the next that arrives.',
    ...WAITING,
    input: emailWait,
    output: emailWithAttachments,
    http: { method: 'GET', path: '/v1/inboxes/:id/wait' },
    tool: { ...TOOL, defaults: { timeout: TOOL_WAIT_SECONDS, max_chars: READABLE } },
    run(context, input) {
      const { caller, services } = context;
      const { from, subject, category, max_chars } = input;
      const { has_otp: hasOtp = false, require_auth: requireAuth = false } = input;
      const filter = { from, subject, category, hasOtp, minConfidence: null, requireAuth };
      return waited(context, { route: 'wait', input, filter }, async ({ id }) =>
        emailDetail(await services.emails.read(caller, id), { max_chars }),
      );
    },
  }),

  operation({
    name: 'getOtp',
    summary: 'Wait for a code: the newest one not yet handed out, or the next that arrives.',
    ...WAITING,
    input: otpWait,
    output: otpResult,
    http: { method: 'GET', path: '/v1/inboxes/:id/otp' },
    tool: { ...TOOL, defaults: { timeout: TOOL_WAIT_SECONDS } },
    run(context, input) {
      const { from, min_confidence: minConfidence, require_auth: requireAuth = false } = input;
      const filter = { from, hasOtp: false, minConfidence, requireAuth };
      return waited(context, { route: 'otp', input, filter }, async (mail) =>
        presentOtp(mail, minConfidence),
      );
    },
  }),
];

/** What `present` makes of the mail that ended a wait, or the answer of one that ran out. */
async function waited<Shown>(
  context: OperationContext<WaitOperationServices>,
  { route, input, filter }: Wanted,
  present: (mail: ArrivedMail) => Promise<Shown>,
): Promise<Shown | Answer<undefined>> {
  const { caller, services } = context;
  const { mail, lastEmailId } = await services.waits.wait(caller, {
    route,
    inboxId: input.id,
    filter,
    since: input.since,
    timeoutSeconds: input.timeout,
    idempotencyKey: input.idempotency_key,
    signal: context.signal,
    onAnswered: (settle) => context.onAnswered(settle),
  });
  return mail ? present(mail) : ranOut(caller, input, lastEmailId);
}

function presentOtp(mail: ArrivedMail, minConfidence: number): z.input<typeof otpResult> {
  const [main, ...others] = codesOf(mail, minConfidence);
  if (!main) throw new AppError(500, 'A mail without a code ended a wait for one');
  return {
    code: main.code,
    otp: main.code,
    all_codes: [main, ...others].map(({ code }) => code),
    from: mail.fromAddress,
    subject: mail.subject,
    expires: mail.codeExpiry,
    email_id: mail.id,
    inbox_id: mail.inboxId,
    received_at: mail.receivedAt,
    confidence: main.confidence,
    auth: presentAuth(mail.auth),
  };
}

/** 204, or 408 where the caller or the organization asked for it (docs/interface.md, Waiting). */
function ranOut(caller: Caller, input: WaitInput, lastEmailId?: string | null): Answer<undefined> {
  const headers: Record<string, string> = lastEmailId ? { 'X-Last-Email-Id': lastEmailId } : {};
  if (timeoutStatus(caller, input) === 408)
    throw new AppError(408, `No matching email arrived within ${input.timeout} seconds`, {
      body: { timeout: input.timeout },
      headers,
    });
  return new Answer(undefined, 204, headers);
}

function timeoutStatus({ settings }: Caller, { prefer, timeout_status }: WaitInput): number {
  if (timeout_status !== undefined) return timeout_status;
  // RFC 7240: preferences are separated by commas and may be quoted.
  if (/(^|[,;\s])timeout="?408"?([,;\s]|$)/i.test(prefer ?? '')) return 408;
  return settings.wait_timeout_status ?? 204;
}
