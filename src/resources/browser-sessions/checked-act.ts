import type { PageAct, Action } from '../../browser/acts.js';
import { invalid } from '../../errors.js';
import type { Egress } from '../../egress/egress.js';
import type { ActInput } from './schema.js';

type ActField = 'url' | 'target' | 'value' | 'key';

const NEEDED: Readonly<Record<Action, readonly ActField[]>> = {
  goto: ['url'],
  click: ['target'],
  type: ['target', 'value'],
  select: ['target', 'value'],
  press: ['key'],
  wait: [],
  snapshot: [],
  screenshot: [],
};

/** An act that names all that its action needs, and no address that is not to be gone to. @throws AppError 400 */
export function checkedAct(
  { text, ...given }: Omit<ActInput, 'id'>,
  checkUrl: Egress['checkUrl'],
): PageAct {
  const act = { ...given, value: given.value ?? text };
  if (act.ref !== undefined && act.selector !== undefined)
    throw invalid('give ref or selector, not both');
  for (const field of NEEDED[act.action]) {
    const isGiven =
      field === 'target' ? (act.ref ?? act.selector) !== undefined : act[field] !== undefined;
    if (isGiven) continue;
    throw invalid(`${field === 'target' ? 'ref or selector' : field} is needed to ${act.action}`);
  }
  if (act.action !== 'goto') return act;
  // What comes without TLS is sent to where it has some.
  const url = checkUrl(act.url!.replace(/^http:/i, 'https:'), 'url');
  return { ...act, url: url.href };
}
