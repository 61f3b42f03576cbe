import type { Hit } from '../text/lexicon.js';
import type { TextPage } from '../text/page.js';
import type { TermKind } from '../words/roles.js';

/** What calls something a code by itself, and something else beside other words. */
export const MAY_BE_CODES: ReadonlySet<TermKind> = new Set(['code', 'maybeCode']);

/** "Reset the password of 30471182": the old one, which the mail does not tell. */
export function isForgotten({ hits, text }: TextPage, index: number): boolean {
  const before = hits[index - 1];
  if (isRefused(text, hits[index]!)) return true;
  if (hits[index]!.term.kind !== 'maybeCode' || before?.term.kind !== 'reset') return false;
  return /^[^.!?:\n\d]{0,8}$/.test(text.slice(before.end, hits[index]!.start));
}

/** "An incorrect verification code for client 448210": the mail does not hold it. */
const isRefused = (text: string, { start, end, term: { kind } }: Hit) =>
  MAY_BE_CODES.has(kind) &&
  (WRONG_BEFORE.test(text.slice(Math.max(0, start - MAX_WRONG), start)) ||
    WRONG_AFTER.test(text.slice(end, end + MAX_WRONG)));
const WRONG_BEFORE =
  /(?<!\p{L})(?:incorrect|wrong|invalid|falsche[nrsm]?|ungültige[nrsm]?|mauvais|foute|onjuiste|verkeerde|ongeldige|błędn(?:y|ego|ym)|nieprawidłow(?:y|ego|ym)|hatalı|yanlış|geçersiz|felaktig|fel|ogiltig|forkert|ugyldig|feil|väärä|virheellinen|špatný|chybný|nesprávný|neplatný|helytelen|hibás|érvénytelen) $/iu;
const WRONG_AFTER =
  /^ (?:incorrecte?|erronée?|invalide|incorrect[oa]|erróne[oa]|errad[oa]|incorret[oa]|inválid[oa]|errat[oa]|sbagliat[oa]|non valid[oa]|greșit[ăa]?|invalid|không đúng|sai|salah|keliru)(?!\p{L})/iu;
const MAX_WRONG = 16;
