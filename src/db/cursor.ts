import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalid } from '../errors.js';

/** The position after which the next page starts: the sort key of the last row. */
export type CursorPosition = readonly (string | number)[];

/** Makes and reads cursors: opaque, signed, bound to the organization and the filters of the list. */
export interface Cursors {
  /** `list` names the list and everything that filters it, but not the page size. */
  encode(orgId: string, list: unknown, position: CursorPosition): string;
  /** @throws AppError 400 when it was changed, or made for another list. */
  decode(orgId: string, list: unknown, cursor: string): CursorPosition;
}

const MAC_BYTES = 16;

/** Cursors signed with `key`. */
export function createCursors(key: Buffer): Cursors {
  const sign = (orgId: string, list: unknown, body: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([orgId, list, body]))
      .digest()
      .subarray(0, MAC_BYTES);

  return {
    encode(orgId, list, position) {
      const body = JSON.stringify(position);
      return Buffer.concat([sign(orgId, list, body), Buffer.from(body)]).toString('base64url');
    },
    decode(orgId, list, cursor) {
      const bytes = Buffer.from(cursor, 'base64url');
      const body = bytes.subarray(MAC_BYTES).toString();
      const mac = bytes.subarray(0, MAC_BYTES);
      // Node passes over what is not of the alphabet.
      const isWhole = mac.length === MAC_BYTES && bytes.toString('base64url') === cursor;
      if (!isWhole || !timingSafeEqual(mac, sign(orgId, list, body)))
        throw invalid('cursor is not one this list returned; start again without it');
      return JSON.parse(body) as CursorPosition;
    },
  };
}
