/** Settles the outbox rows of the mails of the array `emailIds`: nothing of their runs is left to do. */
export const settle = (emailIds: string): string => `
  UPDATE outbox SET settled_at = now(), done_at = coalesce(done_at, now())
  WHERE resource_id = ANY (${emailIds}) AND workflow = 'processInbound' AND settled_at IS NULL`;
