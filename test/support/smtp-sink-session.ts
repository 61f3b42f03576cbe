import { createSecureContext, TLSSocket } from 'node:tls';
import type { Socket } from 'node:net';
import type {
  Deed,
  SinkMail,
  SinkOptions,
  SinkPoint,
  SinkScript,
  SinkSession,
  Step,
} from './smtp-sink.js';

/** What the connections of a server share. */
export interface SinkState {
  readonly options: SinkOptions;
  readonly script: SinkScript;
  readonly mails: SinkMail[];
  stepAt(point: SinkPoint, text: string, session: number): Step;
}

const EXTENSIONS = ['PIPELINING', '8BITMIME', 'SMTPUTF8', 'SIZE 36700160', 'ENHANCEDSTATUSCODES'];
const END_OF_DATA = Buffer.from('\r\n.\r\n');

interface Transaction {
  from: string;
  parameters: string;
  to: string[];
}

type Reading = 'commands' | 'data' | 'answers' | 'nothing';

/** A connection of a scripted server. */
export class Session implements SinkSession {
  readonly commands: string[] = [];
  private readonly chunks: Buffer[] = [];
  private readonly inbox = new Inbox();
  /** Up to where the data holds no end. */
  private scanned = 0;
  private reading: Reading = 'commands';
  private transaction: Transaction = { from: '', parameters: '', to: [] };
  private user: string | null = null;
  private secure = false;
  /** Below TLS. */
  private readonly plain: Socket;
  /** Gets the next line of a login. */
  private onAnswer: (line: string) => void = () => {};

  constructor(
    private readonly state: SinkState,
    public socket: Socket,
    private readonly number: number,
  ) {
    this.plain = socket;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.chunks);
  }

  get open(): boolean {
    return !this.socket.destroyed;
  }

  start(): void {
    if (this.state.options.secure) this.upgrade();
    else this.listen();
    this.answer('greeting', '', '220 sink.test ESMTP');
  }

  private listen(): void {
    this.socket.setNoDelay(true);
    this.socket.on('error', () => {}); // A client that hangs up is seen by its absence.
    this.socket.on('data', (chunk: Buffer) => {
      this.chunks.push(chunk);
      this.inbox.add(chunk);
      this.work();
    });
  }

  private upgrade(): void {
    this.socket.removeAllListeners('data');
    const secured = new TLSSocket(this.socket, {
      isServer: true,
      secureContext: createSecureContext(this.state.options.certificate),
    });
    this.socket = secured;
    this.secure = true;
    this.inbox.take(this.inbox.bytes.length);
    this.listen();
  }

  private work(): void {
    while (
      this.reading !== 'nothing' &&
      (this.reading === 'data' ? this.takeData() : this.takeLine())
    );
  }

  private takeLine(): boolean {
    const end = this.inbox.bytes.indexOf('\r\n');
    if (end < 0) return false;
    const line = this.inbox.take(end + 2).toString('utf8', 0, end);
    if (this.reading === 'answers') this.onAnswer(line);
    else this.command(line);
    return true;
  }

  private command(line: string): void {
    this.commands.push(line);
    const verb = line.split(' ', 1)[0]!.toUpperCase();
    const handlers: Readonly<Record<string, () => void>> = {
      EHLO: () => this.answer('EHLO', line, this.greetings()),
      HELO: () => this.answer('HELO', line, '250 sink.test'),
      STARTTLS: () => this.startTls(line),
      AUTH: () => this.authenticate(line),
      MAIL: () => this.mail(line),
      RCPT: () => this.recipient(line),
      DATA: () => this.data(line),
      RSET: () => this.answer('RSET', line, '250 2.0.0 OK'),
      NOOP: () => this.say('250 2.0.0 OK'),
      QUIT: () => {
        this.say('221 2.0.0 Bye');
        this.socket.end();
      },
    };
    (handlers[verb] ?? (() => this.say('500 5.5.1 unknown')))();
  }

  private greetings(): string {
    const { certificate, users, extensions = EXTENSIONS } = this.state.options;
    const offered = [
      'sink.test',
      ...extensions,
      ...(certificate && !this.secure ? ['STARTTLS'] : []),
      ...(users ? ['AUTH PLAIN LOGIN'] : []),
    ];
    return offered
      .map((text, i) => `250${i === offered.length - 1 ? ' ' : '-'}${text}`)
      .join('\r\n');
  }

  private startTls(line: string): void {
    const offered = this.state.options.certificate && !this.secure;
    const said = this.answer('STARTTLS', line, offered ? '220 2.0.0 go' : '502 5.5.1 no TLS here');
    if (offered && said.startsWith('220')) this.upgrade();
  }

  private authenticate(line: string): void {
    const [, method = '', initial] = line.split(' ');
    if (method.toUpperCase() === 'LOGIN') return this.askForLogin(line);
    if (initial !== undefined) return this.judge(line, plain(initial));
    this.say('334 ');
    this.ask((answer) => this.judge(line, plain(answer)));
  }

  private askForLogin(line: string): void {
    this.say('334 VXNlcm5hbWU6');
    this.ask((user) => {
      this.say('334 UGFzc3dvcmQ6');
      this.ask((password) => this.judge(line, [decoded(user), decoded(password)]));
    });
  }

  private ask(next: (line: string) => void): void {
    this.reading = 'answers';
    this.onAnswer = (line) => {
      this.reading = 'commands';
      next(line);
    };
  }

  private judge(line: string, [user, password]: readonly [string, string]): void {
    const known = this.state.options.users?.[user] === password;
    const usual = known ? '235 2.7.0 welcome' : '535 5.7.8 wrong user or password';
    if (this.answer('AUTH', line, usual).startsWith('2')) this.user = user;
  }

  private mail(line: string): void {
    const [, from = '', parameters = ''] = /^MAIL FROM:<([^>]*)> ?(.*)$/i.exec(line) ?? [];
    this.transaction = { from, parameters, to: [] };
    const barred = this.state.options.users && this.user === null;
    this.answer('MAIL', from, barred ? '530 5.7.0 who are you' : '250 2.1.0 OK');
  }

  private recipient(line: string): void {
    const [, address = ''] = /^RCPT TO:<([^>]*)>/i.exec(line) ?? [];
    if (this.answer('RCPT', address, '250 2.1.5 OK').startsWith('2'))
      this.transaction.to.push(address);
  }

  private data(line: string): void {
    const usual = this.transaction.to.length > 0 ? '354 go on' : '503 5.5.1 nobody to send it to';
    const said = this.answer('DATA', line, usual);
    if (said.startsWith('354') && this.reading !== 'nothing') this.reading = 'data';
  }

  private takeData(): boolean {
    const { within } = this.state.script;
    const { bytes } = this.inbox;
    const isEmpty = bytes.subarray(0, 3).equals(END_OF_DATA.subarray(2));
    const end = isEmpty ? -2 : bytes.indexOf(END_OF_DATA, this.scanned);
    const reached = within && bytes.length >= within.bytes;
    if (reached && (end === -1 || end > within.bytes)) {
      if (within.then === 'pause') this.socket.pause();
      else this.leave(within.then);
      return false;
    }
    this.scanned = Math.max(0, bytes.length - END_OF_DATA.length);
    if (end === -1) return false;
    this.scanned = 0;
    const wire = this.inbox.take(end + END_OF_DATA.length);
    this.reading = 'commands';
    this.taken(wire);
    return true;
  }

  private taken(wire: Buffer): void {
    const mail = { ...this.transaction, data: unstuffed(wire), wire: Buffer.from(wire) };
    const { secure, user, number: session } = this;
    const said = this.answer(
      'dot',
      '',
      `250 2.0.0 Ok: queued as SINK${this.state.mails.length + 1}`,
    );
    if (said.startsWith('2')) this.state.mails.push({ ...mail, secure, user, session });
  }

  /** What was said; a step may say nothing. */
  private answer(point: SinkPoint, text: string, usual: string): string {
    const step = this.state.stepAt(point, text, this.number);
    const deed: Deed = typeof step === 'object' ? step : { say: step ?? usual };
    if (deed.say !== undefined) this.say(deed.say);
    if (deed.after === undefined) this.finish(deed);
    else setTimeout(() => this.finish(deed), deed.after);
    return deed.say ?? '';
  }

  private finish({ extra, then }: Deed): void {
    if (extra !== undefined) this.say(extra);
    if (then) this.leave(then);
  }

  private leave(how: 'stall' | 'end' | 'cut' | 'reset'): void {
    this.reading = 'nothing';
    if (how === 'end') this.socket.end();
    if (how === 'cut') this.socket.destroySoon();
    if (how === 'reset') this.plain.resetAndDestroy();
  }

  private say(text: string): void {
    if (this.socket.writable) this.socket.write(`${text}\r\n`);
  }
}

/** Bytes that came and were not read; a large mail comes in many pieces. */
class Inbox {
  private store = Buffer.alloc(64 * 1024);
  private start = 0;
  private end = 0;

  get bytes(): Buffer {
    return this.store.subarray(this.start, this.end);
  }

  add(chunk: Buffer): void {
    if (this.end + chunk.length > this.store.length) this.grow(chunk.length);
    this.end += chunk.copy(this.store, this.end);
  }

  take(length: number): Buffer {
    const taken = Buffer.from(this.bytes.subarray(0, length));
    this.start += taken.length;
    return taken;
  }

  private grow(more: number): void {
    const { bytes } = this;
    const store = Buffer.alloc(2 * (bytes.length + more));
    this.end = bytes.copy(store);
    this.start = 0;
    this.store = store;
  }
}

const decoded = (text: string) => Buffer.from(text, 'base64').toString();

function plain(answer: string): [string, string] {
  const [, user = '', password = ''] = decoded(answer).split('\0');
  return [user, password];
}

/** RFC 5321 section 4.5.2: the dot at the end goes, and one of two at the beginning of a line. */
function unstuffed(wire: Buffer): Buffer {
  const text = wire.toString('latin1', 0, wire.length - 3);
  return Buffer.from(text.replace(/^\./gm, ''), 'latin1');
}
