import { canonical } from './mailbox-name.js';

/** Whether a name matches one of the patterns: `*` and `%` stand for anything, as there is no hierarchy. */
export const matchesAny = (name: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => matches(name, pattern));

/** In time that grows with the pattern, whatever stands in it: only the last wildcard is ever tried again. */
function matches(name: string, pattern: string): boolean {
  const wanted = canonical(pattern).replace(/[*%]+/g, '*');
  let [at, next] = [0, 0];
  let wildcard = -1;
  let retry = 0;
  while (at < name.length) {
    if (wanted[next] === '*') {
      wildcard = next++;
      retry = at;
    } else if (isSame(name, at, wanted[next])) {
      at++;
      next++;
    } else if (wildcard >= 0) {
      next = wildcard + 1;
      at = ++retry;
    } else return false;
  }
  return next === wanted.length || (next === wanted.length - 1 && wanted[next] === '*');
}

/** INBOX is the same in any case, in a pattern too. */
function isSame(name: string, at: number, wanted: string | undefined): boolean {
  return name === 'INBOX' ? name[at] === wanted?.toUpperCase() : name[at] === wanted;
}
