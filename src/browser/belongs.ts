/** Where a credential may be typed. */
export interface Home {
  /** As it was stored: a host, perhaps with a port, or an address. */
  readonly service: string;
  /** Further ones, in their one form: `https://host[:port]` or `*.name`. */
  readonly origins: readonly string[];
  /** Hosts that the operator opened: those may have any port. */
  readonly opened: ReadonlySet<string>;
}

/** Where it may be typed, as the page is told: the judgement is made there, in one call with the typing. */
export interface Homes {
  /** `host:port`, in lower case. */
  readonly exact: readonly string[];
  /** Hosts of any port. */
  readonly anyPort: readonly string[];
  /** Names below which every host is meant, on port 443. */
  readonly below: readonly string[];
}

const HTTPS = '443';

/** What a credential belongs to: https alone, the host of `service`, its `www.` twin, and its further origins. */
export function homesOf({ service, origins, opened }: Home): Homes {
  const below = origins.filter((origin) => origin.startsWith('*.')).map((name) => name.slice(2));
  const named = [service, ...origins.filter((origin) => !origin.startsWith('*.'))];
  const places = named.flatMap((text, index) => placesOf(text, index === 0));
  return {
    below,
    exact: places.map(({ host, port }) => `${host}:${port ?? HTTPS}`),
    anyPort: places.filter(({ host, port }) => port === null && opened.has(host)).map(hostOf),
  };
}

/** Whether a cookie of a domain is sent there: to a host, or with a dot before it to all below as well (RFC 6265). */
export function belongsTo({ exact, anyPort, below }: Homes, domain: string): boolean {
  const name = domain.replace(/^\./, '').toLowerCase();
  const hosts = [...exact.map((place) => place.replace(/:\d+$/, '')), ...anyPort];
  const isWide = domain.startsWith('.');
  const isSent = (host: string) => host === name || (isWide && host.endsWith(`.${name}`));
  const isBelow = (host: string) =>
    name.endsWith(`.${host}`) || (isWide && `.${host}`.endsWith(`.${name}`));
  return hosts.some(isSent) || below.some(isBelow);
}

interface HomePlace {
  readonly host: string;
  /** Null where none is said. */
  readonly port: string | null;
}

const hostOf = ({ host }: HomePlace) => host;

function placesOf(text: string, withTwin: boolean): HomePlace[] {
  const url = urlOf(text);
  if (!url) return [];
  const { hostname: host } = url;
  const port = url.port === '' ? null : url.port;
  const twin = host.startsWith('www.') ? host.slice(4) : `www.${host}`;
  return (withTwin ? [host, twin] : [host]).map((name) => ({ host: name, port }));
}

/** Null for what names no host: `My bank`. */
function urlOf(text: string): URL | null {
  const given = text.trim();
  const address = given.includes('://') ? given : `https://${given}`;
  if (/\s/.test(given) || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === 'https:' ? url : null;
}
