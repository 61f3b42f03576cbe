import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { headersOf, type Sender } from './fixture.js';

/** An answer of which a test sees every byte as it comes. */
export interface OpenStream {
  readonly status: number;
  /** All that came so far. */
  text(): string;
  /** Messages that came so far. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of any shape
  messages(): any[];
  /** The id that came first; what a client resumes by. */
  id(): string | undefined;
  isOver(): boolean;
  /** Cuts the connection. */
  cut(): void;
}

/** Opens a stream by GET, or by a POST of `body`. */
export async function openStream(sender: Sender, body?: unknown): Promise<OpenStream> {
  const method = body === undefined ? 'GET' : 'POST';
  const sent: ClientRequest = request(sender.url, {
    method,
    headers: headersOf(sender),
    agent: false,
  });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
  let text = '';
  let isOver = false;
  sent.on('error', () => undefined);
  response.on('error', () => undefined);
  response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  response.once('close', () => (isOver = true));
  const lines = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}: (.+)$`, 'gm'))].map(([, value]) => value!);
  return {
    status: response.statusCode!,
    text: () => text,
    messages: () => lines('data').map((line) => JSON.parse(line) as unknown),
    id: () => lines('id')[0],
    isOver: () => isOver,
    cut: () => sent.destroy(),
  };
}
