import type { z } from 'zod';
import { conflict } from '../../../errors.js';
import { fromWire } from '../../../operations/wire.js';
import { newDurableWait } from '../../durable-waits/schema.js';
import { secondsLeft } from '../seconds-left.js';
import { done, taskType, type TaskStep } from '../task-type.js';
import { START, firstMatch, outcomeOfWait, stopWaiting } from './waiting.js';

const input = newDurableWait
  .pick({ kind: true, from: true, subject: true, category: true, has_otp: true, since: true })
  .partial({ kind: true });

type WaitForEmailInput = z.output<typeof input>;

const startWaiting: TaskStep<WaitForEmailInput> = {
  name: START,
  async run({ task, input: filter, durableWaits }) {
    const wait = await durableWaits.create(
      task.orgId,
      {
        kind: 'email',
        // What came between the request and now counts as well.
        since: task.createdAt,
        ...fromWire(filter),
        inboxId: task.inboxId!,
        expiresIn: secondsLeft(task),
        count: 1,
      },
      task.id,
    );
    if (!wait) throw conflict('The inbox is gone, or the email that since names');
    return done({ wait_id: wait.id });
  },
  undo: stopWaiting,
};

const collectMail: TaskStep<WaitForEmailInput> = {
  name: 'collectMail',
  run: (context) =>
    outcomeOfWait(context, async (wait) => {
      const match = await firstMatch(context, wait);
      return match ? done(match) : { kind: 'too-late' };
    }),
};

/** Waits for a mail, as a durable wait does. */
export const waitForEmail = taskType({
  type: 'wait_for_email',
  summary: 'waits for an email, a code or a link in an inbox',
  input,
  scopes: ['emails:read'],
  needsInbox: true,
  steps: [startWaiting, collectMail],
});
