import { readFile } from 'node:fs/promises';
import type { Agent } from 'node:https';
import { createSecureContext, rootCertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import type { DnsSource } from '../dns/answer.js';
import { createAddressRules, parseRange } from './addresses.js';
import { GuardedAgent } from './agent.js';
import { createTargetChecks, type TargetChecks } from './check.js';
import { createConnect, type Connect, type OpenSocket } from './connect.js';
import { createDispatcher } from './dispatcher.js';
import { createFetch } from './fetch.js';
import { createLookup, type Lookup } from './lookup.js';
import { createSend, type Send } from './send.js';
import { createGetSocket, type GetSocket } from './smtp-socket.js';
import { createTunnels, type OpenTunnel } from './tunnel.js';

/** What the way out is made from. */
export interface EgressOptions {
  /** Addresses and CIDR ranges that are permitted though they are not public. */
  readonly allow: readonly string[];
  /** Authorities trusted beside the usual ones, in PEM. */
  readonly authorities?: string | undefined;
  /** Without a cache: what it answers is checked and connected to at once. */
  readonly dns: DnsSource;
  /** Replaces hosts file and `dns`. */
  readonly lookup?: Lookup;
  /** Replaces the socket. */
  readonly open?: OpenSocket;
  /** Milliseconds for a connection and for a whole request, by its form. */
  readonly timeouts?: {
    readonly connect?: number;
    readonly send?: number;
    readonly fetch?: number;
  };
}

/** Every connection that leaves on a user's word is opened here, in one of these forms. */
export interface Egress extends TargetChecks {
  readonly connect: Connect;
  readonly send: Send;
  /** For clients of undici. Whoever makes `fetch` use it sets `redirect: 'manual'`. */
  readonly dispatcher: Dispatcher;
  /** For libraries that take a `fetch`: those of models. */
  readonly fetch: typeof fetch;
  /** For libraries of providers. */
  readonly agent: Agent;
  /** For nodemailer. */
  readonly getSocket: GetSocket;
  /** For browsers. */
  readonly openTunnel: OpenTunnel;
  /** Ends whatever is still under way. */
  close(): Promise<void>;
}

/**
 * The guarded way out.
 * @throws Error for an entry of `allow` that is neither address nor range.
 * @example
 * const egress = createEgress({ allow: config.EGRESS_ALLOW, dns: systemDns() });
 * const outcome = await egress.send({ url: 'https://example.com/hook', body: '{}' });
 */
export function createEgress(options: EgressOptions): Egress {
  const rules = createAddressRules(options.allow.map(requiredRange));
  const { lookup = createLookup(options.dns), open, timeouts = {} } = options;
  const connect = createConnect({ rules, lookup, open, timeout: timeouts.connect });
  const secureContext = createContext(options.authorities);
  const dispatcher = createDispatcher(connect, secureContext);
  const agent = new GuardedAgent(connect, secureContext);
  const checks = createTargetChecks(rules);
  return {
    ...checks,
    connect,
    dispatcher,
    agent,
    getSocket: createGetSocket(connect, secureContext),
    openTunnel: createTunnels(connect, rules, secureContext),
    send: createSend(dispatcher, checks.checkUrl, timeouts.send),
    fetch: createFetch(dispatcher, checks.checkUrl, timeouts.fetch),
    async close() {
      agent.destroy();
      await dispatcher.destroy();
    },
  };
}

/** The certificates of `EXTRA_CA_FILE`; undefined without a file. @throws Error that names the setting. */
export async function readAuthorities(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error('EXTRA_CA_FILE cannot be read', { cause });
  });
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new Error('EXTRA_CA_FILE holds no certificate in PEM');
  return text;
}

// Made once: reading the usual authorities takes longer than a handshake.
const createContext = (authorities: string | undefined) =>
  createSecureContext(authorities === undefined ? {} : { ca: [...rootCertificates, authorities] });

function requiredRange(text: string) {
  const range = parseRange(text);
  if (!range) throw new Error(`EGRESS_ALLOW: ${text} is neither an address nor a range`);
  return range;
}
