/** Who can be told to deliver a mail (docs/interface.md, SMTP configurations). */
export const PROVIDERS = ['SMTP', 'SES', 'SENDGRID', 'POSTMARK', 'RESEND'] as const;

/** The name of a provider. */
export type ProviderName = (typeof PROVIDERS)[number];

/** Whether the way to a server has to be encrypted (docs/interface.md, SMTP configurations). */
export const TLS_MODES = ['required', 'if_offered', 'none'] as const;

/** What of the way to a server is encrypted. */
export type TlsMode = (typeof TLS_MODES)[number];

/** How a provider is reached; null is as good as nothing. Which fields are needed depends on the provider. */
export interface ProviderSettings {
  readonly provider: ProviderName;
  /** SMTP only. */
  readonly host?: string | null | undefined;
  /** SMTP only: 587 unless given, 465 with `secure`. */
  readonly port?: number | null | undefined;
  /** SMTP only: TLS from the first byte, as on port 465 unless said. */
  readonly secure?: boolean | undefined;
  /** SMTP only, of STARTTLS: `required` unless given. `none` is for hosts the way out was opened for. */
  readonly tls?: TlsMode | undefined;
  /** SMTP, or the access key of SES. */
  readonly username?: string | null | undefined;
  /** SMTP, or the secret key of SES. */
  readonly password?: string | undefined;
  /** SENDGRID, POSTMARK (server token) and RESEND. */
  readonly apiKey?: string | undefined;
  /** SES. */
  readonly region?: string | null | undefined;
  /** Replaces the address of the provider's API. */
  readonly baseUrl?: string | null | undefined;
}

/** A mail as it is handed to a provider. */
export interface OutgoingMail {
  /** With angle brackets, fixed before the first attempt. */
  readonly messageId: string;
  readonly envelopeFrom: string;
  /** Whom this attempt goes to: what RCPT gets. */
  readonly recipients: readonly string[];
  /** RFC 5322 with CRLF line ends, without Bcc. */
  readonly raw: Buffer;
  /** Awaited before its first byte leaves; what it throws keeps the mail here. */
  readonly leave?: () => Promise<void>;
}

/** What became of an attempt. */
export type SendOutcome =
  | {
      readonly kind: 'accepted';
      /** As the provider writes it; null when it gives none. */
      readonly providerMessageId: string | null;
      readonly response: string;
      /** Recipients the provider did not take though it took others. */
      readonly refused: readonly RefusedRecipient[];
    }
  | DeferredOutcome
  /** Not taken, and it would not be the next time either. */
  | { readonly kind: 'refused'; readonly response: string }
  /** Handed over, and nobody knows whether it was taken. */
  | { readonly kind: 'unknown'; readonly response: string };

/** Not taken now, and nothing was sent: to be tried again. */
export interface DeferredOutcome {
  readonly kind: 'deferred';
  readonly response: string;
  /** Seconds in which it is of no use to try again, where somebody said so. */
  readonly pause?: number;
}

/** A recipient that was not taken. */
export interface RefusedRecipient {
  readonly address: string;
  readonly response: string;
  /** Whether it may be taken the next time (a 4xx answer). */
  readonly temporary: boolean;
  /** Nobody knows whether it was taken. */
  readonly isUnknown?: boolean;
}

/** The line before a server: the mails that it takes now, and those that it takes soon. */
export interface Line {
  /**
   * Resolves when the next mail may be begun, with what is to be called once that has ended.
   *
   * @throws when `late` is aborted first.
   */
  enter(late: AbortSignal): Promise<() => void>;
}

/** What hands mail to others. */
export interface Outbound {
  /**
   * Hands a mail to the provider that `settings` name. Never throws: what goes wrong is an outcome.
   * `response` is the provider's own text, at most 1,000 characters, without secrets.
   */
  send(settings: ProviderSettings, mail: OutgoingMail): Promise<SendOutcome>;
  /** By the operator's own server (`OUTBOUND_URL`), or straight to the MX of the recipients. */
  sendByService(mail: OutgoingMail): Promise<SendOutcome>;
  /** Where mails by `settings`, or by the service, to an address wait for each other; null where they do not. */
  line(settings: ProviderSettings | null, recipient: string): Line | null;
  /** How `sendByService` would send; null when neither is configured. */
  readonly service: 'smtp' | 'mx' | null;
  close(): Promise<void>;
}
