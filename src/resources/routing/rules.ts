import type { Category } from '../../mail/analysis.js';
import { matchesWildcard, readWildcard, type Wildcard } from './wildcard.js';
import { clip } from '../../mail/text/safe-text.js';

/** A rule as it is stored. */
export interface RoutingRuleRow {
  readonly id: string;
  readonly name: string;
  readonly category: Category | null;
  readonly from_pattern: string | null;
  readonly subject_pattern: string | null;
  readonly target_agent_id: string | null;
  readonly target_inbox_id: string | null;
}

/** A rule that is ready to be compared. */
export interface Rule extends RoutingRuleRow {
  readonly from: Wildcard | null;
  readonly subject: Wildcard | null;
}

/** A mail as far as rules look at it. */
export interface RoutableMail {
  readonly inbox_id: string;
  readonly category: string;
  readonly from_address: string;
  readonly from_name: string | null;
  readonly subject: string;
}

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
export const readRule = <Row extends RoutingRuleRow>(row: Row): Row & Rule => ({
  ...row,
  from: row.from_pattern === null ? null : readWildcard(row.from_pattern),
  subject: row.subject_pattern === null ? null : readWildcard(row.subject_pattern),
});

// As measured with V8, rounded up: a rule, a character, which may take two bytes, a part of a pattern.
const RULE_BYTES = 900;
const CHARACTER_BYTES = 2;
const PART_BYTES = 12;

/** The memory that an organization's rules take, about. */
export const bytesOf = (rules: readonly Rule[]): number =>
  rules.reduce((bytes, rule) => bytes + ruleBytes(rule), RULE_BYTES);

function ruleBytes({ name, from_pattern, subject_pattern, from, subject }: Rule): number {
  const characters = name.length + (from_pattern?.length ?? 0) + (subject_pattern?.length ?? 0);
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
  const agent = decision.agent ?? (rule.target_agent_id === null ? null : rule);
  const inbox = decision.inbox ?? (rule.target_inbox_id === null ? null : rule);
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
  const isThere = decision.inbox === rule && rule.target_inbox_id === mail.inbox_id;
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
    wouldAssign: decision.agent === rule ? rule.target_agent_id : null,
    wouldCopy: decision.inbox === rule && !isThere ? rule.target_inbox_id : null,
  };
}

/** The targets of a rule that matches which another one decided. */
const decidedTargets = (rule: Rule, { agent, inbox }: Decision): string[] => [
  ...(rule.target_agent_id !== null && agent !== rule ? ['target_agent_id'] : []),
  ...(rule.target_inbox_id !== null && inbox !== rule ? ['target_inbox_id'] : []),
];
