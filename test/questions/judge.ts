import type { MailApi, TestInbox } from '../support/mail-api.js';
import { rawOf, type CorpusMail, type JudgedQuestion } from './read.js';

interface Answer {
  readonly abstained: boolean;
  readonly citations: readonly Citation[];
}

interface Citation {
  readonly email_id: string;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
}

/** A question and what came of it. */
export interface Judgement {
  readonly question: JudgedQuestion;
  /** The best quote; null where nothing was said. */
  readonly answer: string | null;
  /** It quotes the right mail and the words that answer, or abstains where no mail answers. */
  readonly isRight: boolean;
  /** How many quotes there are, and how many of them stand in their mail where they say. */
  readonly quotes: number;
  readonly verbatim: number;
}

/** An inbox with mail, and those who may ask about it. */
export interface AskedInbox {
  readonly api: MailApi;
  readonly inbox: TestInbox;
  readonly key: string;
}

const AT_ONCE = 4;

/** Delivers mails and answers their ids, in their order. */
export async function deliverAll(
  { api, inbox }: Pick<AskedInbox, 'api' | 'inbox'>,
  mails: readonly Buffer[],
): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < mails.length; from += AT_ONCE) {
    const some = mails.slice(from, from + AT_ONCE);
    ids.push(...(await Promise.all(some.map((raw) => api.deliver(inbox, {}, raw)))));
  }
  return ids;
}

/** Delivers `mails` and asks `questions`, whose answers are in the mails of those numbers. */
export async function judgeQuestions(
  asked: AskedInbox,
  mails: readonly CorpusMail[],
  questions: readonly JudgedQuestion[],
): Promise<Judgement[]> {
  const ids = await deliverAll(asked, mails.map(rawOf));
  // As the autovacuum would do: how frequent words are is counted by it.
  await asked.api.database.query('ANALYZE emails');
  const judged: Judgement[] = [];
  for (const question of questions) judged.push(await judge(asked, question, ids));
  return judged;
}

async function judge(
  { api, key }: AskedInbox,
  question: JudgedQuestion,
  ids: readonly string[],
): Promise<Judgement> {
  const body = { question: question.text, wait: 60 };
  const { status, body: answer } = await api.call<Answer>('POST', '/v1/ask', { key, body });
  if (status !== 200) throw new Error(`${question.text}: ${status} ${JSON.stringify(answer)}`);
  const stand = await Promise.all(answer.citations.map((cited) => isVerbatim(api, key, cited)));
  return {
    question,
    answer: answer.citations[0]?.quote ?? null,
    isRight: isRight(question, answer, ids),
    quotes: stand.length,
    verbatim: stand.filter(Boolean).length,
  };
}

function isRight({ expected }: JudgedQuestion, answer: Answer, ids: readonly string[]): boolean {
  const [best] = answer.citations;
  if (!expected || !best) return !expected && answer.abstained;
  return best.email_id === ids[expected.mail] && best.quote.includes(expected.part);
}

async function isVerbatim(api: MailApi, key: string, cited: Citation): Promise<boolean> {
  const path = `/v1/emails/${cited.email_id}`;
  const { body } = await api.call<{ text_body: string }>('GET', path, { key });
  return body.text_body.slice(cited.start, cited.end) === cited.quote;
}

/** Shares of 1. */
export interface Score {
  readonly right: number;
  readonly abstains: number;
  readonly verbatim: number;
}

/** What share is right of the questions with an answer, of those without, and of all quotes. */
export function scoreOf(judged: readonly Judgement[]): Score {
  const rightOf = (some: readonly Judgement[]) =>
    share(
      some.filter((one) => one.isRight),
      some,
    );
  const sum = (of: 'quotes' | 'verbatim') => judged.reduce((all, one) => all + one[of], 0);
  return {
    right: rightOf(judged.filter(({ question }) => question.expected)),
    abstains: rightOf(judged.filter(({ question }) => !question.expected)),
    verbatim: sum('quotes') === 0 ? 1 : sum('verbatim') / sum('quotes'),
  };
}

const share = (some: readonly unknown[], all: readonly unknown[]) =>
  all.length === 0 ? 1 : some.length / all.length;
