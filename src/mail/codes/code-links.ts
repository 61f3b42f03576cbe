import { clip } from '../text/safe-text.js';

const MAX_URLS = 200;
const MAX_URL = 2000;
/** Longer pieces are tokens, shorter ones no codes. */
const PIECE = /^[0-9A-Za-z-]{4,14}$/;
/** Addresses that act on a code, and parameters that hold one. */
const ACTING =
  /verif|confirm|conferm|activ|attiv|aktiv|valid|auth|login|log-in|signin|sign-in|otp|passcode|2fa|mfa|code=|token=|pin=|device|pair|link|best[äa]e?tig|bekr[äæa]e?ft|potw|potvr|podtv|pidtv|bevestig|onay|dogrula|vahvist|meger[oő]s/i;

/** Parameters that hold the number of something; any other may hold a code. */
const NUMBERED =
  /^[^=]{0,20}(?:id|no|nr|num|number|order|ref|ticket|booking|case|item|track|inv|product|sku|doc)=/i;

/** Addresses of what somebody has booked or bought; a PIN in them opens that alone. */
const BOOKED = /reserv|booking|itinerar|orders?[/?]|parcel|shipment/i;

/**
 * What addresses of a mail hold that is the address of some page, as the number of an order, a ticket or a task is:
 * what a link types in by itself is a code.
 */
export function identifiedPieces(urls: readonly string[]): ReadonlySet<string> {
  const pieces = new Set<string>();
  const acting = new Set<string>();
  for (const url of new Set(urls.slice(0, MAX_URLS))) {
    const address = clip(url, MAX_URL).replace(/^[a-z]+:\/\/[^/?#]*/i, '');
    let acts: boolean | null = null;
    for (const part of partsOf(address)) {
      const piece = part.slice(part.indexOf('=') + 1);
      if (!PIECE.test(piece)) continue;
      acts ??= ACTING.test(address) && !BOOKED.test(address);
      if (acts) acting.add(piece);
      else if (piece === part || NUMBERED.test(part)) pieces.add(piece);
    }
  }
  for (const piece of acting) pieces.delete(piece);
  return pieces;
}

/** By ASCII code. */
const SEPARATORS = Uint8Array.from({ length: 0x80 }, (_, code) =>
  Number('/?&#;.:+'.includes(String.fromCharCode(code))),
);
const SHORTEST = 4;

/** What stands between the separators of an address, but for what is too short for a code. */
function partsOf(address: string): string[] {
  const text = address.includes('%20') ? address.replaceAll('%20', '/') : address;
  const parts: string[] = [];
  let start = 0;
  for (let end = 0; end <= text.length; end++) {
    if (end < text.length && SEPARATORS[text.charCodeAt(end)] !== 1) continue;
    if (end - start >= SHORTEST) parts.push(text.slice(start, end));
    start = end + 1;
  }
  return parts;
}
