import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { timedOut } from '../egress/failure.js';
import type { SmtpRoute } from './smtp-session.js';

const PROTOCOLS: readonly string[] = ['smtp:', 'smtps:'];
const TLS_MODES = ['required', 'opportunistic', 'never'] as const;
const DEFAULT_PORTS = { smtp: 25, smtps: 465 } as const;
// Milliseconds for the connection.
const TIMEOUT_MS = 10_000;

type ServiceTls = (typeof TLS_MODES)[number];
const isMode = (text: string): text is ServiceTls =>
  (TLS_MODES as readonly string[]).includes(text);

/** Why `text` cannot be OUTBOUND_URL; null when it can. */
export function problemOfServiceUrl(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !PROTOCOLS.includes(url.protocol) || url.hostname === '')
    return 'must be smtp://host or smtps://host';
  if (!isDecodable(url.username) || !isDecodable(url.password))
    return 'has a user or password with a broken % sequence';
  const mode = url.searchParams.get('tls');
  if (mode !== null && !isMode(mode)) return `tls must be one of ${TLS_MODES.join(', ')}`;
  return null;
}

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== null;
  } catch {
    return false;
  }
}

/** The host of OUTBOUND_URL. */
export const serviceHost = (text: string): string =>
  new URL(text).hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * The operator's own server. `smtps://` is TLS from the first byte; `smtp://` uses STARTTLS where it
 * is offered, unless `?tls=` says `required` or `never`. The guard does not look at it.
 *
 * @throws Error when `text` is no such address.
 */
export function serviceRoute(text: string, tls: ConnectionOptions): SmtpRoute {
  const problem = problemOfServiceUrl(text);
  if (problem !== null) throw new Error(`OUTBOUND_URL ${problem}`);
  const url = new URL(text);
  const secure = url.protocol === 'smtps:';
  const host = serviceHost(text);
  const port = url.port === '' ? DEFAULT_PORTS[secure ? 'smtps' : 'smtp'] : Number(url.port);
  const mode = url.searchParams.get('tls') ?? 'opportunistic';
  const user = decodeURIComponent(url.username);
  return {
    host,
    port,
    secure,
    startTls: isMode(mode) ? mode : 'opportunistic',
    auth: user === '' ? null : { user, pass: decodeURIComponent(url.password) },
    async connect() {
      const limit = AbortSignal.timeout(TIMEOUT_MS);
      const connection = connectTcp({ host, port, noDelay: true });
      try {
        await once(connection, 'connect', { signal: limit });
        return { connection, tls };
      } catch (error) {
        connection.on('error', () => {}).destroy();
        throw limit.aborted ? timedOut(error) : error;
      }
    },
  };
}
