import type { Socket } from 'node:net';
import type { ConnectionOptions, SecureContext } from 'node:tls';
import type { Connect } from './connect.js';

/** What nodemailer tells of the connection it wants. */
export interface SmtpTarget {
  readonly host?: string | undefined;
  readonly port?: number | string | undefined;
  readonly secure?: boolean | undefined;
  readonly tls?: ConnectionOptions | undefined;
  readonly openedOnly?: boolean | undefined;
}

/** What nodemailer goes on with: a connected socket without TLS, which it adds itself. */
export interface SmtpSocket {
  readonly connection: Socket;
  readonly tls: ConnectionOptions;
}

/** The `getSocket` of nodemailer's SMTP transports. */
export type GetSocket = (
  target: SmtpTarget,
  callback: (error: Error | null, socket?: SmtpSocket) => void,
) => void;

// RFC 8314 section 3.3 and RFC 6409 section 3.1: nodemailer's own defaults.
const SUBMISSIONS_PORT = 465;
const SUBMISSION_PORT = 587;

/** Connects nodemailer by the guarded connect function, with our authorities for STARTTLS and TLS. */
export function createGetSocket(connect: Connect, secureContext: SecureContext): GetSocket {
  return ({ host = '', port, secure = false, tls, openedOnly = false }, callback) => {
    const target = {
      host,
      port: Number(port ?? (secure ? SUBMISSIONS_PORT : SUBMISSION_PORT)),
      openedOnly,
    };
    connect(target).then(
      (connection) => callback(null, { connection, tls: { secureContext, ...tls } }),
      (error: Error) => callback(error),
    );
  };
}
