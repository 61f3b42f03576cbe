import type { Random } from '../crash/random.js';
import { createAsking, type Asking } from './asking.js';
import { newTenant, type SentMail, type Tenant } from './tenant.js';

/** Two organizations, what they are expected to hold, and what decides what happens next. */
export interface World {
  readonly random: Random;
  readonly tenants: readonly [Tenant, Tenant];
  /** Mail that was handed in, whoever got it. */
  readonly mails: SentMail[];
  /** Hands mail in as a mail server does. */
  readonly postInbound: Asking;
  /** Asks with another key. */
  askWith(key: string): Asking;
  /** A number that no other mail of the run has, with six digits. */
  nextCode(): string;
}

/** Where and with whose keys a world is. */
export interface WorldOptions {
  readonly base: string;
  readonly keys: readonly [string, string];
  readonly postInbound: Asking;
  readonly random: Random;
  readonly firstCode: number;
}

// Codes of different worlds never meet.
const CODES_OF_A_WORLD = 20_000;

/** Two tenants that have nothing. */
export function createWorld({ base, keys, postInbound, random, firstCode }: WorldOptions): World {
  let code = 100_000 + firstCode * CODES_OF_A_WORLD;
  return {
    random,
    tenants: [newTenant(createAsking(base, keys[0])), newTenant(createAsking(base, keys[1]))],
    mails: [],
    postInbound,
    askWith: (key) => createAsking(base, key),
    nextCode: () => String(code++),
  };
}
