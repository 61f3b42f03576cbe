import { DnsFailure, nothing, type DnsAnswer, type DnsSource, type Question } from './answer.js';
import { decodeJson } from './doh-json.js';
import { decodeAnswer, encodeQuery } from './message.js';

const MESSAGE = 'application/dns-message';
const JSON_ANSWER = 'application/dns-json';
// Milliseconds for an answer.
const TIMEOUT = 2_500;
// A message over TCP has 64 KiB at most.
const MAX_ANSWER = 128 * 1024;
// Statuses by which a server says that it does not speak DNS messages.
const OTHER_FORM = new Set([400, 404, 406, 415]);

/**
 * DNS over HTTPS (RFC 8484, by GET). A server that does not take DNS messages is asked for
 * `application/dns-json` from then on.
 */
export function dnsOverHttps(url: string): DnsSource {
  const speaks = { messages: true };
  return {
    async ask(question) {
      const query = encodeQuery(question);
      if (!query) return nothing('no_name');
      const answer = speaks.messages ? await askByMessage(url, query, question) : null;
      if (answer) return answer;
      const other = await askByJson(url, question);
      // Only now is it certain: something between here and there may have answered before.
      speaks.messages = false;
      return other;
    },
  };
}

/** Null: the server wants the other form. */
async function askByMessage(
  url: string,
  query: Buffer,
  { type }: Question,
): Promise<DnsAnswer | null> {
  const response = await get(url, { dns: query.toString('base64url') }, MESSAGE);
  if (OTHER_FORM.has(response.status)) {
    await response.body?.cancel();
    return null;
  }
  const body = await read(response);
  return contentType(response).startsWith(MESSAGE) ? decodeAnswer(body, type) : null;
}

async function askByJson(url: string, { name, type }: Question): Promise<DnsAnswer> {
  const body = await read(await get(url, { name, type }, JSON_ANSWER));
  return decodeJson(body.toString('utf8'), type);
}

const contentType = (response: Response) => response.headers.get('content-type') ?? '';

async function get(
  url: string,
  query: Readonly<Record<string, string>>,
  accept: string,
): Promise<Response> {
  const address = new URL(url);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  try {
    return await fetch(address, {
      headers: { Accept: accept },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
    });
  } catch {
    throw new DnsFailure('UNREACHABLE', true);
  }
}

async function read(response: Response): Promise<Buffer> {
  if (!response.ok) {
    await response.body?.cancel();
    throw new DnsFailure(`HTTP${response.status}`, true);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += (chunk as Uint8Array).length;
      if (size > MAX_ANSWER) throw new DnsFailure('TOOLARGE', false);
      chunks.push(chunk as Uint8Array);
    }
  } catch (error) {
    throw error instanceof DnsFailure ? error : new DnsFailure('CUT', true);
  }
  return Buffer.concat(chunks);
}
