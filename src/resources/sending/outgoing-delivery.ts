import { isAscii } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { AppError } from '../../errors.js';
import type { Outbound, OutgoingMail, SendOutcome } from '../../outbound/provider.js';
import {
  LOCAL_PROTOCOL,
  oncePerInbox,
  type Acceptance,
  type Recipient,
} from '../../store/mail/delivery.js';
import { accepted, deferred, refused, shortestPause } from '../../outbound/outcome.js';
import type { SigningDomain } from '../../dkim/signer.js';
import type { ChosenSettings } from '../smtp-configs/choose-settings.js';
import type { LedgerRecipient } from '../../store/mail/insert-outbound.js';
import { signatureFor, signed, type MailSigner } from './signing.js';
import type { HandoverMark } from './handover-mark.js';

/** What handing over needs. */
export interface OutgoingDeliveryDeps {
  /** Takes mail for the inboxes of this service. */
  readonly acceptance: Acceptance;
  readonly outbound: Pick<Outbound, 'send' | 'sendByService' | 'service'>;
  /** Mail for it never leaves. */
  readonly mailDomain: string;
  readonly signer: MailSigner;
}

/** A mail on its way out. */
interface OutgoingDelivery extends Omit<OutgoingMail, 'recipients' | 'leave'> {
  readonly recipients: readonly LedgerRecipient[];
  /** Those that may be inboxes of this service; all others of ASCII letters are not. */
  readonly near: readonly string[];
  /** Through whom its inbox sends; null leaves it to the service. */
  readonly settings: ChosenSettings | null;
  /** Whose key signs what leaves. */
  readonly sender: SigningDomain;
  /** Written before anything leaves the service. */
  readonly handover: HandoverMark;
}

/** What became of all recipients that were still to be served. */
export interface DeliveryResult {
  /** Who carried it; what leaves decides where some stay. */
  readonly provider: string;
  readonly outcome: SendOutcome['kind'];
  readonly response: string;
  readonly providerMessageId: string | null;
  readonly recipients: readonly LedgerRecipient[];
  /** Whether one of them may be served the next time. */
  readonly again: boolean;
  /** Seconds in which that is of no use. */
  readonly pause: number;
  /** What the mail left with, as a header field. */
  readonly signature?: string | null;
}

/** The name under which mail within the service is carried. */
const LOCAL = 'local';
/** The name under which mail is kept where nobody is configured to carry it. */
const CAPTURE = 'capture';

const FULL = '452 4.2.2 Mailbox is full, try again later';
/** What is said of a mail that was kept back. */
export const NOT_BEGUN = 'nothing was sent: storage is away for the moment';
const NOBODY = '550 5.1.1 There is no such inbox here';

/**
 * Hands a mail to its recipients: those here by the inbound path, the others by a provider.
 * @throws while nothing has been handed to anybody, when storage is away
 */
export async function deliver(
  deps: OutgoingDeliveryDeps,
  mail: OutgoingDelivery,
): Promise<DeliveryResult> {
  const open = mail.recipients.filter(({ status }) => status === 'queued');
  const inboxes = await Promise.all(open.map(({ address }) => findNear(deps, mail, address)));
  const local = inboxes.filter((inbox) => inbox !== null);
  const withRoom = local.filter(({ isFull }) => !isFull);
  const isHere = (address: string) => address.toLowerCase().endsWith(`@${deps.mailDomain}`);
  const outside = open.filter(({ address }, i) => !inboxes[i] && !isHere(address));
  const carrier = carrierOf(mail.settings, deps.outbound);
  const signature = outside.length > 0 ? await signatureFor(deps.signer, carrier, mail) : null;
  const leaving = { ...mail, raw: signed(mail.raw, signature) };
  const [near, away] = await Promise.all([
    withRoom.length > 0 ? deliverHere(deps.acceptance, mail, withRoom) : null,
    outside.length > 0 ? sendOutside(deps, leaving, outside) : null,
  ]);
  const kept = withRoom.length < local.length ? NO_ROOM : null;
  const recipients = mail.recipients.map((recipient): LedgerRecipient => {
    if (!open.includes(recipient)) return recipient;
    const inbox = inboxes[open.indexOf(recipient)];
    if (inbox) return { ...served(recipient, inbox.isFull ? NO_ROOM : near!), local: true };
    return outside.includes(recipient)
      ? served(recipient, away!)
      : { ...recipient, status: 'failed', response: NOBODY };
  });
  const parts = [near, away, kept].filter((part) => part !== null);
  return { ...merged(parts, recipients), signature };
}

/** The inbox here, unless mail for its domain may go elsewhere by now: then it leaves by MX. */
async function findNear(
  { acceptance }: Pick<OutgoingDeliveryDeps, 'acceptance'>,
  { near }: Pick<OutgoingDelivery, 'near'>,
  address: string,
): Promise<Recipient | null> {
  if (!near.includes(address) && isAscii(Buffer.from(address))) return null;
  const found = await acceptance.findRecipient(address);
  return found?.isNear === false ? null : found;
}

/** What became of some of the recipients. */
interface DeliveryPart {
  readonly provider: string;
  readonly outcome: SendOutcome;
}

const here = (outcome: SendOutcome): DeliveryPart => ({ provider: LOCAL, outcome });

// The organization of a recipient keeps as much as it may.
const NO_ROOM = here(deferred(FULL));

async function deliverHere(
  acceptance: Acceptance,
  mail: OutgoingDelivery,
  recipients: readonly Recipient[],
): Promise<DeliveryPart> {
  const source = {
    protocol: LOCAL_PROTOCOL,
    remoteAddress: '127.0.0.1',
    originAddress: null,
    helo: 'localhost',
    id: randomUUID(),
  };
  try {
    // Done twice it is stored once: Message-ID and body are the same.
    const ids = await acceptance.accept({
      mailFrom: mail.envelopeFrom,
      recipients: oncePerInbox(recipients),
      raw: mail.raw,
      source,
    });
    return here(accepted(`delivered as ${ids.join(', ')}`, null));
  } catch (error) {
    const response = error instanceof AppError ? error.message : 'the inbox cannot take it now';
    const gone = error instanceof AppError && error.status === 404;
    return here(gone ? refused(response) : deferred(response));
  }
}

async function sendOutside(
  { outbound }: OutgoingDeliveryDeps,
  { settings, messageId, envelopeFrom, raw, handover }: OutgoingDelivery,
  recipients: readonly LedgerRecipient[],
): Promise<DeliveryPart> {
  const outgoing = {
    messageId,
    envelopeFrom,
    raw,
    recipients: recipients.map(({ address }) => address),
    leave: handover.write,
  };
  const provider = carrierOf(settings, outbound);
  if (!settings && outbound.service === null)
    return { provider, outcome: accepted('captured', null) };
  const outcome = await (settings
    ? outbound.send(settings, outgoing)
    : outbound.sendByService(outgoing));
  return { provider, outcome: handover.isRefused ? deferred(NOT_BEGUN) : outcome };
}

/** Nothing was handed to anybody. */
export const notBegun = (response: string): DeliveryPart => here(deferred(response));

/** Nobody is ever served. */
export const nobodyServed = (response: string): DeliveryPart => here(refused(response));

/** What became of a mail whose open recipients have one outcome. */
export const sameForAll = (
  recipients: readonly LedgerRecipient[],
  part: DeliveryPart,
): DeliveryResult =>
  merged(
    [part],
    recipients.map((one) => (one.status === 'queued' ? served(one, part) : one)),
  );

/** Who carries mail that leaves the service. */
export function carrierOf(
  settings: ChosenSettings | null,
  { service }: Pick<Outbound, 'service'>,
): string {
  if (settings) return settings.provider;
  if (service === null) return CAPTURE;
  return service === 'mx' ? 'MX' : 'SMTP';
}

/** A recipient after an attempt; one that may be served later stays queued. */
function served(recipient: LedgerRecipient, { outcome }: DeliveryPart): LedgerRecipient {
  const { response } = outcome;
  if (outcome.kind === 'deferred') return { ...recipient, response };
  if (outcome.kind === 'refused') return { ...recipient, status: 'failed', response };
  if (outcome.kind === 'unknown') return { ...recipient, status: 'unknown', response };
  const no = outcome.refused.find(
    ({ address }) => address.toLowerCase() === recipient.address.toLowerCase(),
  );
  if (!no) return { ...recipient, status: 'sent', response };
  const { response: own, temporary, isUnknown } = no;
  if (isUnknown) return { ...recipient, status: 'unknown', response: own };
  return { ...recipient, status: temporary ? 'queued' : 'failed', response: own };
}

// What is worst decides what is told.
const WEIGHT = { accepted: 0, refused: 1, deferred: 2, unknown: 3 } as const;

/** Why nobody was left to hand it to. */
const refusalsIn = (recipients: readonly LedgerRecipient[]) =>
  recipients.flatMap(({ status, response }) => (status === 'failed' && response) || []).join('; ');

function merged(
  parts: readonly DeliveryPart[],
  recipients: readonly LedgerRecipient[],
): DeliveryResult {
  const worst = parts.toSorted((a, b) => WEIGHT[b.outcome.kind] - WEIGHT[a.outcome.kind])[0];
  const outside = parts.find(({ provider }) => provider !== LOCAL);
  const outcome = worst?.outcome ?? refused(NOBODY);
  const carrier = outside?.outcome;
  return {
    provider: outside?.provider ?? LOCAL,
    outcome: outcome.kind,
    response: parts.map((part) => part.outcome.response).join('; ') || refusalsIn(recipients),
    providerMessageId: carrier?.kind === 'accepted' ? carrier.providerMessageId : null,
    recipients,
    again: recipients.some(({ status }) => status === 'queued'),
    pause: shortestPause(parts),
  };
}
