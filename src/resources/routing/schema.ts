import { z } from 'zod';
import { byId, flag, idOf, label, plainText, timestamp, whole } from '../../operations/shapes.js';
import { category } from '../../store/shapes.js';
import { newThreadAgent } from '../threads/schema.js';
import { fromWire, toWire } from '../../operations/wire.js';
import type { RoutingRuleEntity } from './entities.js';
import type { RuleVerdict } from './rules.js';
import type { EmailVerdict } from './service.js';

const MAX_PATTERN = 200;
const MAX_PRIORITY = 1_000_000;

const pattern = plainText(MAX_PATTERN, z.string().min(1));

// Strict: a condition that is misspelt would be none, and the rule would match every mail.
const conditions = z
  .strictObject({
    category: category.nullish(),
    from_pattern: pattern
      .nullish()
      .describe('Matches the whole From address or the whole display name; `*` is any text.'),
    subject_pattern: pattern.nullish().describe('Matches the whole subject; `*` is any text.'),
  })
  .describe('All that are given must hold, letter case ignored. None given: every mail.');

const name = label(200);
// As agents are named in threads.
const agentId = newThreadAgent.shape.agent_id;
const inboxId = idOf('inbox');
const priority = whole(-MAX_PRIORITY, MAX_PRIORITY).describe('The lowest is asked first.');

const TARGETS = {
  target_agent_id: agentId.nullish().describe('Is assigned to the thread of the mail.'),
  target_inbox_id: inboxId.nullish().describe('Gets a copy of the mail.'),
};

/** What a rule is made from. */
export const newRule = z.object({
  name,
  conditions: conditions.default({}),
  ...TARGETS,
  priority: priority.default(100),
  enabled: flag.default(true),
});

/** What of a rule can change; `conditions` replaces all of them, null clears a target. */
export const ruleChange = byId.extend({
  name: name.optional(),
  conditions: conditions.optional(),
  ...TARGETS,
  priority: priority.optional(),
  enabled: flag.optional(),
});

/** A rule. */
export const rule = z.object({
  id: z.string(),
  name: z.string(),
  conditions: z.object({
    category: category.optional(),
    from_pattern: z.string().optional(),
    subject_pattern: z.string().optional(),
  }),
  target_agent_id: z.string().nullable(),
  target_inbox_id: z.string().nullable(),
  priority: z.number().int(),
  enabled: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
});

/** Which email the rules are tried on. */
export const ruleTest = z.object({ email_id: idOf('email') });

/** What each rule says of an email. Nothing is done. */
export const ruleTestResult = z.object({
  email_id: z.string(),
  routable: z.boolean().describe('Whether rules are for mail like this at all.'),
  reason: z.string().nullable().describe('Why they are not.'),
  data: z.array(
    z.object({
      rule_id: z.string(),
      name: z.string(),
      matched: z.boolean(),
      reason: z
        .string()
        .nullable()
        .describe('The condition that does not hold, or why it does less than it says.'),
      would_assign: z.string().nullable().describe('The agent it would assign.'),
      would_copy: z.string().nullable().describe('The inbox it would copy the email into.'),
    }),
  ),
});

/** A rule as clients see it. */
export const presentRule = (row: RoutingRuleEntity): z.input<typeof rule> => {
  const { category: wanted, from_pattern: from, subject_pattern: subject, ...other } = toWire(row);
  return {
    ...other,
    conditions: {
      ...(wanted !== null && { category: wanted }),
      ...(from !== null && { from_pattern: from }),
      ...(subject !== null && { subject_pattern: subject }),
    },
  };
};

/** What the rules say of an email, as clients see it. */
export const presentTest = ({
  emailId,
  reason,
  verdicts,
}: EmailVerdict): z.input<typeof ruleTestResult> => ({
  email_id: emailId,
  routable: reason === null,
  reason,
  data: verdicts.map((verdict) => presentVerdict(verdict, reason === null)),
});

const presentVerdict = (
  { rule: { id, name: ruleName }, wouldAssign, wouldCopy, ...verdict }: RuleVerdict,
  routable: boolean,
) => ({
  rule_id: id,
  name: ruleName,
  ...verdict,
  would_assign: routable ? wouldAssign : null,
  would_copy: routable ? wouldCopy : null,
});

/** The rule, or the change of one, that a client asked for; what is undefined stays. */
export const toRule = <
  Given extends { readonly conditions?: z.output<typeof conditions> | undefined },
>({
  conditions: given,
  ...rule
}: Given) => ({ ...fromWire(rule), ...(given && conditionsOf(given)) });

const conditionsOf = (given: z.output<typeof conditions>) => ({
  category: given.category ?? null,
  fromPattern: given.from_pattern ?? null,
  subjectPattern: given.subject_pattern ?? null,
});
