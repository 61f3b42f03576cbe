import type { SMTPServer, SMTPServerSession } from 'smtp-server';
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js';
import { parseAddressCommand } from './addresses.js';
import {
  hasEnhancedCode,
  NOT_OFFERED,
  replyOf,
  type RefusalName,
  type SmtpReply,
} from './answers.js';
import type { MessageData } from './data.js';
import { HeldReplies } from './held-replies.js';
import type { SmtpLimits } from './limits.js';
import { SessionClock } from './session-limits.js';
import { Wire } from './wire.js';

/** What a connection needs of the server it belongs to. */
export interface SmtpHost extends SMTPServer {
  readonly limits: SmtpLimits;
  /** Monotonic milliseconds. */
  now(): number;
  /** What the next message is read into; why it cannot be taken otherwise. */
  receive(session: SMTPServerSession): MessageData | RefusalName;
  /** Stores a message that was read and releases it; never rejects. */
  deliver(data: MessageData, session: SMTPServerSession): Promise<SmtpReply>;
  /** Called once, when the socket is gone. */
  gone(connection: InboundSession): void;
}

/**
 * One SMTP session. smtp-server exports its connection and parser for this; everything it leaves to
 * its users is done through the methods overridden here.
 */
export class InboundSession extends SMTPConnection {
  declare readonly _server: SmtpHost;
  readonly #clock: SessionClock;
  readonly #replies = new HeldReplies();
  #message: MessageData | null = null;
  #errors = 0;

  constructor(...args: ConstructorParameters<typeof SMTPConnection>) {
    super(...args);
    this.#clock = new SessionClock(this._server.now());
  }

  /** Greets at once. smtp-server waits 100 ms to catch early talkers, which pipeline legally here. */
  override init(): void {
    this._setListeners(() => this.connectionReady());
  }

  /** Ends the session when its client is late. To be called regularly. */
  endWhenLate(now: number): void {
    if (this._closing) return;
    const late = this.#clock.late(now, this.#message?.received ?? 0, this._server.limits);
    if (late) this.refuse(late);
  }

  /** Ends the session for a stop of the server; a message under way is answered before. */
  stop(): void {
    if (this.#clock.inMessage) return;
    this.refuse('stopping');
    // Under a TLS handshake the socket is not ours to close; smtp-server does that after a while.
    if (!this._upgrading) this._socket.destroySoon();
  }

  /** Ends the session, whatever it is doing. */
  abort(): void {
    this.refuse('stopping');
    this._socket.destroy();
  }

  /** Sends one of this server's own refusals. */
  refuse(name: RefusalName): void {
    const { code, text } = replyOf(name);
    this.send(code, text);
  }

  /** The one way out for replies: those of smtp-server pass here too. */
  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    const own = typeof data === 'string' && hasEnhancedCode(data);
    if (!own && code in STAND_INS) return this.refuse(STAND_INS[code]!(context));
    super.send(code, data, own ? false : context);
    this.#clock.awaitCommand(this._server.now());
    if (code >= 500) this.#countError();
  }

  override _createParser(): Wire {
    const parser = new Wire(this._server.limits, (refusal) => this.refuse(refusal));
    parser.oncommand = (line, done) => this.#run(line, parser.isFollowed, done);
    parser.on('error', (error) => {
      this.emit('error', error);
      this.refuse('failed');
    });
    return parser;
  }

  override _parseAddressCommand(verb: string, line: Buffer | string) {
    return parseAddressCommand(verb, line.toString()) ?? false;
  }

  override handler_MAIL(command: Buffer, callback: () => void): void {
    super.handler_MAIL(command, () => {
      if (this.session.envelope.mailFrom) this.#clock.begin();
      callback();
    });
  }

  /** Reads the message into memory; smtp-server would make a stream for it. */
  override handler_DATA(command: Buffer, callback: () => void): void {
    const message = this.#dataRefusal(command) ?? this._server.receive(this.session);
    if (typeof message === 'string') this.refuse(message);
    else this.#read(message);
    callback();
  }

  /** RFC 5321 section 3.5.3: 252 tells nothing about the address. */
  override handler_VRFY(_command: Buffer, callback: () => void): void {
    this.send(252, '2.0.0 Send mail to find out');
    callback();
  }

  override _onClose(): void {
    const first = !this._closed;
    super._onClose();
    if (!first) return;
    this.#message?.release();
    this._server.gone(this);
  }

  /** Replies to what a client pipelines leave together, with that to the last command (RFC 2920 section 3.2). */
  #run(line: Buffer, isFollowed: boolean, done?: () => void): void {
    const command = line.toString('latin1', 0, LONGEST_PIPELINED);
    if (isFollowed && MAY_BE_HELD.test(command)) {
      this.#replies.hold(this._socket);
      return this._onCommand(line, done);
    }
    if (!IS_DATA.test(command)) this.#replies.release();
    this._onCommand(line, () => {
      this.#replies.release();
      done?.();
    });
  }

  #read(message: MessageData): void {
    this.#message = message;
    if (this._parser instanceof Wire) this._parser.receive(message, () => this.#complete(message));
    this.send(354, 'End data with <CR><LF>.<CR><LF>');
    this.#clock.awaitData(this._server.now(), message.expected);
  }

  #dataRefusal(command: Buffer): RefusalName | null {
    if (command.toString().trim().length > 'DATA'.length) return 'dataParameter';
    return this.session.envelope.rcptTo.length === 0 ? 'needsRecipient' : null;
  }

  async #complete(message: MessageData): Promise<void> {
    // From here on whoever stores it releases it, even when the client goes away meanwhile.
    this.#message = null;
    this.#clock.awaitStorage();
    const reply = await this._server.deliver(message, this.session);
    this._transactionCounter += 1;
    this._resetSession();
    if (reply.code < 400) this.#errors = 0;
    this.send(reply.code, reply.text);
    if (this._server._closeTimeout) this.stop();
    await new Promise<void>((resolve) => this._whenWritable(resolve));
  }

  #countError(): void {
    // smtp-server counts unknown commands alone.
    this._unrecognizedCommands = 0;
    this.#errors += 1;
    if (this.#errors >= this._server.limits.errors) this.refuse('tooManyErrors');
  }
}

// What may be in front of another command in a group; DATA ends one.
const MAY_BE_HELD = /^(?:mail|rcpt|rset)\b/i;
const IS_DATA = /^data\b/i;
const LONGEST_PIPELINED = 5;

/** smtp-server's replies that are worded here, by code; its context of a 500 is the command's name. */
const STAND_INS: Readonly<Record<number, (context?: string | false) => RefusalName>> = {
  500: (command) => (NOT_OFFERED.has(command || '') ? 'notOffered' : 'unrecognized'),
  // REQUIRETLS without TLS, a parameter of an extension that is never offered.
  530: () => 'unknownParameter',
};
