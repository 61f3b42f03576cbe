import SMTPConnection, {
  type SMTPConnectionSendInfo,
  type SMTPEnvelope,
} from 'nodemailer/lib/smtp-connection';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { withDeadline } from '../deadline.js';
import { timedOut } from '../egress/failure.js';
import type { SmtpSocket } from '../egress/smtp-socket.js';
import type { OutgoingMail } from './provider.js';
import { SmtpBody } from './smtp-body.js';

/** How a server is reached and spoken to. */
export interface SmtpRoute {
  /** For the certificate. */
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. */
  readonly secure: boolean;
  /** Opportunistic: TLS where it is offered, with whatever certificate; if_possible: none where it fails. */
  readonly startTls: 'required' | 'opportunistic' | 'if_possible' | 'never';
  /** Milliseconds for greeting and TLS, after which a server that hangs is spoken to without (if_possible). */
  readonly tlsWithin?: number;
  readonly auth: { readonly user: string; readonly pass: string } | null;
  /** Called when there is room for one more mail. @throws where none may go now */
  readonly admit?: () => void;
  /** A connection without TLS, and the settings of the TLS to come. */
  connect(): Promise<SmtpSocket>;
}

// Milliseconds for greeting and TLS, for silence of the server, and for its answer to QUIT.
const GREETING_MS = 15_000;
const SILENCE_MS = 60_000;
const FAREWELL_MS = 2_000;
const MAX_REPLY = 64 * 1024;
// Among the extensions of a server (RFC 3207 section 2).
const OFFERS_TLS = /^250[ -]STARTTLS\b/im;

/** What became of a mail that was given to a session. */
type Handed =
  | { readonly info: SMTPConnectionSendInfo }
  /** `mayBeTaken`: the final dot may have left. */
  | { readonly error: unknown; readonly mayBeTaken: boolean };

type Done<T> = (error?: Error | null, value?: T) => void;

/** Greets, secures and logs in. @throws what went wrong: an error of nodemailer or of the way out. */
export async function openSession(
  route: SmtpRoute,
  name: string,
  deadline: AbortSignal,
): Promise<SmtpSession> {
  deadline.throwIfAborted();
  const session = new SmtpSession(route, name, await connected(route, deadline));
  try {
    await session.greet(route, deadline);
    return session;
  } catch (error) {
    const isTls = session.isStartingTls || isTlsFailure(error);
    session.destroy();
    if (!isTls || route.startTls !== 'if_possible' || deadline.aborted) throw error;
    return openSession({ ...route, startTls: 'never' }, name, deadline);
  }
}

const TLS_CODE = /^(ERR_TLS|ERR_SSL|EPROTO)/;

function isTlsFailure(error: unknown): boolean {
  const { code, originalCode = '' } = error as { code?: unknown; originalCode?: string };
  return code === 'ETLS' || TLS_CODE.test(originalCode);
}

/** A connection that comes too late is closed. */
async function connected(route: SmtpRoute, deadline: AbortSignal): Promise<SmtpSocket> {
  const opening = route.connect();
  opening.then(
    ({ connection }) => deadline.aborted && connection.destroy(),
    () => {},
  );
  return withDeadline(deadline, opening);
}

/** A connection on which one mail after the other may be sent. */
export class SmtpSession {
  /** Mails that were taken on it. */
  mails = 0;
  private readonly smtp: SMTPConnection;
  private readonly ended: Promise<Error>;

  constructor(route: SmtpRoute, name: string, { connection, tls }: SmtpSocket) {
    const isTlsOptional = route.startTls === 'opportunistic' || route.startTls === 'if_possible';
    const verify = isTlsOptional ? { rejectUnauthorized: false } : {};
    this.smtp = new SMTPConnection({
      host: route.host,
      port: route.port,
      name,
      secure: route.secure,
      requireTLS: !route.secure && route.startTls === 'required',
      opportunisticTLS: isTlsOptional,
      ignoreTLS: route.startTls === 'never',
      connection,
      tls: { ...tls, ...(route.secure ? {} : verify) },
      connectionTimeout: GREETING_MS,
      greetingTimeout: GREETING_MS,
      socketTimeout: SILENCE_MS,
      // What was not sent when a session is given up must not be sent afterwards.
      socketCloseTimeout: 0,
      maxResponseSize: MAX_REPLY,
    });
    this.ended = new Promise((resolve) => {
      this.smtp.on('error', resolve);
      // An error that comes with the end tells more.
      this.smtp.once('end', () => setImmediate(() => resolve(closed())));
    });
  }

  get isOpen(): boolean {
    return !this.smtp.destroyed;
  }

  /** Extensions the server named; nodemailer keeps them to itself until a mail was taken. */
  private get extensions(): readonly string[] {
    const { _supportedExtensions: extensions = [] } = this.smtp as {
      readonly _supportedExtensions?: readonly string[];
    };
    return extensions;
  }

  /** Whether addresses that are not ASCII may be given (RFC 6531). */
  get takesUnicode(): boolean {
    return this.extensions.includes('SMTPUTF8');
  }

  /** Whether TLS was asked for and has not come about. */
  get isStartingTls(): boolean {
    const { upgrading, lastServerResponse } = this.smtp;
    return upgrading || OFFERS_TLS.test(lastServerResponse || '');
  }

  async greet({ auth, startTls, tlsWithin }: SmtpRoute, deadline: AbortSignal): Promise<void> {
    const isTlsAwaited = startTls === 'if_possible' && tlsWithin !== undefined;
    const late = isTlsAwaited
      ? AbortSignal.any([deadline, AbortSignal.timeout(tlsWithin)])
      : deadline;
    await this.run<void>(late, (done) => this.smtp.connect(done));
    // Without AUTH on offer the server tells by its answer to MAIL whether it wants one.
    if (auth && this.smtp.allowsAuth)
      await this.run<boolean>(deadline, (done) => this.smtp.login({ ...auth }, done));
  }

  /** Sends a mail. The session is closed unless the server took it. */
  async send(
    envelope: SMTPEnvelope,
    { raw, leave }: Pick<OutgoingMail, 'raw' | 'leave'>,
    deadline: AbortSignal,
  ): Promise<Handed> {
    const connection = {
      lastReply: () => this.smtp.lastServerResponse || '',
      waiting: () => (this.smtp._socket ? this.smtp._socket.writableLength : 0),
    };
    const body = new SmtpBody(raw, connection, leave);
    try {
      const info = await this.run<SMTPConnectionSendInfo>(deadline, (done) =>
        this.smtp.send(envelope, body, (error, sent) => {
          // At once, so that no dot follows an answer that came before it.
          if (!body.isEnded) body.destroy();
          done(error, sent);
        }),
      );
      if (!body.isEnded) throw outOfTurn();
      this.mails++;
      return { info };
    } catch (error) {
      this.destroy();
      return { error, mayBeTaken: body.isEnded };
    }
  }

  /** Lets replies in that nobody asked for, which close the session. */
  async settle(): Promise<void> {
    await nextTurn();
    await nextTurn();
  }

  /** Runs `gone` when the session ends. */
  onEnd(gone: () => void): void {
    void this.ended.then(gone);
  }

  quit(): void {
    if (!this.isOpen) return;
    this.smtp.quit();
    setTimeout(() => this.destroy(), FAREWELL_MS).unref();
  }

  destroy(): void {
    this.smtp.close();
  }

  /** What a function of nodemailer calls back with, the end of the session, or the deadline. */
  private run<T>(deadline: AbortSignal, start: (done: Done<T>) => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const late = () => {
        reject(timedOut());
        this.destroy();
      };
      if (deadline.aborted) return late();
      deadline.addEventListener('abort', late, { once: true });
      const settled = () => deadline.removeEventListener('abort', late);
      void this.ended.then(reject).then(settled);
      start((error, value) => {
        settled();
        if (error) reject(error);
        else resolve(value as T);
      });
    });
  }
}

const outOfTurn = () => Object.assign(new Error('out of turn'), { code: 'ESTREAM' });
const closed = () => Object.assign(new Error('closed'), { code: 'ECONNECTION' });
