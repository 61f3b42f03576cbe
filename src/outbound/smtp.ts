import { isAscii } from 'node:buffer';
import { domainToASCII } from 'node:url';
import type { SMTPEnvelope } from 'nodemailer/lib/smtp-connection';
import { accepted, refused } from './outcome.js';
import type { OutgoingMail, SendOutcome } from './provider.js';
import { outcomeOfFailure, outcomeOfOpening, outcomeOfSuccess } from './smtp-outcome.js';
import type { SmtpPool } from './smtp-pool.js';
import type { SmtpRoute, SmtpSession } from './smtp-session.js';

// An address is one word of a command between angle brackets.
const NOT_IN_AN_ADDRESS = /[\p{Cc}<>]/u;
const NO_UNICODE = 'the server takes no addresses that are not ASCII';

/** A mail for a server. */
interface SmtpDelivery {
  readonly route: SmtpRoute;
  readonly mail: OutgoingMail;
  readonly deadline: AbortSignal;
  /** What it means where no session came to be. */
  readonly unopened?: (error: unknown) => SendOutcome;
  /** Told what the server made of it before the next mail may go to it; answers what is told further. */
  readonly learn?: (outcome: SendOutcome) => SendOutcome;
}

/** Hands a mail to a server on a connection that is kept, or on a new one. */
export async function sendBySmtp(pool: SmtpPool, delivery: SmtpDelivery): Promise<HandedOver> {
  const first = await attempt(pool, delivery, false);
  if (!first.isDoubtful || delivery.deadline.aborted) return first;
  return attempt(pool, delivery, true);
}

interface HandedOver {
  readonly outcome: SendOutcome;
  /** Whether the final dot may have left. */
  readonly isSent: boolean;
  /** Whether there was a session to send it on. */
  readonly isOpened: boolean;
}

interface Attempt extends HandedOver {
  /**
   * A no on a connection that was used before, and nothing was sent: it may have been closed
   * meanwhile, or answer the mail before. A new one tells; "not now" is heeded wherever it is said.
   */
  readonly isDoubtful: boolean;
}

const attempt = (
  pool: SmtpPool,
  { route, mail, deadline, unopened = outcomeOfOpening, learn = itself }: SmtpDelivery,
  isFresh: boolean,
): Promise<Attempt> =>
  pool.lend<Attempt>({
    route,
    deadline,
    isFresh,
    async opened(session, isUsed) {
      const { outcome, isSent } = await sendOn(session, mail, deadline);
      const isDoubtful = isUsed && !isSent && !isPutOff(outcome);
      const answer = isDoubtful ? outcome : learn(outcome);
      return { outcome: answer, isSent, isOpened: true, isDoubtful };
    },
    unopened: (error) => ({
      outcome: learn(unopened(error)),
      isSent: false,
      isOpened: false,
      isDoubtful: false,
    }),
  });

const itself = (outcome: SendOutcome) => outcome;

/** A 4xx that does not end the connection (RFC 5321 section 3.8), as greylisting gives it. */
const isPutOff = ({ kind, response }: SendOutcome) =>
  kind === 'deferred' && /^4(?!21)\d\d/.test(response);

async function sendOn(
  session: SmtpSession,
  mail: OutgoingMail,
  deadline: AbortSignal,
): Promise<Pick<HandedOver, 'outcome' | 'isSent'>> {
  const { envelopeFrom, recipients, raw } = mail;
  const wire = new Map(recipients.map((address) => [wireAddress(address), address]));
  const takes = (address: string) => session.takesUnicode || isAscii(Buffer.from(address));
  const from = wireAddress(envelopeFrom);
  const to = [...wire.keys()].filter(takes);
  if ([from, ...wire.keys()].some((address) => NOT_IN_AN_ADDRESS.test(address)))
    return { outcome: refused('an address is not valid'), isSent: false };
  if (!takes(from) || to.length === 0) return { outcome: refused(NO_UNICODE), isSent: false };
  const envelope: SMTPEnvelope = { from, to, size: raw.length, use8BitMime: !isAscii(raw) };
  const handed = await session.send(envelope, mail, deadline);
  if ('error' in handed) {
    const { error, mayBeTaken } = handed;
    return { outcome: outcomeOfFailure(error, mayBeTaken), isSent: mayBeTaken };
  }
  const outcome = outcomeOfSuccess(handed.info, (address) => wire.get(address) ?? address);
  const left = [...wire].filter(([address]) => !takes(address)).map(([, address]) => address);
  return { outcome: withRefused(outcome, left), isSent: true };
}

function withRefused(outcome: SendOutcome, addresses: readonly string[]): SendOutcome {
  if (outcome.kind !== 'accepted' || addresses.length === 0) return outcome;
  const more = addresses.map((address) => ({ address, response: NO_UNICODE, temporary: false }));
  return accepted(outcome.response, outcome.providerMessageId, [...outcome.refused, ...more]);
}

/** A domain goes as ASCII, so that only a local part needs SMTPUTF8. */
function wireAddress(address: string): string {
  const at = address.lastIndexOf('@');
  if (at < 0) return address;
  const domain = address.slice(at + 1);
  const ascii = isAscii(Buffer.from(domain)) ? domain : domainToASCII(domain) || domain;
  return `${address.slice(0, at)}@${ascii}`;
}
