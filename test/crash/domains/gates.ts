import type { Gate, GateTable } from '../gated/gates.js';

const told = (kind: string): Gate => ({
  table: 'events',
  on: 'INSERT',
  when: `NEW.kind = 'domain.${kind}'`,
});
const becomes = (column: string, value: string): string =>
  `OLD.${column} IS DISTINCT FROM NEW.${column} AND NEW.${column} = '${value}'`;
const noted = (column: string): string =>
  `OLD.${column} IS DISTINCT FROM NEW.${column} AND NEW.${column} IS NOT NULL`;

/** Every step by its name. */
export const GATES = {
  'a verification is asked for': { table: 'domains', on: 'UPDATE', when: noted('verify_asked_at') },
  'a look is written': { table: 'domains', on: 'UPDATE', when: noted('checked_at') },
  'a change is kept': { table: 'domain_changes', on: 'INSERT', when: 'true' },
  'it is told of as verified': told('verified'),
  'owners are told by mail': { table: 'domains', on: 'UPDATE', when: noted('told_at') },
  'the holder is seen to have left': {
    table: 'domains',
    on: 'UPDATE',
    when: noted('holder_gone_since'),
  },
  'the holder ends': { table: 'domains', on: 'UPDATE', when: becomes('status', 'FAILED') },
  'the newcomer begins': { table: 'domains', on: 'UPDATE', when: becomes('status', 'ACTIVE') },
  'the end is told of': told('failed'),
  'the next key is made': { table: 'dkim_keys', on: 'INSERT', when: `NEW.state = 'next'` },
  'the next key is seen': { table: 'dkim_keys', on: 'UPDATE', when: noted('seen_since') },
  'the old key retires': { table: 'dkim_keys', on: 'UPDATE', when: becomes('state', 'retired') },
  'the next key signs': { table: 'dkim_keys', on: 'UPDATE', when: becomes('state', 'signing') },
  'the change of keys is told of': told('dkim_rotated'),
  'the old key is revoked': { table: 'dkim_keys', on: 'UPDATE', when: becomes('state', 'revoked') },
} as const satisfies GateTable<string>;

/** The name of a step. */
export type Step = keyof typeof GATES;
