import { z } from 'zod';
import { conflict } from '../../../errors.js';
import { newId } from '../../../ids.js';
import { idOf, whole } from '../../../operations/shapes.js';
import { awaitReplies } from '../../../store/waits/replies.js';
import { secondsLeft } from '../seconds-left.js';
import { done, taskType, type TaskStep } from '../task-type.js';
import { START, firstMatch, outcomeOfWait, stopWaiting } from './waiting.js';

const MONTH_SECONDS = 30 * 24 * 60 * 60;

const input = z.object({
  email_id: idOf('email').describe('A sent email that nobody answered yet.'),
  text: z.string().min(1).max(100_000).describe('What is sent in its thread.'),
  after_seconds: whole(1, MONTH_SECONDS).describe(
    'Seconds from the sending, and between two follow-ups.',
  ),
  times: whole(1, 5).default(1),
});

type FollowUpInput = z.output<typeof input>;

const SENT = `
SELECT s.email_id FROM sends s WHERE s.email_id = $1 AND s.org_id = $2
  AND NOT EXISTS (SELECT FROM durable_waits w WHERE w.email_id = $1 AND w.status = 'waiting')`;

const startWaiting: TaskStep<FollowUpInput> = {
  name: START,
  async run({ task, input: { email_id: emailId, text, after_seconds: every, times }, database }) {
    const sent = await database.query(SENT, [emailId, task.orgId]);
    if (sent.length === 0)
      throw conflict('email_id must be of a sent email whose reply is not awaited already');
    const id = newId('wt');
    const reminders = Array.from({ length: times }, (_, index) => ({
      after_seconds: every * (index + 1),
      text,
    }));
    const awaitReply = { timeoutSeconds: secondsLeft(task), reminders };
    await awaitReplies(database, [{ id, taskId: task.id, emailId, awaitReply }]);
    return done({ wait_id: id });
  },
  undo: stopWaiting,
};

const collectReply: TaskStep<FollowUpInput> = {
  name: 'collectReply',
  run: (context) =>
    outcomeOfWait(context, async (wait) => {
      const reply = await firstMatch(context, wait);
      return done({
        replied: reply !== null,
        email_id: reply?.['email_id'] ?? null,
        thread_id: reply?.['thread_id'] ?? null,
        follow_ups_sent: wait.reminders_sent,
      });
    }),
};

/** Follows up on a sent mail until a person replies. */
export const followUp = taskType({
  type: 'follow_up',
  summary: 'follows up on a sent email in its thread until a person replies',
  input,
  scopes: ['emails:read', 'emails:send'],
  subject: ({ email_id: emailId }) => ({ emailId }),
  steps: [startWaiting, collectReply],
});
