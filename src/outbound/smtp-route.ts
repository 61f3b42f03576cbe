import type { SmtpSocket } from '../egress/smtp-socket.js';

/** How a server is reached and spoken to. */
export interface SmtpRoute {
  /** For the certificate. */
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. */
  readonly secure: boolean;
  /** Opportunistic: TLS where it is offered, with whatever certificate. */
  readonly startTls: 'required' | 'opportunistic' | 'never';
  readonly auth: { readonly user: string; readonly pass: string } | null;
  /** A connection without TLS, and the settings of the TLS to come. */
  connect(): Promise<SmtpSocket>;
}
