import type { Category, Envelope, Link } from './analysis.js';
import type { MailHeaders } from './headers.js';
import type { Page, TermCounts } from './page.js';
import type { Structure } from './parse.js';
import { personWeight, senderRoles, type SenderRole } from './sender-role.js';
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
  readonly isSentToList: boolean;
  /** Whether it has no HTML. */
  readonly isPlain: boolean;
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
  /undeliver|delivery (?:status|fail|has failed|incomplete)|returned mail|mail delivery|failure notice|could not be delivered|unzustellbar|nicht zugestellt|non remis|échec de|no se pudo entregar|mancata consegna|niet bezorgd|недоставлен|не доставлено|配信できません|配信エラー|配送不能|送信できませんでした|반송|전송 실패|無法投遞|无法投递|未送达|投递失败|無法傳遞|寄送失敗|未能送達|退信/i;
const AUTO_SUBJECT =
  /^(?:auto(?:matic|mated)?[ -]?(?:reply|response|antwort|svar)|out of (?:the )?office|away from|abwesenheit|automatische antwort|réponse automatique|absence|respuesta automática|fuera de (?:la )?oficina|resposta automática|risposta automatica|fuori sede|automatisch antwoord|afwezig|frånvaro|autosvar|odpowiedź automatyczna|otomatik yanıt|автоответ|автоматическ\S+ ответ|автоматична відповідь|自動返信|自動応答|不在通知|자동 ?회신|자동 ?응답|부재중|自动回复|自动答复|自動回覆|自動答覆|رد تلقائي|תגובה אוטומטית|מענה אוטומטי|स्वचालित उत्तर|trả lời tự động|ตอบกลับอัตโนมัติ|balasan otomatis)/iu;

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
/** "Notice of …" may be one of an invoice. */
const NOTICE_IN_SUBJECT = 1.8;
const BY_SENDER = 1.6;
const ENOUGH = 0.5;
/** Repeating a word says little more than saying it a few times. */
const MAX_TIMES = 4;

function byWords(clues: CategoryClues): Verdict {
  const bulk = isBulk(clues);
  const roles = senderRoles(clues.envelope.from);
  const scores = scoreTopics(clues, bulk, roles);
  scores.set('personal', personalWeight(clues, bulk, roles));
  const ranked = [...scores].sort((a, b) => b[1] - a[1]);
  const [first, second] = ranked;
  if (!first || first[1] < ENOUGH) return fallback(bulk);
  const lead = first[1] - (second?.[1] ?? 0);
  return { category: first[0], confidence: round(0.5 + 0.45 * (1 - Math.exp(-lead / 2))) };
}

function scoreTopics(
  { subject, counts, envelope }: CategoryClues,
  bulk: boolean,
  roles: ReadonlySet<SenderRole>,
): Map<Category, number> {
  const scores = new Map<Category, number>();
  for (const topic of Object.keys(TOPICS) as Topic[]) {
    const kind = TOPICS[topic];
    const inSubject = subject.hits.some(({ term }) => term.kind === kind);
    const named = inSubject ? (topic === 'notification' ? NOTICE_IN_SUBJECT : IN_SUBJECT) : 0;
    const times = Math.min(MAX_TIMES, counts[kind] ?? 0) * 0.6;
    const role = topic === 'notification' ? 'robot' : topic;
    const sender = roles.has(role) ? (role === 'robot' ? 0.4 : BY_SENDER) : 0;
    scores.set(topic, named + times + sender + bias(topic, bulk));
  }
  const answered = roles.has('support') && envelope.isReply ? BY_SENDER : 0;
  scores.set('support', scores.get('support')! + answered);
  return scores;
}

function bias(topic: Topic, bulk: boolean): number {
  if (topic === 'newsletter' || topic === 'marketing') return bulk ? 0.8 : -1.8;
  return bulk ? -0.4 : 0;
}

function isBulk({ isSentToList, counts }: CategoryClues): boolean {
  return isSentToList || Boolean(counts.unsubscribe);
}

/** Written by somebody to somebody: a person's address, an answer, plain text, few links. */
function personalWeight(
  { envelope, headers, links, isPlain, counts }: CategoryClues,
  bulk: boolean,
  roles: ReadonlySet<SenderRole>,
): number {
  const { from, isReply, inReplyTo } = envelope;
  if (headers.first('auto-submitted').toLowerCase().startsWith('auto')) return 0;
  return (
    personWeight(from) +
    (isReply || inReplyTo !== null ? 1.5 : 0) +
    (isPlain ? 0.8 : 0) -
    (roles.size > 0 ? 2 : 0) -
    (bulk ? 3 : 0) -
    (links.length > 3 ? 1 : 0) -
    (counts.ignore || counts.secret ? 0.8 : 0)
  );
}

function fallback(bulk: boolean): Verdict {
  return { category: bulk ? 'newsletter' : 'notification', confidence: 0.4 };
}

const round = (value: number) => Math.round(value * 100) / 100;
