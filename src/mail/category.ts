import type { Category, Envelope, Link } from './analysis.js';
import type { MailHeaders } from './headers.js';
import type { Page, TermCounts } from './page.js';
import type { Structure } from './parse.js';
import type { TermKind } from './words/words.js';

/** What a category is decided by. */
export interface CategoryClues {
  readonly envelope: Envelope;
  readonly headers: MailHeaders;
  readonly structure: Structure;
  readonly subject: Page;
  readonly counts: TermCounts;
  readonly links: readonly Link[];
  /** Confidence of the best code; 0 without one. */
  readonly code: number;
  readonly hasBackupCodes: boolean;
  readonly isSpam: boolean;
}

/** A category and how sure it is. */
export interface Verdict {
  readonly category: Category;
  /** 0–1. */
  readonly confidence: number;
}

/** The one category of a mail: by its structure where that is clear, else by what it speaks of. */
export function categorize(clues: CategoryClues): Verdict {
  return byStructure(clues) ?? byPurpose(clues) ?? byWords(clues);
}

const BOUNCE_SENDER = /^(?:mailer-daemon|postmaster|mail-daemon|bounces?)(?:[+@.-]|$)/i;
const BOUNCE_SUBJECT =
  /undeliver|delivery (?:status|fail|has failed|incomplete)|returned mail|mail delivery|failure notice|could not be delivered|unzustellbar|nicht zugestellt|non remis|échec de|no se pudo entregar|mancata consegna|niet bezorgd|недоставлен|не доставлено|配信できません|無法投遞|退信/i;
const AUTO_SUBJECT =
  /^(?:auto(?:matic|mated)?[ -]?(?:reply|response|antwort|svar)|out of (?:the )?office|away from|abwesenheit|automatische antwort|réponse automatique|absence|respuesta automática|fuera de (?:la )?oficina|resposta automática|risposta automatica|fuori sede|automatisch antwoord|afwezig|frånvaro|autosvar|odpowiedź automatyczna|otomatik yanıt|автоответ|автоматическ\S+ ответ|автоматична відповідь|自動返信|자동 회신|부재중|自动回复|自動回覆|رد تلقائي|תגובה אוטומטית|מענה אוטומטי|स्वचालित उत्तर|trả lời tự động|ตอบกลับอัตโนมัติ|balasan otomatis)/iu;

function byStructure(clues: CategoryClues): Verdict | null {
  const { structure, headers, envelope } = clues;
  if (clues.isSpam) return sure('spam');
  if (structure.report === 'delivery-status') return sure('bounce');
  if (isBounce(clues)) return { category: 'bounce', confidence: 0.95 };
  if (structure.report === 'disposition-notification') return sure('auto_reply');
  if (isAutoReply(headers) || AUTO_SUBJECT.test(envelope.subject)) return sure('auto_reply');
  if (structure.calendarMethod !== null && structure.calendarMethod !== 'PUBLISH')
    return sure('calendar');
  return null;
}

const sure = (category: Category): Verdict => ({ category, confidence: 0.99 });

function isBounce({ envelope, headers }: CategoryClues): boolean {
  if (headers.has('x-failed-recipients')) return true;
  return BOUNCE_SENDER.test(envelope.from.address) && BOUNCE_SUBJECT.test(envelope.subject);
}

/** RFC 3834, and what came before it. */
function isAutoReply(headers: MailHeaders): boolean {
  if (headers.first('auto-submitted').toLowerCase().startsWith('auto-replied')) return true;
  if (/^auto_?reply/i.test(headers.first('precedence'))) return true;
  return headers.has('x-autoreply') || headers.has('x-autorespond');
}

const ACTIONS: ReadonlySet<Link['kind']> = new Set(['verify', 'magic', 'reset']);

function byPurpose({
  code,
  links,
  hasBackupCodes,
  subject,
  counts,
}: CategoryClues): Verdict | null {
  if (code >= 0.5) return { category: 'verification', confidence: code };
  if (hasBackupCodes) return { category: 'verification', confidence: 0.9 };
  const acts = links.some(({ kind }) => ACTIONS.has(kind));
  if (!acts) return null;
  const inSubject = subject.hits.some(({ term }) => ACCOUNT_TERMS.has(term.kind));
  const selling = (counts.offer ?? 0) + (counts.news ?? 0) + (counts.order ?? 0);
  if (inSubject) return { category: 'verification', confidence: 0.95 };
  return selling <= 2 ? { category: 'verification', confidence: 0.8 } : null;
}

const ACCOUNT_TERMS: ReadonlySet<TermKind> = new Set(['verify', 'signIn', 'reset', 'code']);

type Topic =
  'transactional' | 'financial' | 'newsletter' | 'marketing' | 'support' | 'notification';

const TOPICS: Readonly<Record<Topic, TermKind>> = {
  transactional: 'order',
  financial: 'money',
  newsletter: 'news',
  marketing: 'offer',
  support: 'support',
  notification: 'notice',
};
const IN_SUBJECT = 2.5;
const ENOUGH = 0.5;
/** Repeating a word says little more than saying it a few times. */
const MAX_TIMES = 4;

function byWords(clues: CategoryClues): Verdict {
  const bulk = isBulk(clues);
  const scores = scoreTopics(clues, bulk);
  if (isPersonal(clues, bulk)) scores.set('personal', 3 + (clues.envelope.isReply ? 2 : 0));
  const ranked = [...scores].sort((a, b) => b[1] - a[1]);
  const [first, second] = ranked;
  if (!first || first[1] < ENOUGH) return fallback(clues, bulk);
  const lead = first[1] - (second?.[1] ?? 0);
  return { category: first[0], confidence: round(0.5 + 0.45 * (1 - Math.exp(-lead / 2))) };
}

function scoreTopics({ subject, counts }: CategoryClues, bulk: boolean): Map<Category, number> {
  const scores = new Map<Category, number>();
  for (const topic of Object.keys(TOPICS) as Topic[]) {
    const kind = TOPICS[topic];
    const named = subject.hits.some(({ term }) => term.kind === kind) ? IN_SUBJECT : 0;
    scores.set(topic, named + Math.min(MAX_TIMES, counts[kind] ?? 0) * 0.6 + bias(topic, bulk));
  }
  return scores;
}

function bias(topic: Topic, bulk: boolean): number {
  if (topic === 'newsletter' || topic === 'marketing') return bulk ? 0.8 : -1.8;
  return bulk ? -0.4 : 0;
}

function isBulk({ headers, counts }: CategoryClues): boolean {
  if (headers.has('list-unsubscribe') || headers.has('list-id')) return true;
  return /^(?:bulk|list)/i.test(headers.first('precedence')) || Boolean(counts.unsubscribe);
}

const ROBOT =
  /^(?:no-?_?\.?reply|do-?not-?reply|notifications?|alerts?|mailer|news(?:letter)?|info|support|service|billing|team|hello|help|contact|orders?|account|security|admin|system|robot|bot|postmaster)(?:[+@.\d_-]|$)/i;

/** Written by somebody to somebody: no list, no robot's address, few links. */
function isPersonal({ envelope, headers, links }: CategoryClues, bulk: boolean): boolean {
  if (bulk || ROBOT.test(envelope.from.address) || headers.has('x-mailgun-sid')) return false;
  if (headers.first('auto-submitted').toLowerCase().startsWith('auto')) return false;
  return links.length <= 4;
}

function fallback({ envelope }: CategoryClues, bulk: boolean): Verdict {
  if (bulk) return { category: 'newsletter', confidence: 0.4 };
  if (ROBOT.test(envelope.from.address)) return { category: 'notification', confidence: 0.4 };
  return { category: 'other', confidence: 0.4 };
}

const round = (value: number) => Math.round(value * 100) / 100;
