import { joinTokens, tokensOf, type Token } from './tokens.js';
import type { WireStrings } from './wire-strings.js';

/** Addresses of a field that are told of. */
const MAX_ADDRESSES = 2000;
/** RFC 9051 section 7.5.2 has NIL there for what marks a group: an address without them says so. */
const NO_MAILBOX = 'MISSING_MAILBOX';
const NO_HOST = 'MISSING_DOMAIN';

/** The usual forms, which need no grammar. */
const USUAL =
  /^(?:"([^"\\\r\n]{0,200})" ?|([A-Za-z0-9 ='?_-]{0,200}?)) ?<([\w.+=~-]{1,64})@([\w.-]{1,255})>$/;
const BARE = /^([\w.+=~-]{1,64})@([\w.-]{1,255})$/;

/** An address field (RFC 5322 section 3.4) as ENVELOPE has it: `((name NIL mailbox host) …)`, NIL where it is empty. */
export function addressList(value: string | undefined, strings: WireStrings): string {
  if (value === undefined) return 'NIL';
  const usual = BARE.exec(value) ?? USUAL.exec(value);
  if (usual) return `(${address(namedBy(usual), strings)})`;
  const entries = new AddressReader(tokensOf(value, 'addresses'))
    .read()
    .filter(() => strings.takesAddress());
  return entries.length === 0
    ? 'NIL'
    : `(${entries.map((entry) => address(entry, strings)).join('')})`;
}

/** A mailbox; one without host begins a group, one without mailbox ends it. */
interface Entry {
  readonly name: string | null;
  readonly route: string | null;
  readonly mailbox: string | null;
  readonly host: string | null;
}

function namedBy(usual: RegExpExecArray): Entry {
  const isNamed = usual.length > 3;
  return {
    name: isNamed ? (usual[1] ?? usual[2] ?? null) : null,
    route: null,
    mailbox: usual[isNamed ? 3 : 1]!,
    host: usual[isNamed ? 4 : 2]!,
  };
}

function address({ name, route, mailbox, host }: Entry, strings: WireStrings): string {
  const shown = `${strings.nstring(name?.trim() || null)} ${strings.nstring(route)}`;
  return `(${shown} ${strings.nstring(mailbox)} ${strings.nstring(host)})`;
}

const END_OF_GROUP: Entry = { name: null, route: null, mailbox: null, host: null };

/** Reads mailboxes and groups, leniently: whatever stands between two commas is one address. */
class AddressReader {
  private readonly entries: Entry[] = [];
  private phrase: Token[] = [];
  private comment: string | null = null;
  private inGroup = false;
  private at = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  read(): readonly Entry[] {
    while (this.at < this.tokens.length && this.entries.length < MAX_ADDRESSES)
      this.take(this.tokens[this.at++]!);
    this.endAddress();
    this.endGroup();
    return this.entries;
  }

  private take(token: Token): void {
    if (token.kind === 'comment') this.comment = token.text;
    else if (token.kind !== 'special' || token.text === '@') this.phrase.push(token);
    // One that closes nothing.
    else if (token.text === '>') return;
    else if (token.text === '<') this.takeAngle();
    else if (token.text === ':') this.beginGroup();
    else {
      this.endAddress();
      if (token.text === ';') this.endGroup();
    }
  }

  private beginGroup(): void {
    this.endGroup();
    this.entries.push({ ...END_OF_GROUP, mailbox: joinTokens(this.phrase) });
    this.forget();
    this.inGroup = true;
  }

  private endGroup(): void {
    if (this.inGroup) this.entries.push(END_OF_GROUP);
    this.inGroup = false;
  }

  private endAddress(): void {
    const local = localFrom(this.phrase);
    if (this.phrase.length > 0)
      this.entries.push({
        name: joinTokens(this.phrase.slice(0, local)) || this.comment,
        route: null,
        ...addrSpec(this.phrase.slice(local)),
      });
    this.forget();
  }

  /** `[display-name] "<" [route ":"] addr-spec ">"`, and what stands up to the next comma. */
  private takeAngle(): void {
    const inside: Token[] = [];
    let token = this.tokens[this.at];
    for (; token && !endsAngle(token, inside); token = this.tokens[++this.at])
      if (token.kind !== 'comment') inside.push(token);
    if (token?.text === '>') this.skipToEnd();
    const colon = inside.findLastIndex((part) => isOneOf(part, ':'));
    this.entries.push({
      name: joinTokens(this.phrase) || this.comment,
      route: isRoute(inside) ? glued(inside.slice(0, Math.max(0, colon))) || null : null,
      ...addrSpec(inside.slice(colon + 1)),
    });
    this.forget();
  }

  private skipToEnd(): void {
    while (this.at < this.tokens.length && !isOneOf(this.tokens[this.at]!, ',;')) {
      const token = this.tokens[this.at++]!;
      if (token.kind === 'comment') this.comment = token.text;
    }
  }

  private forget(): void {
    this.phrase = [];
    this.comment = null;
  }
}

const isOneOf = ({ kind, text }: Token, specials: string) =>
  kind === 'special' && specials.includes(text);

/** Commas stand in the route, which ends with a colon (RFC 5322 section 4.4). */
const endsAngle = (token: Token, inside: readonly Token[]) =>
  isOneOf(token, isRoute(inside) ? '>;' : '>,;');

const isRoute = ([first]: readonly Token[]) => first !== undefined && isOneOf(first, '@');

/** Where an address without brackets begins: what stands before its last word is a name, as is a name alone. */
function localFrom(tokens: readonly Token[]): number {
  const at = tokens.findLastIndex((token) => isOneOf(token, '@'));
  if (at < 0) return tokens.length > 1 ? tokens.length : 0;
  let from = Math.max(0, at - 1);
  while (from > 0 && !tokens[from]!.spaced) from--;
  return from;
}

function addrSpec(tokens: readonly Token[]): Pick<Entry, 'mailbox' | 'host'> {
  const at = tokens.findLastIndex((token) => isOneOf(token, '@'));
  const local = at < 0 ? tokens : tokens.slice(0, at);
  return {
    mailbox: joinTokens(local) || NO_MAILBOX,
    host: (at >= 0 && glued(tokens.slice(at + 1))) || NO_HOST,
  };
}

const glued = (tokens: readonly Token[]) => tokens.map(({ text }) => text).join('');
