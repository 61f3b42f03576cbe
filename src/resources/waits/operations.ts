import type { z } from 'zod';
import type { Caller } from '../../auth/caller.js';
import { AppError } from '../../errors.js';
import { Answer, operationWith, type OperationContext } from '../../operations/operation.js';
import { emailWithAttachments, presentAuth, READABLE } from '../emails/schema.js';
import { emailDetail } from '../emails/writing.js';
import type { EmailService } from '../emails/service.js';
import { codesOf, type ArrivedMail, type WaitFilter } from '../../store/waits/arrived-mail.js';
import { emailWait, otpResult, otpWait, waitHeaders } from './schema.js';
import type { WaitRequest, WaitService } from './service.js';
import type { WaitRoute } from './store.js';

const operation = operationWith<{
  readonly waits: WaitService;
  readonly emails: Pick<EmailService, 'read'>;
}>();

type WaitInput = z.output<typeof emailWait> | z.output<typeof otpWait>;

const RAN_OUT = {
  204: 'Nothing arrived in time.',
  408: 'Nothing arrived in time, for callers that asked for this status.',
};

// Tools: seconds of a wait, as programs give up after a minute; how it ends is no question of a status.
const PATIENCE = 50;
const WITHOUT_HEADERS = { timeout_status: 204, prefer: undefined };
const TIMED_OUT = 'Answers timed_out when nothing came: call again to go on waiting.';

/** `/wait` and `/otp`, and their marks. */
export const waitOperations = [
  operation({
    name: 'waitForEmail',
    summary: 'Wait for an email: the newest one not yet handed out, or the next that arrives.',
    access: 'emails:read',
    input: emailWait,
    output: emailWithAttachments,
    headers: waitHeaders,
    alsoAnswers: RAN_OUT,
    http: { method: 'GET', path: '/v1/inboxes/:id/wait' },
    tool: {
      details: TIMED_OUT,
      defaults: { timeout: PATIENCE, max_chars: READABLE },
      fixed: WITHOUT_HEADERS,
    },
    waits: () => true,
    async run(context, input) {
      const { from, subject, category, has_otp, max_chars } = input;
      const requireAuth = input.require_auth ?? false;
      const hasOtp = has_otp ?? false;
      const filter = { from, subject, category, hasOtp, minConfidence: null, requireAuth };
      const outcome = await context.services.waits.wait(
        context.caller,
        request(context, 'wait', input, filter),
      );
      if (!outcome.mail) return ranOut(context.caller, input, outcome.lastEmailId);
      const mail = await context.services.emails.read(context.caller, outcome.mail.id);
      return emailDetail(mail, { max_chars });
    },
  }),

  operation({
    name: 'getOtp',
    summary: 'Wait for a code: the newest one not yet handed out, or the next that arrives.',
    access: 'emails:read',
    input: otpWait,
    output: otpResult,
    headers: waitHeaders,
    alsoAnswers: RAN_OUT,
    http: { method: 'GET', path: '/v1/inboxes/:id/otp' },
    tool: {
      details: TIMED_OUT,
      defaults: { timeout: PATIENCE },
      fixed: WITHOUT_HEADERS,
    },
    waits: () => true,
    async run(context, input) {
      const { from, min_confidence: minConfidence, require_auth: requireAuth = false } = input;
      const filter = { from, hasOtp: false, minConfidence, requireAuth };
      const outcome = await context.services.waits.wait(
        context.caller,
        request(context, 'otp', input, filter),
      );
      if (!outcome.mail) return ranOut(context.caller, input, outcome.lastEmailId);
      return presentOtp(outcome.mail, input.min_confidence);
    },
  }),
];

function request(
  context: OperationContext,
  route: WaitRoute,
  input: WaitInput,
  filter: WaitFilter,
): WaitRequest {
  return {
    route,
    inboxId: input.id,
    filter,
    since: input.since,
    timeoutSeconds: input.timeout,
    idempotencyKey: input.idempotency_key,
    signal: context.signal,
    onAnswered: (settle) => context.onAnswered(settle),
  };
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
function ranOut(caller: Caller, input: WaitInput, lastEmailId: string | null): Answer<undefined> {
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
