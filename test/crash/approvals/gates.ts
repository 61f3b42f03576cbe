import type { Gate, GateTable } from '../gated/gates.js';

// Those of bulk sends are gates of their own.
const SINGLE = `NEW.kind = 'send' AND NEW.resource_id NOT LIKE 'blk%'`;
const BULK = `NEW.resource_id LIKE 'blk%'`;

const asked = (which: string): Gate => ({ table: 'approvals', on: 'INSERT', when: which });
const decided = (status: string, which: string): Gate => ({
  table: 'approvals',
  on: 'UPDATE',
  when: `NEW.status = '${status}' AND OLD.status <> NEW.status AND ${which}`,
});
const approvedMail = (condition: string): Gate => ({
  table: 'sends',
  on: 'UPDATE',
  when: `NEW.approved_at IS NOT NULL AND NEW.bulk_id IS NULL AND OLD.status <> NEW.status AND ${condition}`,
});

/** Every step by its name; each is of one story. */
export const GATES = {
  'somebody is asked about a mail': asked(SINGLE),
  'its approvers are told': {
    table: 'approvals',
    on: 'UPDATE',
    when: `NEW.notices > OLD.notices`,
  },
  'it is approved': decided('APPROVED', `${SINGLE} AND NEW.decided_via = 'api'`),
  'an attempt at it begins': approvedMail(`NEW.status = 'sending'`),
  'its outcome is written': approvedMail(`NEW.status = 'sent'`),
  'it is approved by link': decided('APPROVED', `NEW.decided_via = 'link'`),
  'it is rejected': decided('REJECTED', SINGLE),
  'nobody decides in time': decided('EXPIRED', `${SINGLE} AND NEW.comment IS NULL`),
  'it is cancelled': decided('EXPIRED', `${SINGLE} AND NEW.comment IS NOT NULL`),
  'somebody is asked about a bulk send': asked(BULK),
  'a bulk send is approved': decided('APPROVED', BULK),
} as const satisfies GateTable<string>;

/** The name of a step. */
export type Step = keyof typeof GATES;
