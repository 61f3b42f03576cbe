import { z } from 'zod';
import { CATEGORIES } from '../../mail/analysis.js';
import { parseStrictAddress } from '../../mail/mime/strict-address.js';
import {
  flag,
  idOf,
  paging,
  readBy,
  timestamp,
  untrusted,
  whole,
} from '../../operations/shapes.js';
import { toWire } from '../../operations/wire.js';
import { APPROVAL_KINDS, APPROVAL_STATUSES, DECIDED_VIA } from '../../store/approvals.js';
import { parsePattern } from '../../store/mail/address-pattern.js';
import type { ApprovalPolicyRow } from './policies.js';
import type { ApprovalRow } from './service.js';

/** Which approvals a list shows. */
export const approvalListQuery = z.object({
  status: z.enum(APPROVAL_STATUSES).optional(),
  inbox_id: idOf('inbox').optional(),
  ...paging,
});

/** The path of an approval. */
export const approvalPath = z.object({ id: z.string() });

/** What somebody decides. */
export const approvalDecision = approvalPath.extend({ comment: z.string().max(1_000).optional() });

/** What a person decides before it happens. */
export const approval = z.object({
  id: z.string(),
  inbox_id: z.string().nullable(),
  kind: z.enum(APPROVAL_KINDS),
  resource_id: z
    .string()
    .describe('What waits for it: a task, an email, a bulk send or the use of a credential.'),
  status: z.enum(APPROVAL_STATUSES),
  requested_by: z.string().describe('The key that asked.'),
  requested_at: timestamp,
  expires_at: timestamp,
  separate: z.boolean().describe('Whether the key that asked may not decide.'),
  decided_by: z
    .string()
    .nullable()
    .describe('A key, the address that a link was sent to, or `operator`.'),
  decided_via: z.enum(DECIDED_VIA).nullable(),
  decided_at: timestamp.nullable(),
  comment: z.string().nullable(),
  call: untrusted(
    z
      .object({ tool: z.string(), arguments: z.unknown() })
      .nullable()
      .describe('What an agent would do: the tool and its arguments.'),
  ),
});

/** An approval as clients see it. */
export const presentApproval = (row: ApprovalRow): z.input<typeof approval> => toWire(row);

const MAX_PATTERNS = 500;
const MAX_APPROVERS = 10;
const MIN_EXPIRY_SECONDS = 60;
const MAX_EXPIRY_SECONDS = 30 * 24 * 60 * 60;
const USUAL_EXPIRY_SECONDS = 72 * 60 * 60;

/** Which mail needs approval. */
export const APPROVED_SENDS = ['never', 'new_recipients', 'external', 'always'] as const;

const pattern = readBy(parsePattern, 'an email address or a domain name');

const approver = readBy((text) => parseStrictAddress(text)?.address ?? null, 'an email address');

const patterns = z.array(pattern).max(MAX_PATTERNS).default([]);

/** Whose policy is meant: without an inbox the organization's. */
export const approvalPolicyPath = z.object({ inbox_id: idOf('inbox').optional() });

/** A policy as clients give it. */
export const newApprovalPolicy = approvalPolicyPath.extend({
  sends: z
    .enum(APPROVED_SENDS)
    .describe('Which mail needs approval. External: to whom has no inbox or domain of yours.'),
  always_for: patterns.describe('Addresses and domains; they count more than all else.'),
  never_for: patterns.describe('Addresses and domains.'),
  reply_to_categories: z
    .array(z.enum(CATEGORIES))
    .max(CATEGORIES.length)
    .default([])
    .describe('Answers to mail of these categories, and passing it on, need approval as well.'),
  approvers: z
    .array(approver)
    .max(MAX_APPROVERS)
    .default([])
    .describe('Who gets a mail with a link to decide by: no addresses of your own inboxes.'),
  expires_in: whole(MIN_EXPIRY_SECONDS, MAX_EXPIRY_SECONDS)
    .default(USUAL_EXPIRY_SECONDS)
    .describe('Seconds until what nobody decided about is cancelled.'),
  separate: flag.default(false).describe('Whether the key that asked may not decide.'),
});

/** A policy. */
export const approvalPolicy = z.object({
  inbox_id: z.string().nullable().describe('Null: for all inboxes without one of their own.'),
  sends: z.enum(APPROVED_SENDS),
  always_for: z.array(z.string()),
  never_for: z.array(z.string()),
  reply_to_categories: z.array(z.string()),
  approvers: z.array(z.string()),
  expires_in: z.number().int(),
  separate: z.boolean(),
  updated_at: timestamp,
});

/** A policy as clients see it. */
export const presentApprovalPolicy = (row: ApprovalPolicyRow): z.input<typeof approvalPolicy> =>
  toWire(row);
