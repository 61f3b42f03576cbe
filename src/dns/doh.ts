import {
  DnsFailure,
  negativeAnswer,
  type DnsAnswer,
  type DnsSource,
  type Question,
} from './answer.js';
import { decodeJson } from './doh-json.js';
import { decodeReply, encodeQuery } from './message.js';
import { conclude, MAX_ALIASES, type Conclusion } from './reply.js';

/** What a server answered to a GET. */
export interface DohResponse {
  readonly status: number;
  /** Empty where it names none. */
  readonly type: string;
  /** Null where it is larger than asked for. */
  readonly body: Buffer | null;
}

/** How servers are reached: on connections that are kept, by HTTP/2 where they speak it. */
export interface DohTransport {
  /** Follows no redirect. @throws where nothing came back in time */
  get(url: URL, options: DohGet): Promise<DohResponse>;
}

/** What is asked of a transport. */
export interface DohGet {
  readonly accept: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

const MESSAGE = 'application/dns-message';
const JSON_ANSWER = 'application/dns-json';
// Milliseconds for an answer.
const TIMEOUT_MS = 2_500;
// A message over TCP has 64 KiB at most.
const MAX_ANSWER = 128 * 1024;
// Statuses by which a server says that it does not speak DNS messages.
const OTHER_FORM = new Set([400, 404, 406, 415]);

/**
 * DNS over HTTPS (RFC 8484, by GET). A server that does not take DNS messages is asked for
 * `application/dns-json` from then on.
 */
export function dnsOverHttps(url: string, transport: DohTransport): DnsSource {
  const server = new DohServer(url, transport);
  return {
    async ask(question) {
      let [name, left] = [question.name, MAX_ALIASES];
      for (;;) {
        const answer = await server.ask({ ...question, name }, left);
        if (answer.kind !== 'alias') return answer;
        name = answer.target;
        left -= answer.aliases;
      }
    },
  };
}

class DohServer {
  private speaksMessages = true;

  constructor(
    private readonly url: string,
    private readonly transport: DohTransport,
  ) {}

  /** @throws DnsFailure, also for more than so many aliases */
  async ask(question: Question, aliases: number): Promise<Conclusion> {
    const query = encodeQuery(question);
    if (!query) return negativeAnswer('no_name');
    const answer = this.speaksMessages ? await this.askByMessage(query, question, aliases) : null;
    if (answer) return answer;
    const other = await this.askByJson(question, aliases);
    // Only now is it certain: something between here and there may have answered before.
    this.speaksMessages = false;
    return other;
  }

  /** Null: the server wants the other form. */
  private async askByMessage(
    query: Buffer,
    question: Question,
    aliases: number,
  ): Promise<Conclusion | null> {
    const response = await this.get({ dns: query.toString('base64url') }, MESSAGE);
    if (OTHER_FORM.has(response.status)) return null;
    const body = bodyOf(response);
    if (!response.type.startsWith(MESSAGE)) return null;
    return conclude(decodeReply(body), question, aliases);
  }

  private async askByJson(question: Question, aliases: number): Promise<Conclusion> {
    const { name, type } = question;
    const response = await this.get({ name, type }, JSON_ANSWER);
    const body = bodyOf(response);
    return conclude(decodeJson(body.toString('utf8')), question, aliases);
  }

  private async get(query: Readonly<Record<string, string>>, accept: string): Promise<DohResponse> {
    const address = new URL(this.url);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      return await this.transport.get(address, { accept, maxBytes: MAX_ANSWER, signal });
    } catch {
      throw new DnsFailure('UNREACHABLE', true);
    }
  }
}

/** @throws DnsFailure for an error, and for more than any answer has */
function bodyOf({ status, body }: DohResponse): Buffer {
  if (status < 200 || status > 299) throw new DnsFailure(`HTTP${status}`, true);
  if (body === null) throw new DnsFailure('TOOLARGE', false);
  return body;
}

/** Asks one source after the other, as long as they are away. */
export function firstThere(sources: readonly [DnsSource, ...DnsSource[]]): DnsSource {
  const [first, ...others] = sources;
  return {
    async ask(question): Promise<DnsAnswer> {
      let failure: unknown;
      for (const source of [first, ...others])
        try {
          return await source.ask(question);
        } catch (error) {
          if (!(error instanceof DnsFailure) || !error.away) throw error;
          failure = error;
        }
      throw failure;
    },
  };
}
