import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../db/database.js';
import { Semaphore } from '../../semaphore.js';
import { eventRows, insertEvents } from '../../store/events/record.js';
import { notify, statement } from '../../store/statement.js';
import { WordFrequencies } from './frequencies.js';
import { passagesOf, type Passage } from './passages.js';
import { CERTAIN_KINDS, type AnswerKind } from './asking-words.js';
import { findMails } from './retrieval.js';
import { soughtWords } from './sought-words.js';
import type { QuestionRow } from './rows.js';

/** What was found out. */
interface Findings {
  readonly passages: readonly Passage[];
  readonly confidence: number;
}

// Below these shares of a question's words a passage says nothing about it; more is needed where it lacks what is
// asked. `own` is of the words that subject and sender leave open: they tell which mail, not what it says.
const ENOUGH = { coverage: 0.7, withoutKind: 0.85, own: 0.5 } as const;
/** What a citation scores at least, of the best one. */
const WORTH_CITING = 0.45;

/** Answers questions with sentences of mail, word for word. Safe to do twice: the row is answered once. */
export class QuestionAnswering {
  private readonly frequencies: WordFrequencies;
  // Reading a long mail takes a while, and others are served by the same thread: questions take turns.
  private readonly turns = new Semaphore(1);

  constructor(private readonly database: Database) {
    this.frequencies = new WordFrequencies(database);
  }

  /** In a few words for operators; null when the question is gone. */
  async answer(id: string): Promise<string | null> {
    const [question] = await this.database.query<QuestionRow>(FIND, [id]);
    if (!question) return null;
    if (question.status !== 'PENDING') return 'answered before';
    const found = await this.findOut(question);
    await this.record(question, found);
    const { length } = found.passages;
    return length === 0 ? 'abstained' : `answered with ${length} citations`;
  }

  private async findOut({ question, topK, ...part }: QuestionRow): Promise<Findings> {
    const { words, kinds } = soughtWords(question);
    const weighed = await this.frequencies.weigh(words);
    const mails = words.length > 0 ? await findMails(this.database, part, weighed) : [];
    const sought = { words: weighed, kinds };
    const passages: Passage[] = [];
    for (const mail of mails)
      await this.turns.run(async () => {
        passages.push(...passagesOf(mail, sought).filter((passage) => answers(passage, kinds)));
        await setImmediate();
      });
    passages.sort((one, other) => other.score - one.score);
    const [best] = passages;
    if (!best) return { passages: [], confidence: 0 };
    const cited = passages.filter(({ score }) => score >= best.score * WORTH_CITING);
    const isAsked = kinds.size === 0 || best.hasKind;
    return {
      passages: cited.slice(0, topK),
      confidence: Math.min(1, best.coverage) * (isAsked ? 1 : 0.7),
    };
  }

  private async record(
    { id, orgId }: QuestionRow,
    { passages, confidence }: Findings,
  ): Promise<void> {
    const abstained = passages.length === 0;
    const citations = passages.map(({ mail, quote, start, end, score }, position) => ({
      ...{ position, email_id: mail.id, thread_id: mail.thread_id, inbox_id: mail.inbox_id },
      ...{ subject: mail.subject, from_address: mail.from_address, received_at: mail.received_at },
      ...{ quote, start_at: start, end_at: end, score },
    }));
    const data = { question_id: id, abstained, citations: passages.length };
    const event = {
      kind: 'question.completed',
      orgId,
      inboxId: null,
      resourceId: id,
      data,
    } as const;
    const values = [id, abstained, confidence, JSON.stringify(citations), eventRows([event])];
    await this.database.query(RECORD, values);
  }
}

function answers(
  { coverage, ownCoverage, hasKind }: Passage,
  kinds: ReadonlySet<AnswerKind>,
): boolean {
  if (ownCoverage < ENOUGH.own) return false;
  if (kinds.size === 0 || hasKind) return coverage >= ENOUGH.coverage;
  return ![...kinds].some((kind) => CERTAIN_KINDS.has(kind)) && coverage >= ENOUGH.withoutKind;
}

const FIND = `
SELECT id, org_id AS "orgId", question, inbox_ids AS "inboxIds", filters, top_k AS "topK", status
FROM questions WHERE id = $1`;

const RECORD = statement([
  `answered AS (
  UPDATE questions SET status = 'COMPLETED', abstained = $2, confidence = $3, completed_at = now()
  WHERE id = $1 AND status = 'PENDING' RETURNING id
), cited AS (
  INSERT INTO citations (question_id, position, email_id, thread_id, inbox_id, subject, from_address,
    received_at, quote, start_at, end_at, score)
  SELECT answered.id, c.position, c.email_id, c.thread_id, c.inbox_id, c.subject, c.from_address,
    c.received_at, c.quote, c.start_at, c.end_at, c.score
  FROM answered, jsonb_to_recordset($4::jsonb) AS c(position smallint, email_id text, thread_id text,
    inbox_id text, subject text, from_address text, received_at timestamptz, quote text, start_at int,
    end_at int, score real)
  WHERE EXISTS (SELECT FROM emails e WHERE e.id = c.email_id)
)`,
  notify('question_answered', 'SELECT id FROM answered'),
  insertEvents('$5', 'EXISTS (SELECT FROM answered)'),
]);
