import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../db/database.js';
import { AppError } from '../../errors.js';
import { ModelError } from '../../models/model-error.js';
import type { Models } from '../../models/models.js';
import { Semaphore } from '../../semaphore.js';
import { eventRows, insertEvents } from '../../store/events/record.js';
import { notify, statement } from '../../store/statement.js';
import { WordFrequencies } from './frequencies.js';
import { passagesOf, type Passage } from './passages.js';
import type { AnswerKind } from './question-words.js';
import { findEmails } from './retrieval.js';
import { queryTerms } from './query-terms.js';
import { answersAmong } from './sufficiency.js';
import { generate, ranked } from './generating.js';
import type { AnsweredBy, QuestionRow } from './rows.js';

/** A sentence of a mail, and what a model says of it. */
interface Citation {
  readonly passage: Passage;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
  readonly sentence: string | null;
}

/** What was found out. */
interface Findings {
  readonly citations: readonly Citation[];
  readonly confidence: number;
  readonly answeredBy: AnsweredBy;
  /** Why no model answered that was to. */
  readonly note: string | null;
}

/** Passages that have something of a question, the best first. */
interface Candidates {
  readonly passages: readonly Passage[];
  readonly kinds: ReadonlySet<AnswerKind>;
}

interface QuestionAnsweringDeps {
  readonly database: Database;
  readonly models: Pick<Models, 'find' | 'askForJson' | 'nearness'>;
}

/** What `answer` says of a question that a model is to answer. */
export const FOR_A_MODEL = 'for a model';

/** Passages that a model of meanings ranks. */
const RANKED = 40;

/** What a citation scores at least, of the best one. */
const WORTH_CITING = 0.45;

/** Answers questions with sentences of mail, word for word. Safe to do twice: the row is answered once. */
export class QuestionAnswering {
  private readonly frequencies: WordFrequencies;
  // Reading a long mail takes a while, and others are served by the same thread: questions take turns.
  private readonly turns = new Semaphore(1);

  constructor(private readonly deps: QuestionAnsweringDeps) {
    this.frequencies = new WordFrequencies(deps.database);
  }

  /** In a few words for operators; null when the question is gone. What is for a model is left to that. */
  async answer(id: string): Promise<string | null> {
    const question = await this.open(id);
    if (question === null || typeof question === 'string') return question;
    if (question.mode === 'generative') return FOR_A_MODEL;
    return this.record(question, extracted(await this.candidates(question), question.topK));
  }

  /** The same by a model; where that is away, or its tokens are spent, without it. @throws AppError 503 while another does */
  async answerWithModel(id: string): Promise<string | null> {
    const question = await this.open(id);
    if (question === null || typeof question === 'string') return question;
    const claimed = await this.deps.database.query(CLAIM, [id]);
    if (claimed.length === 0) throw new AppError(503, 'A model is being asked already');
    const candidates = await this.candidates(question);
    const found = await this.generated(question, candidates).catch((error: unknown) => {
      if (!(error instanceof ModelError)) throw error;
      return { ...extracted(candidates, question.topK), note: error.message };
    });
    return this.record(question, found);
  }

  /** The question while it is not answered; otherwise in a few words what became of it. */
  private async open(id: string): Promise<QuestionRow | string | null> {
    const [question] = await this.deps.database.query<QuestionRow>(FIND, [id]);
    if (!question) return null;
    return question.status === 'PENDING' ? question : 'answered before';
  }

  private async candidates({ question, ...part }: QuestionRow): Promise<Candidates> {
    const { words, kinds } = queryTerms(question);
    const weighed = await this.frequencies.weigh(words);
    const mails = words.length > 0 ? await findEmails(this.deps.database, part, weighed) : [];
    const query = { words: weighed, kinds };
    const passages: Passage[] = [];
    for (const mail of mails)
      await this.turns.run(async () => {
        passages.push(...passagesOf(mail, query));
        await setImmediate();
      });
    passages.sort((one, other) => other.score - one.score);
    return { passages, kinds };
  }

  /** @throws ModelError */
  private async generated(question: QuestionRow, candidates: Candidates): Promise<Findings> {
    const { models } = this.deps;
    const settings = await models.find(question.orgId, 'ask');
    if (!settings) throw new ModelError('refused', 'No model is configured for questions', false);
    const likely = candidates.passages.slice(0, RANKED);
    if (likely.length === 0) return { ...NOTHING, answeredBy: 'generative' };
    const order = await ranked(models, settings, question.question, likely);
    const shown = order.slice(0, question.topK);
    const sentences = await generate(models, settings, question, shown);
    const covered = sentences.map(({ passage }) => passage.coverage);
    return {
      citations: sentences.slice(0, question.topK),
      confidence: Math.min(1, Math.max(0, ...covered)),
      answeredBy: 'generative',
      note: null,
    };
  }

  private async record({ id, orgId }: QuestionRow, found: Findings): Promise<string> {
    const { citations, confidence, answeredBy, note } = found;
    const abstained = citations.length === 0;
    const rows = citations.map(({ passage: { mail, score }, ...cited }, position) => ({
      ...{ position, email_id: mail.id, thread_id: mail.thread_id, inbox_id: mail.inbox_id },
      ...{ subject: mail.subject, from_address: mail.from_address, received_at: mail.received_at },
      ...{ quote: cited.quote, start_at: cited.start, end_at: cited.end, score },
      sentence: cited.sentence,
    }));
    const data = { question_id: id, abstained, citations: citations.length };
    const event = {
      kind: 'question.completed',
      orgId,
      inboxId: null,
      resourceId: id,
      data,
    } as const;
    const events = eventRows([event]);
    const values = [id, abstained, confidence, JSON.stringify(rows), events, answeredBy, note];
    await this.deps.database.query(RECORD, values);
    return abstained ? 'abstained' : `answered with ${citations.length} citations`;
  }
}

const NOTHING: Findings = { citations: [], confidence: 0, answeredBy: 'extractive', note: null };

/** The passages that answer, word for word. */
function extracted({ passages, kinds }: Candidates, topK: number): Findings {
  const answering = answersAmong(passages, { kinds });
  const [best] = answering;
  if (!best) return NOTHING;
  const cited = answering.filter(({ score }) => score >= best.score * WORTH_CITING).slice(0, topK);
  const isAsked = kinds.size === 0 || best.hasKind;
  return {
    ...NOTHING,
    citations: cited.map((passage) => {
      const { quote, start, end } = passage;
      return { passage, quote, start, end, sentence: null };
    }),
    confidence: Math.min(1, best.coverage) * (isAsked ? 1 : 0.7),
  };
}

const FIND = `
SELECT id, org_id AS "orgId", question, inbox_ids AS "inboxIds", filters, top_k AS "topK", status, mode
FROM questions WHERE id = $1`;

// Longer than a model may take: it is not asked, and paid, by two at once.
const CLAIM = `
UPDATE questions SET asking_until = now() + interval '8 minutes'
WHERE id = $1 AND status = 'PENDING' AND coalesce(asking_until < now(), true) RETURNING id`;

const RECORD = statement([
  `answered AS (
  UPDATE questions SET status = 'COMPLETED', abstained = $2, confidence = $3, completed_at = now(),
    answered_by = $6, note = $7
  WHERE id = $1 AND status = 'PENDING' RETURNING id
), cited AS (
  INSERT INTO citations (question_id, position, email_id, thread_id, inbox_id, subject, from_address,
    received_at, quote, start_at, end_at, score, sentence)
  SELECT answered.id, c.position, c.email_id, c.thread_id, c.inbox_id, c.subject, c.from_address,
    c.received_at, c.quote, c.start_at, c.end_at, c.score, c.sentence
  FROM answered, jsonb_to_recordset($4::jsonb) AS c(position smallint, email_id text, thread_id text,
    inbox_id text, subject text, from_address text, received_at timestamptz, quote text, start_at int,
    end_at int, score real, sentence text)
  WHERE EXISTS (SELECT FROM emails e WHERE e.id = c.email_id)
)`,
  notify('question_answered', 'SELECT id FROM answered'),
  insertEvents('$5', 'EXISTS (SELECT FROM answered)'),
]);
