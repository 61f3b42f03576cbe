/** A local inbox that mail can be delivered to. */
export interface Recipient {
  readonly inboxId: string;
  readonly orgId: string;
  /** As the client gave it, lower-cased, plus tag and all. */
  readonly address: string;
  /** Mails that its organization's plan takes in a month; null or absent = unlimited. */
  readonly perMonth?: number | null;
  /** Its organization keeps as much as it may: mail has to wait. */
  readonly isFull?: boolean;
  /** Whether mail from other inboxes here may come by the short way (absent: it may). */
  readonly isNear?: boolean;
}

/** One accepted message: the envelope, the bytes, and where they came from. */
export interface Delivery {
  /** Empty for the null sender. */
  readonly mailFrom: string;
  /** At least one; each inbox once. */
  readonly recipients: readonly Recipient[];
  /** The message as received, CRLF line ends. */
  readonly raw: Buffer;
  /** The peer, for the Received header and the sender verdict. */
  readonly source: DeliverySource;
  /** Told how many milliseconds a thread had the message for itself, each time one did. */
  readonly onParsed?: ((ms: number) => void) | undefined;
}

/** The protocol of mail between inboxes of this service; no peer can name it. */
export const LOCAL_PROTOCOL = 'LOCAL';

/** The peer of a delivery (RFC 5321 section 4.4). */
export interface DeliverySource {
  /** RFC 3848 with-protocol: `ESMTP`, `ESMTPS`, `SMTP`, `UTF8SMTP` …, or `HTTP`. */
  readonly protocol: string;
  readonly remoteAddress: string;
  /**
   * The mail server that sent the message, where it is not the peer that hands it in;
   * null when the peer does not say.
   */
  readonly originAddress?: string | null;
  /** What the peer called itself; empty when it did not. */
  readonly helo: string;
  /** The session's or request's id, for logs and the Received header. */
  readonly id: string;
}

/** What a mail protocol needs of storage. */
export interface Acceptance {
  /** Null: no such recipient here. @throws AppError 503 when storage is away. */
  findRecipient(address: string): Promise<Recipient | null>;
  /** Whether an unknown recipient's domain is about to be taken over, so that its mail may come later. */
  isAwaited(address: string): Promise<boolean>;
  /**
   * The ids of the stored emails, one a recipient, in order, after the commit.
   * Where the same message was stored before, the id it got then.
   * @throws AppError 404 when every inbox is gone, 429 when one has no room any more, 503 when storage is away;
   * nothing is stored then.
   */
  accept(delivery: Delivery): Promise<readonly string[]>;
}

/** Recipients in their order, each inbox once: two addresses may reach the same one. */
export const oncePerInbox = (recipients: readonly Recipient[]): Recipient[] =>
  recipients.filter(
    ({ inboxId }, index) => recipients.findIndex((one) => one.inboxId === inboxId) === index,
  );
