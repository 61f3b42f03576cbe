import * as newer from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { allow } from '../../oauth/browser.js';
import { Memory } from '../../oauth/memory.js';
import type { Service } from './service.js';
import type { Connected } from './story.js';

const NAME = { name: 'clients', version: '1' };

interface Result {
  readonly isError?: boolean | undefined;
  readonly structuredContent?: Readonly<Record<string, unknown>> | undefined;
  readonly content?: unknown;
}

/** The structured content of a result. @throws Error with what else it says */
export function structured({ isError, structuredContent, content }: Result) {
  if (isError || !structuredContent) throw new Error(JSON.stringify(content));
  return structuredContent;
}

/** A program of `@modelcontextprotocol/sdk` over a transport. */
export async function connectSdk(transport: Transport): Promise<Connected> {
  const client = new Client(NAME);
  await client.connect(transport);
  return {
    protocol: (transport as { protocolVersion?: string }).protocolVersion ?? 'over stdio',
    tools: async () => (await client.listTools()).tools.length,
    call: async (name, args) =>
      structured((await client.callTool({ name, arguments: { ...args } })) as Result),
    close: () => client.close(),
  };
}

/** One that has a token, or a key. */
export const connectWithBearer = ({ url }: Service, token: string): Promise<Connected> =>
  connectSdk(
    new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { Authorization: `Bearer ${token}` } },
    }),
  );

/** One that is told the address alone, with the package's own way to sign in. */
export async function signInSdk({ url, key }: Service): Promise<Connected> {
  const authProvider = new Memory();
  const open = () => new StreamableHTTPClientTransport(new URL(url), { authProvider });
  const first = open();
  await new Client(NAME).connect(first as Transport).catch(unlessAsked(authProvider));
  await first.finishAuth((await allow(authProvider.redirected!, key)).searchParams.get('code')!);
  const openWindow = () => connectSdk(open());
  return { ...(await openWindow()), openWindow };
}

/** The same of `@modelcontextprotocol/client`, in a mode of its choice of versions. */
export const signInClient =
  (mode: 'auto' | 'legacy') =>
  async ({ url, key }: Service): Promise<Connected> => {
    const authProvider = new Memory();
    const open = () => new newer.StreamableHTTPClientTransport(new URL(url), { authProvider });
    const make = () => new newer.Client(NAME, { versionNegotiation: { mode } });
    const first = open();
    await make().connect(first).catch(unlessAsked(authProvider));
    await first.finishAuth((await allow(authProvider.redirected!, key)).searchParams);
    const openWindow = async (): Promise<Connected> => {
      const client = make();
      await client.connect(open());
      return {
        protocol: client.getNegotiatedProtocolVersion() ?? '',
        tools: async () => (await client.listTools()).tools.length,
        call: async (name, args) =>
          structured((await client.callTool({ name, arguments: { ...args } })) as Result),
        close: () => client.close(),
      };
    };
    return { ...(await openWindow()), openWindow };
  };

/** What is thrown by a program that has sent its person to the browser says nothing. */
const unlessAsked = (memory: Memory) => (error: unknown) => {
  if (!memory.redirected) throw error;
};

/** A program of the SDK that starts a command; `onPrinted` is told all that this says. */
export function connectCommand(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  onPrinted: (printed: string) => void = () => undefined,
): Promise<Connected> {
  const stdio = { command, args: [...args], stderr: 'pipe' as const };
  const transport = new StdioClientTransport({ ...stdio, env: { ...inherited(), ...env } });
  let printed = '';
  transport.stderr?.on('data', (text: Buffer) => onPrinted((printed += text.toString())));
  return connectSdk(transport);
}

const inherited = () => ({ PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' });
