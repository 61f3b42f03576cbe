import type { SMTPConnectionSendInfo } from 'nodemailer/lib/smtp-connection';
import { asEgressError, EgressError } from '../egress/failure.js';
import { accepted, deferred, refused, unknown } from './outcome.js';
import type { RefusedRecipient, SendOutcome } from './provider.js';

/** What nodemailer tells of a failure. */
interface SmtpFailure {
  readonly code?: string;
  /** Of the system or of TLS, where `code` is nodemailer's. */
  readonly originalCode?: string;
  readonly message?: string;
  readonly response?: string;
  readonly responseCode?: number | false;
  readonly command?: string;
  readonly recipient?: string;
  readonly rejectedErrors?: readonly SmtpFailure[];
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNECTION: 'the connection was closed',
  EPROTOCOL: 'the server does not keep to SMTP',
  ETLS: 'TLS could not be started',
  ESTREAM: 'the server answered out of turn',
  ETIMEDOUT: 'timed out',
  EENVELOPE: 'an address is not valid',
};
const NO_ANSWER = 'the connection was lost before the mail was confirmed';

/** The outcome of a mail that was taken. */
export function outcomeOfSuccess(
  info: SMTPConnectionSendInfo,
  given: (wire: string) => string,
): SendOutcome {
  const { response, serverMessageId, rejectedErrors = [] } = info;
  const queued = /\bqueued as <?([^\s<>]{1,200})/i.exec(response)?.[1];
  const refusals = (rejectedErrors as readonly SmtpFailure[]).map((error): RefusedRecipient => ({
    address: given(error.recipient ?? ''),
    response: textOf(error),
    temporary: !isFinal(error),
  }));
  return accepted(response, serverMessageId ?? queued ?? null, refusals);
}

/** The outcome where no session came to be. */
export function outcomeOfOpening(error: unknown): SendOutcome {
  const failure = error as SmtpFailure;
  if (error instanceof EgressError && error.reason === 'forbidden') return refused(error.message);
  const text = textOf(failure);
  if (isFinal(failure)) return refused(text);
  // Without an answer: the server was not even asked.
  if (failure.code === 'EAUTH' && !failure.response) return refused(text);
  return deferred(text);
}

/** The outcome of a mail that a session did not bring to its end. */
export function outcomeOfFailure(error: unknown, mayBeTaken: boolean): SendOutcome {
  const failure = error as SmtpFailure;
  const text = textOf(failure);
  if (mayBeTaken && !isAnswerToMail(failure)) return unknown(`${NO_ANSWER}: ${text}`);
  if (isTooLarge(failure) || isInvalid(failure)) return refused(text);
  return isRefusal(failure) ? refused(text) : deferred(text);
}

/** The whole line that answers the final dot, and says no. */
const isAnswerToMail = ({ code, responseCode }: SmtpFailure) =>
  code === 'EMESSAGE' && typeof responseCode === 'number' && responseCode >= 400;

/** More than SIZE allows; nodemailer does not even ask. */
const isTooLarge = ({ code, response }: SmtpFailure) => code === 'EMESSAGE' && !response;

const isInvalid = ({ code, response, rejectedErrors }: SmtpFailure) =>
  code === 'EENVELOPE' && !response && !rejectedErrors;

function isRefusal(failure: SmtpFailure): boolean {
  const { rejectedErrors } = failure;
  if (rejectedErrors?.length) return rejectedErrors.every(isFinal);
  return isFinal(failure) && (failure.code === 'EENVELOPE' || failure.code === 'EMESSAGE');
}

const isFinal = ({ responseCode }: SmtpFailure) =>
  typeof responseCode === 'number' && responseCode >= 500;

/** The server's own words, or plain ones for what happened without any. */
function textOf(failure: SmtpFailure): string {
  const { code = '', originalCode, response } = failure;
  if (failure instanceof EgressError) return failure.message;
  if (response)
    return failure.command === 'STARTTLS' ? `STARTTLS was refused: ${response}` : response;
  if (originalCode !== undefined && originalCode !== code)
    return asEgressError({ code: originalCode }).message;
  if (code === 'EMESSAGE') return 'the mail is larger than the server allows';
  if (code === 'EAUTH') return 'user name and password are needed';
  return WORDS[code] ?? asEgressError(failure).message;
}
