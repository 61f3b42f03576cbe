import { matchesWildcard, readWildcard, type Wildcard } from './wildcard.js';
import { clip } from '../../mail/text/safe-text.js';
import type { AnnouncedMail } from '../../store/events/mail-events.js';
import type { RoutingRuleEntity } from './entities.js';

/** What of a rule is looked at when mail arrives. */
export const COMPARED_FIELDS = [
  'id',
  'name',
  'category',
  'fromPattern',
  'subjectPattern',
  'targetAgentId',
  'targetInboxId',
] as const satisfies readonly (keyof RoutingRuleEntity)[];

/** A rule as it is stored. */
export type StoredRule = Pick<RoutingRuleEntity, (typeof COMPARED_FIELDS)[number]>;

/** A rule that is ready to be compared. */
export interface Rule extends StoredRule {
  readonly from: Wildcard | null;
  readonly subject: Wildcard | null;
}

/** A mail as far as rules look at it. */
export type RoutableMail = Pick<
  AnnouncedMail,
  'inbox_id' | 'category' | 'from_address' | 'from_name' | 'subject'
>;

/** Which rules decide where a mail goes; null where none does. */
export interface Decision {
  readonly agent: Rule | null;
  readonly inbox: Rule | null;
}

/** What a rule says of a mail. */
export interface RuleVerdict {
  readonly rule: Rule;
  readonly matched: boolean;
  /** Why it does nothing, or less than it says; null when it does all it says. */
  readonly reason: string | null;
  readonly wouldAssign: string | null;
  readonly wouldCopy: string | null;
}

/** A rule with its patterns read. */
export const readRule = <Row extends StoredRule>(row: Row): Row & Rule => ({
  ...row,
  from: row.fromPattern === null ? null : readWildcard(row.fromPattern),
  subject: row.subjectPattern === null ? null : readWildcard(row.subjectPattern),
});

// As measured with V8, rounded up: a rule, a character, which may take two bytes, a part of a pattern.
const RULE_BYTES = 900;
const CHARACTER_BYTES = 2;
const PART_BYTES = 12;

/** The memory that an organization's rules take, about. */
export const bytesOf = (rules: readonly Rule[]): number =>
  rules.reduce((bytes, rule) => bytes + ruleBytes(rule), RULE_BYTES);

function ruleBytes({ name, fromPattern, subjectPattern, from, subject }: Rule): number {
  const characters = name.length + (fromPattern?.length ?? 0) + (subjectPattern?.length ?? 0);
  const parts = (from?.length ?? 0) + (subject?.length ?? 0);
  return RULE_BYTES + characters * CHARACTER_BYTES + parts * PART_BYTES;
}

// Display names have no limit of their own; subjects end here.
const COMPARED = 2_000;

interface ComparedMail {
  readonly category: string;
  readonly senders: readonly string[];
  readonly subject: string;
}

/** The texts of a mail, once for all rules. */
const comparedMail = (mail: RoutableMail): ComparedMail => ({
  category: mail.category,
  senders: [mail.from_address, ...(mail.from_name === null ? [] : [mail.from_name])].map(compared),
  subject: compared(mail.subject),
});

const compared = (text: string) => clip(text, COMPARED).toLowerCase();

/** The condition that does not hold, in words; null when all do. */
function failing({ category, from, subject }: Rule, mail: ComparedMail): string | null {
  if (category !== null && category !== mail.category)
    return `category is ${mail.category}, not ${category}`;
  if (from !== null && !mail.senders.some((sender) => matchesWildcard(from, sender)))
    return 'from_pattern matches neither the address nor the display name of the sender';
  if (subject !== null && !matchesWildcard(subject, mail.subject))
    return 'subject_pattern does not match the subject';
  return null;
}

/** The first rules that match, for the agent and for the inbox; `rules` are enabled and in order. */
export function decide(rules: readonly Rule[], mail: RoutableMail): Decision {
  const compare = comparedMail(mail);
  let decision: Decision = { agent: null, inbox: null };
  for (const rule of rules) {
    const next = withRule(decision, rule);
    // One that would decide nothing is not compared.
    if (next === decision || failing(rule, compare) !== null) continue;
    decision = next;
    if (decision.agent !== null && decision.inbox !== null) break;
  }
  return decision;
}

/** What is decided if `rule` matches; the same when its targets are decided. */
function withRule(decision: Decision, rule: Rule): Decision {
  const agent = decision.agent ?? (rule.targetAgentId === null ? null : rule);
  const inbox = decision.inbox ?? (rule.targetInboxId === null ? null : rule);
  return agent === decision.agent && inbox === decision.inbox ? decision : { agent, inbox };
}

/** A rule that may be switched off. */
export interface SwitchableRule extends Rule {
  readonly enabled: boolean;
}

/** What each of `rules` says of a mail, in their order. */
export function explain(rules: readonly SwitchableRule[], mail: RoutableMail): RuleVerdict[] {
  const compare = comparedMail(mail);
  const decision = decide(
    rules.filter(({ enabled }) => enabled),
    mail,
  );
  return rules.map((rule) => {
    const failed = rule.enabled ? failing(rule, compare) : 'the rule is not enabled';
    return failed === null
      ? verdictOfMatch(rule, decision, mail)
      : { rule, matched: false, reason: failed, wouldAssign: null, wouldCopy: null };
  });
}

function verdictOfMatch(rule: Rule, decision: Decision, mail: RoutableMail): RuleVerdict {
  const isThere = decision.inbox === rule && rule.targetInboxId === mail.inbox_id;
  const reasons = [
    ...decidedTargets(rule, decision).map(
      (target) => `an earlier rule decided this target: ${target}`,
    ),
    ...(isThere ? ['the email is in the target inbox already'] : []),
  ];
  return {
    rule,
    matched: true,
    reason: reasons.length > 0 ? reasons.join('; ') : null,
    wouldAssign: decision.agent === rule ? rule.targetAgentId : null,
    wouldCopy: decision.inbox === rule && !isThere ? rule.targetInboxId : null,
  };
}

/** The targets of a rule that matches which another one decided. */
const decidedTargets = (rule: Rule, { agent, inbox }: Decision): string[] => [
  ...(rule.targetAgentId !== null && agent !== rule ? ['target_agent_id'] : []),
  ...(rule.targetInboxId !== null && inbox !== rule ? ['target_inbox_id'] : []),
];
