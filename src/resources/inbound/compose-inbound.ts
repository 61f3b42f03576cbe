import { randomUUID } from 'node:crypto';
import { inboxHolder, peerHolders, type Holder } from '../../byte-budget.js';
import { notFound, rateLimited, tooLarge } from '../../errors.js';
import { composeRaw } from '../../mail/compose/compose.js';
import { readMailboxes } from '../../mail/mime/addresses.js';
import {
  oncePerInbox,
  type Acceptance,
  type Delivery,
  type Recipient,
} from '../../store/mail/delivery.js';
import type { InboundMail } from './schema.js';
import { LIMITS } from '../../operations/limits.js';

// docs/interface.md, Limits.
const FULL_RETRY_AFTER_SECONDS = 600;

/**
 * The delivery that a mail handed in as JSON stands for; unknown recipients are left out, and so are those
 * whose organization has no room.
 * @throws AppError 404 without any known recipient, 413 when the composed message is too large, 429 when all
 * of them are full.
 */
export async function composeInbound(
  acceptance: Pick<Acceptance, 'findRecipient'>,
  mail: InboundMail,
  remoteAddress: string,
): Promise<Delivery> {
  const recipients = await knownRecipients(acceptance, mail.to);
  if (recipients.length === 0) throw notFound('Recipient');
  const withRoom = recipients.filter(({ isFull }) => !isFull);
  if (withRoom.length === 0) throw inboxFull();
  const raw = await composeRaw(mail);
  if (raw.length > LIMITS.message_bytes) throw tooLarge('The message is larger than 25 MiB');
  return {
    mailFrom: readMailboxes(mail.mail_from ?? mail.from)[0]?.address ?? '',
    recipients: withRoom,
    raw,
    source: {
      protocol: 'HTTP',
      remoteAddress: mail.remote_ip ?? remoteAddress,
      originAddress: mail.remote_ip ?? null,
      helo: mail.helo ?? '',
      id: randomUUID(),
    },
  };
}

/**
 * Whose shares it takes: those of its inboxes, and of the server that sent it where that is told. Who
 * hands it in does so for many.
 */
export function holdersOf({ recipients, source: { originAddress } }: Delivery): Holder[] {
  const peer = originAddress ? peerHolders(originAddress) : [];
  return [...peer, ...recipients.map(({ inboxId }) => inboxHolder(inboxId))];
}

/** 429: the mail has to come again, as after the 452 that SMTP answers. */
export const inboxFull = () =>
  rateLimited(
    FULL_RETRY_AFTER_SECONDS,
    'The recipient keeps as much mail as its plan allows; try again later',
  );

async function knownRecipients(
  { findRecipient }: Pick<Acceptance, 'findRecipient'>,
  to: readonly string[],
): Promise<Recipient[]> {
  const addresses = to.flatMap((value) => readMailboxes(value).map(({ address }) => address));
  const found = await Promise.all(addresses.map((address) => findRecipient(address)));
  return oncePerInbox(found.filter((recipient) => recipient !== null));
}
