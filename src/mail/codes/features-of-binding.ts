import type { CodeCase } from './code-case.js';
import type { Occurrence } from './code-place.js';
import { features } from '../model/feature.js';
import { lineAt } from '../text/page.js';
import { clip } from '../text/safe-text.js';
import { createSenderSite } from '../text/sender-site.js';

/** A line of its own, as browsers and phones read it in short messages: the site that a code is typed at, and the code. */
const BOUND = /^@((?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,63}) #([^\s#]{3,20})(?: @\S{1,80})?\s*$/i;
/** Characters of such a line. */
const MAX_LINE = 400;

/** The host that a candidate is bound to at one of its places. */
function hostAt({ page: { text, lines }, raw: { start, end } }: Occurrence): string | null {
  const line = lines[lineAt(lines, start)]!;
  if (text[start - 1] !== '#' || text[line.start] !== '@') return null;
  const [, host = '', code] = BOUND.exec(clip(text.slice(line.start, line.end), MAX_LINE)) ?? [];
  return code === text.slice(start, end) ? host.toLowerCase() : null;
}

/** Whether it is bound to a site that is the sender's, or to one that is not. */
function isBound({ occurrences, mail: { signs } }: CodeCase, isOwn: boolean): boolean {
  const hosts = occurrences.flatMap((one) => hostAt(one) ?? []);
  if (hosts.length === 0) return false;
  const isOfSender = createSenderSite(signs.from.address);
  return hosts.some((host) => isOfSender(host) === isOwn);
}

/** Codes bound to an origin: WICG, Origin-bound one-time codes delivered via SMS. */
export const ofBinding = [
  // A line says that it is typed at the sender's site. `@northwind.example #482913`
  ...features<CodeCase>({ 'bound.own': (one) => isBound(one, true) }, 1),
  // A line says that it is typed at another's. `@elsewhere.example #482913`
  ...features<CodeCase>({ 'bound.other': (one) => isBound(one, false) }, -1),
];
