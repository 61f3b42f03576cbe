import { domainToASCII } from 'node:url';

/** A MAIL or RCPT command, in the shape smtp-server works on. */
export interface AddressCommand {
  /** What stood between the angle brackets. */
  readonly address: string;
  /** Parameters by upper-case name, `true` without a value; false when there is none. */
  readonly args: Record<string, string | true> | false;
  /** The name of a parameter that came twice. */
  readonly duplicate?: string;
}

// RFC 5321 section 4.5.3.1.3: 256 octets with the brackets.
const MAX_PATH_BYTES = 254;
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;
const COMMAND = new RegExp(`^(MAIL FROM|RCPT TO) *: *<((?:${QUOTED}|[^"<>])*)>( .*)?$`, 'i');
const SENDER = new RegExp(String.raw`^(?:${QUOTED}|[^\s"@]+)@[^\s"@]+$`);
// RFC 5321 section 4.1.2, A-d-l: accepted and ignored in front of a sender.
const SOURCE_ROUTE = /^@[^:]*:/;
const PARAMETER = /^([a-z0-9][a-z0-9-]*)(?:=(.+))?$/i;
// U+FFFD stands for bytes that are not UTF-8; the others are invisible and make addresses look alike.
const UNSAFE = /[\x00-\x1f\x7f-\x9f\u200b\u2060\ufeff\ufffd]/;

/** Parses `MAIL FROM:<path> parameters` or `RCPT TO:…` (RFC 5321 section 4.1.1). Null when malformed. */
export function parseAddressCommand(verb: string, line: string): AddressCommand | null {
  const match = UNSAFE.test(line) ? null : COMMAND.exec(line);
  if (match?.[1]!.toUpperCase() !== verb.toUpperCase()) return null;
  const path = match[2]!;
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return null;
  const parameters = parseParameters(match[3] ?? '');
  const address = match[1].toUpperCase() === 'MAIL FROM' ? senderOf(path) : path;
  return parameters && address !== null ? { address, ...parameters } : null;
}

/** The sender of a MAIL path, `''` for the null sender, null when it is none. */
function senderOf(path: string): string | null {
  const sender = path.replace(SOURCE_ROUTE, '');
  return path === '' || SENDER.test(sender) ? sender : null;
}

function parseParameters(text: string): Omit<AddressCommand, 'address'> | null {
  const words = text.split(' ').filter(Boolean);
  if (words.length === 0) return { args: false };
  const args: Record<string, string | true> = {};
  let duplicate: string | undefined;
  for (const word of words) {
    const match = PARAMETER.exec(word);
    if (!match) return null;
    const name = match[1]!.toUpperCase();
    if (name in args) duplicate = name;
    args[name] = match[2] ?? true;
  }
  return duplicate === undefined ? { args } : { args, duplicate };
}

/** Parameters of MAIL that belong to the extensions offered; RCPT has none. */
export const MAIL_PARAMETERS: ReadonlySet<string> = new Set(['SIZE', 'BODY', 'SMTPUTF8']);

// Neither side may hold what routes mail onwards: `%`, `!`, a second `@`, quotes, `[address]`.
const MAILBOX = /^[^\s@"%!()<>[\]:;,\\]+@[^\s@"%!()<>[\]:;,\\]+$/;

/**
 * The address a RCPT path delivers to here, lower-cased, its domain in ASCII. Null for every form
 * that asks to relay: source routes, `%` and bang paths, quoted local parts, IP literals.
 */
export function deliverableAddress(path: string, serverName: string): string | null {
  const lower = path.toLowerCase();
  // RFC 5321 section 4.5.1: postmaster needs no domain.
  if (lower === 'postmaster') return `postmaster@${serverName}`;
  if (!MAILBOX.test(lower)) return null;
  if (isAscii(lower)) return lower;
  const [localPart, domain] = lower.split('@') as [string, string];
  const ascii = domainToASCII(domain);
  return ascii && `${localPart}@${ascii}`;
}

/** Whether an address can do without SMTPUTF8 (RFC 6531). */
export const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length;
