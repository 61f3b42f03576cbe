import { z } from 'zod';
import { salientSentences } from './salience.js';
import { sentencesOf } from '../../../mail/text/segments.js';
import { idOf, whole } from '../../../operations/shapes.js';
import { done, taskType, type TaskStep } from '../task-type.js';
import { readThread, type ReadMail } from './reading.js';

const input = z.object({ thread_id: idOf('thread'), sentences: whole(1, 20).default(5) });

/** Sentences that are compared: those of the newest mails. */
const MAX_SENTENCES = 1_000;

const pickSentences: TaskStep<z.output<typeof input>> = {
  name: 'pickSentences',
  async run(context) {
    const { thread_id: threadId, sentences: count } = context.input;
    const said = (await readThread(context, threadId)).flatMap(saidIn).slice(-MAX_SENTENCES);
    const chosen = salientSentences(
      said.map(({ text }) => text),
      count,
    );
    return done({ thread_id: threadId, sentences: chosen.map((index) => said[index]!) });
  },
};

/** The sentences of a mail, without what it quotes. */
const saidIn = (mail: ReadMail) =>
  sentencesOf(mail.text).map(({ text }) => ({
    text,
    email_id: mail.id,
    from: mail.from,
    received_at: mail.received_at,
  }));

/** Gives the sentences of a thread that say most. */
export const summarizeThread = taskType({
  type: 'summarize_thread',
  summary: 'gives the sentences of a thread that say most, word for word',
  input,
  scopes: ['emails:read'],
  subject: ({ thread_id: threadId }) => ({ threadId }),
  steps: [pickSentences],
});
