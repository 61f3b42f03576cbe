// `npm run ask:judge [-- --misses] [--alone]`: what is answered of the judged questions, among foreign mail.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parser } from '../support/parser.js';
import { spamSetMails } from '../corpus/spam-set.js';
import setUp from '../support/global-setup.js';
import tearDown from '../support/global-teardown.js';
import { startMailApi } from '../support/mail-api.js';
import { deliverAll, judgeQuestions, scoreOf, type Judgement } from './judge.js';
import { readQuestionCorpus } from './read.js';

const { values } = parseArgs({
  options: {
    misses: { type: 'boolean', default: false },
    alone: { type: 'boolean', default: false },
  },
});

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const GOALS = { right: 0.8, abstains: 0.9, verbatim: 1 } as const;

async function judgeAll(): Promise<Judgement[]> {
  const api = await startMailApi({ parts: { parser } });
  try {
    const { key, orgId } = await api.createOrg();
    const asked = { api, key, inbox: await api.createInbox(orgId) };
    if (!values.alone) await deliverAll(asked, await spamSetMails());
    const { mails, questions } = readQuestionCorpus(['corpus', 'tuning']);
    return await judgeQuestions(asked, mails, questions);
  } finally {
    await api.close();
  }
}

function show(judged: readonly Judgement[]): void {
  const row = (name: string, some: readonly Judgement[]) => {
    const { right, abstains, verbatim } = scoreOf(some);
    const cells = [right, abstains, verbatim].map((of) => of.toFixed(3).padStart(10));
    console.log(`${name.padEnd(10)}${String(some.length).padStart(5)}${cells.join('')}`);
  };
  console.log(`${''.padEnd(10)}    n     right  abstains  verbatim`);
  for (const [name, some] of judgedParts(judged)) row(name, some);
  row('tuning', judged.filter(isForTuning));
}

const isForTuning = ({ question }: Judgement) => question.isForTuning;

/** What the goals are of: the corpus in each language, and its half that nobody tunes on. */
function judgedParts(judged: readonly Judgement[]): [name: string, of: readonly Judgement[]][] {
  const corpus = judged.filter(({ question }) => !question.isBeside);
  const languages = [...new Set(corpus.map(({ question }) => question.language))];
  return [
    ...languages.map((of): [string, Judgement[]] => [
      of,
      corpus.filter(({ question }) => question.language === of),
    ]),
    ['judging', corpus.filter((one) => !isForTuning(one))],
  ];
}

/** Those of the judging half are not shown: who tunes on them has nothing left to judge with. */
function showMisses(judged: readonly Judgement[]): void {
  for (const { question, answer } of judged.filter((one) => isForTuning(one) && !one.isRight))
    console.log(
      `${question.language} ${question.text}\n  wanted: ${question.expected?.part ?? 'nothing'}\n  got:    ${answer ?? 'nothing'}`,
    );
}

await setUp({ rootDir: ROOT });
try {
  const judged = await judgeAll();
  show(judged);
  if (values.misses) showMisses(judged);
  const names = Object.keys(GOALS) as (keyof typeof GOALS)[];
  const isReached = judgedParts(judged).every(([, some]) => {
    const score = scoreOf(some);
    return names.every((name) => score[name] >= GOALS[name]);
  });
  process.exitCode = isReached ? 0 : 1;
} finally {
  await tearDown();
}
process.exit();
