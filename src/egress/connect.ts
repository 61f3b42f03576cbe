import { once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import type { AddressRules } from './addresses.js';
import { withDeadline } from '../deadline.js';
import { EgressError, forbiddenAddress, notOpened, timedOut } from './failure.js';
import { canonicalHost, isLoopbackName } from './host.js';
import type { Lookup } from './lookup.js';

/** Where a connection goes, on the word of a user. */
export interface ConnectTarget {
  /** A name or an address in any spelling. */
  readonly host: string;
  readonly port: number;
  /** Whether only what the operator opened will do: what is said there can be read on the way. */
  readonly openedOnly?: boolean;
}

/** Opens a connection to an address that has been checked. */
export type OpenSocket = (address: string, port: number) => Socket;

/** A connected socket. @throws EgressError or a system error. */
export type Connect = (target: ConnectTarget) => Promise<Socket>;

interface ConnectOptions {
  readonly rules: AddressRules;
  readonly lookup: Lookup;
  readonly open?: OpenSocket | undefined;
  /** Milliseconds for look-up and all addresses together. */
  readonly timeout?: number | undefined;
}

const TIMEOUT_MS = 10_000;
// Milliseconds for an address when there is another one to try.
const TRY_MS = 3_000;
const LOOPBACK = ['127.0.0.1', '::1'];

/**
 * The one way out for whatever leaves on a user's word. A name is looked up once, every address of
 * the answer has to be permitted, and the socket is given one of these addresses: nothing between
 * here and the kernel reads a name again.
 */
export function createConnect({
  rules,
  lookup,
  open = openTcp,
  timeout = TIMEOUT_MS,
}: ConnectOptions): Connect {
  /** @throws EgressError unless all addresses are permitted: an honest name does not mix. */
  const permittedAddresses = async ({
    host,
    openedOnly,
  }: ConnectTarget): Promise<readonly string[]> => {
    const name = canonicalHost(host);
    if (name === null) throw new EgressError('forbidden', 'the host is not valid');
    const addresses = await addressesOf(name);
    if (!addresses.every((address) => rules.permits(address))) throw forbiddenAddress();
    if (openedOnly && !addresses.every((address) => rules.opens(address))) throw notOpened();
    return addresses;
  };

  const addressesOf = async (name: string): Promise<readonly string[]> => {
    if (isIP(name) !== 0) return [name];
    if (!isLoopbackName(name)) return lookup(name);
    // Our own list: opening one of the two is enough.
    const opened = LOOPBACK.filter((address) => rules.permits(address));
    return opened.length > 0 ? opened : LOOPBACK;
  };

  return async (target) => {
    const end = performance.now() + timeout;
    const addresses = await withDeadline(AbortSignal.timeout(timeout), permittedAddresses(target));
    return firstOpened(addresses, (address) => open(address, target.port), end);
  };
}

const openTcp: OpenSocket = (address, port) => connectTcp({ host: address, port, noDelay: true });

/** The first address that answers until `end`, one after the other. @throws the last failure. */
async function firstOpened(
  addresses: readonly string[],
  open: (address: string) => Socket,
  end: number,
): Promise<Socket> {
  let failure: unknown = timedOut();
  for (const [index, address] of addresses.entries()) {
    const left = Math.ceil(end - performance.now());
    if (left <= 0) break;
    const isLast = index === addresses.length - 1;
    try {
      return await opened(open(address), isLast ? left : Math.min(left, TRY_MS));
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

async function opened(socket: Socket, milliseconds: number): Promise<Socket> {
  const limit = AbortSignal.timeout(milliseconds);
  try {
    await once(socket, 'connect', { signal: limit });
    return socket;
  } catch (error) {
    socket.on('error', () => {}).destroy();
    throw limit.aborted ? timedOut(error) : error;
  }
}
