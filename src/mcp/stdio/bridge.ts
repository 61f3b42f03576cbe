import { setTimeout as sleep } from 'node:timers/promises';
import { noBatches, readLine, type Batch } from './batch.js';
import { HttpConnection, drained, isStream, wasNotSent } from './connection.js';
import { readEvents } from './events.js';
import { answers, failed, isRequest, standsAlone, withId, type Message } from './messages.js';
import { SafeCalls } from './safe-calls.js';
import type { StdioSettings } from './settings.js';

interface BridgeDeps extends StdioSettings {
  /** Gives a message to the program, without line ends in it. */
  write(json: string): void;
  /** Milliseconds until a server that is away is tried again. */
  readonly retryAfter?: number;
}

/** What came of sending a message. */
type StreamEnd = 'over' | 'again';

const RETRY_AFTER_MS = 500;
const END_WITHIN_MS = 2_000;
// What a proxy says while the server behind it is away, and the server while storage is.
const AWAY = new Set([502, 503, 504]);
const LIST_CHANGED = '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}';
const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' };
const IN_DOUBT =
  'The connection was lost: whether this was done is not known. ' +
  'Look, or call again with the same idempotency_key';

/** Passes messages of a program on to `/mcp`, and what comes back as it arrives. */
export class Bridge {
  private readonly connection: HttpConnection;
  private readonly safe: SafeCalls;
  private readonly retryAfter: number;
  private readonly open = new Map<string, AbortController>();
  private readonly running = new Set<Promise<void>>();
  /** The batches that requests came in. */
  private readonly batches = new WeakMap<Message, Batch>();
  private readonly stopped = new AbortController();
  private handshake: Message | null = null;
  /** Whatever comes of the handshake: messages of the session wait for it. */
  private opening: Promise<void> | null = null;
  private renewal: Promise<void> | null = null;
  private isListening = false;

  constructor(private readonly deps: BridgeDeps) {
    this.retryAfter = deps.retryAfter ?? RETRY_AFTER_MS;
    this.connection = new HttpConnection(deps);
    this.safe = new SafeCalls(this.connection, this.retryAfter);
  }

  /** Takes a line from the program, whatever it holds. */
  take(line: string): void {
    const read = readLine(line);
    if (typeof read === 'string') this.deps.write(read);
    else this.run('messages' in read ? this.batch(read) : this.message(read));
  }

  private run(work: Promise<void>): void {
    this.running.add(work);
    void work.finally(() => this.running.delete(work));
  }

  private message(message: Message): Promise<void> {
    const work = isRequest(message) ? this.request(message) : this.notify(message);
    if (message.method === 'initialize') this.opening = work;
    return work;
  }

  /** Each message goes by itself, so that one which has to be sent again takes none of the others with it. */
  private async batch(batch: Batch): Promise<void> {
    await this.opening;
    const refused = noBatches(this.connection.version);
    if (refused !== null) return this.deps.write(refused);
    for (const message of batch.messages) this.batches.set(message, batch);
    await Promise.all(batch.messages.map((message) => this.message(message)));
    if (batch.answers.length > 0) this.deps.write(`[${batch.answers.join(',')}]`);
  }

  /** Gives the program the answer to a request. */
  private answer(request: Message, json: string): void {
    const batch = this.batches.get(request);
    if (batch) batch.answers.push(json);
    else this.deps.write(json);
  }

  /** Waits for what is under way, and ends the session. */
  async end(): Promise<void> {
    await Promise.all(this.running);
    this.stopped.abort();
    await this.connection.end(AbortSignal.timeout(END_WITHIN_MS)).catch(() => undefined);
  }

  private async request(message: Message): Promise<void> {
    const name = JSON.stringify(message.id);
    const controller = new AbortController();
    const { signal } = controller;
    this.open.set(name, controller);
    if (message.method === 'initialize') this.handshake = message;
    try {
      await this.turnOf(message);
      while ((await this.attempt(message, signal)) === 'again')
        await sleep(this.retryAfter, undefined, { signal });
    } catch (error) {
      // Who cancelled it does not want to hear of it.
      if (!signal.aborted) this.answer(message, failed(message, error));
    } finally {
      if (this.open.get(name) === controller) this.open.delete(name);
    }
  }

  /** Programs need not wait for the answer to their handshake: what they send meanwhile is not lost. */
  private async turnOf(message: Message): Promise<void> {
    if (!standsAlone(message)) await this.opening;
  }

  /** Sends a request once. @throws Error what the program is told */
  private async attempt(message: Message, signal: AbortSignal): Promise<StreamEnd> {
    const { session } = this.connection;
    let response: Response;
    try {
      response = await this.connection.post(message, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (wasNotSent(error) || (await this.safe.has(message, signal))) return 'again';
      throw new Error(IN_DOUBT, { cause: error });
    }
    if (response.ok) return this.receive(message, response, signal);
    if (response.status === 404 && session !== null && message.method !== 'initialize') {
      await drained(response);
      await this.renew(session);
      return 'again';
    }
    return this.refused(message, response, signal);
  }

  private async refused(
    message: Message,
    response: Response,
    signal: AbortSignal,
  ): Promise<StreamEnd> {
    const text = await response.text();
    if (AWAY.has(response.status) && (await this.safe.has(message, signal))) return 'again';
    this.answer(message, withId(text, message) ?? failed(message, `HTTP ${response.status}`));
    return 'over';
  }

  private async receive(
    message: Message,
    response: Response,
    signal: AbortSignal,
  ): Promise<StreamEnd> {
    if (message.method === 'initialize')
      this.connection.session = response.headers.get('Mcp-Session-Id');
    if (!isStream(response)) {
      this.pass(await response.text(), message);
      return 'over';
    }
    const { id, isAnswered } = await this.passAll(response, message);
    if (isAnswered) return 'over';
    signal.throwIfAborted();
    if (await this.safe.has(message, signal)) return 'again';
    await this.resume(message, id, signal);
    return 'over';
  }

  /** Asks for an answer that got lost on its way. @throws Error when there is none */
  private async resume(message: Message, id: string | null, signal: AbortSignal): Promise<void> {
    if (id === null) throw new Error(IN_DOUBT);
    const response = await this.connection.listen(signal, id).catch((error: unknown) => {
      signal.throwIfAborted();
      if (!wasNotSent(error)) throw error;
      return null;
    });
    if (response === null) {
      await sleep(this.retryAfter, undefined, { signal });
      return this.resume(message, id, signal);
    }
    if (isStream(response) && (await this.passAll(response, message)).isAnswered) return;
    throw new Error(IN_DOUBT);
  }

  /** Passes on what a stream says until it ends, or breaks. */
  private async passAll(
    response: Response,
    request: Message | null,
  ): Promise<{ readonly id: string | null; readonly isAnswered: boolean }> {
    let [lastId, isAnswered]: [string | null, boolean] = [null, false];
    try {
      for await (const { id, data } of readEvents(response.body!)) {
        lastId = id ?? lastId;
        if (data === '') continue;
        const message = this.pass(data, request);
        if (request && answers(message, request)) isAnswered = true;
      }
    } catch {
      // What is missing is asked for.
    }
    return { id: lastId, isAnswered };
  }

  /** Passes on one message, and learns from it. */
  private pass(json: string, request: Message | null): Message {
    const message = JSON.parse(json) as Message;
    if (request?.method === 'initialize')
      this.connection.version = message.result?.protocolVersion ?? null;
    if (request?.method === 'tools/list') this.safe.learn(message);
    if (request && answers(message, request)) this.answer(request, json);
    else this.deps.write(json);
    return message;
  }

  private async notify(message: Message): Promise<void> {
    const isCancelled = message.method === 'notifications/cancelled';
    const name = JSON.stringify(message.params?.requestId);
    await this.turnOf(message);
    if (this.connection.session !== null)
      await this.connection.post(message, this.stopped.signal).then(drained, () => undefined);
    // Without a session, closing the request is what cancels.
    if (isCancelled) this.open.get(name)?.abort();
    if (message.method === INITIALIZED.method) void this.listen();
  }

  /** Begins a session in place of one that is not known any more. */
  private async renew(session: string): Promise<void> {
    if (this.connection.session !== session || !this.handshake) return;
    this.renewal ??= this.shakeHands(this.handshake).finally(() => (this.renewal = null));
    await this.renewal;
  }

  private async shakeHands(handshake: Message): Promise<void> {
    const { connection, stopped } = this;
    const response = await connection.post(handshake, stopped.signal);
    await drained(response);
    connection.session = response.headers.get('Mcp-Session-Id');
    await connection.post(INITIALIZED, stopped.signal).then(drained);
    // The tools may be others than those of the session that ended.
    this.deps.write(LIST_CHANGED);
  }

  /** Listens to what the server says by itself, for as long as the program lives. */
  private async listen(): Promise<void> {
    const { connection, stopped } = this;
    if (connection.session === null || this.isListening) return;
    this.isListening = true;
    while (!stopped.signal.aborted) {
      const { session } = connection;
      try {
        const response = await connection.listen(stopped.signal);
        if (isStream(response)) await this.passAll(response, null);
        else await drained(response);
        if (response.status === 404 && session !== null) await this.renew(session);
        // There is nothing to listen to, or not for this program.
        else if (!response.ok && !AWAY.has(response.status)) return;
      } catch {
        // It is away, and tried again.
      }
      await sleep(this.retryAfter, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  }
}
