import { parseArgs } from 'node:util';

/** Where the tools are, and who asks for them. */
export interface StdioSettings {
  /** The address of `/mcp`, with what chooses tools. */
  readonly url: string;
  readonly apiKey: string;
}

const DEFAULT_ADDRESS = 'http://127.0.0.1:3000';

/** Reads arguments and environment. @throws Error that says in one line what is missing or wrong */
export function readSettings(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): StdioSettings {
  const { values } = parseArgs({
    args: [...args],
    options: { toolsets: { type: 'string' }, 'read-only': { type: 'boolean' } },
  });
  const apiKey = env['LUMBOX_API_KEY'] || env['RESTANTE_API_KEY'];
  if (!apiKey) throw new Error('Set LUMBOX_API_KEY (or RESTANTE_API_KEY) to an API key');
  const address = env['LUMBOX_API_URL'] || env['LUMBOX_BASE_URL'] || env['RESTANTE_API_URL'];
  const url = toolAddress(address || DEFAULT_ADDRESS);
  if (values.toolsets !== undefined) url.searchParams.set('toolsets', values.toolsets);
  if (values['read-only']) url.searchParams.set('read_only', 'true');
  return { url: url.href, apiKey };
}

/** Of a base address, with or without what stands behind it, the one of the tools. */
function toolAddress(address: string): URL {
  if (!/^https?:\/\//.test(address) || !URL.canParse(address))
    throw new Error(`${address} is not an http(s) address`);
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(/\/(v1|mcp)?\/?$/, '')}/mcp`;
  return url;
}
