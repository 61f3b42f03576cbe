import { call, createInboxes, withDatabase, type BenchInbox } from './client.js';
import { atMost, type Bench, type Figure } from './figures.js';
import { filledWord, fillMails, MAILS_AN_INBOX } from './fill.js';
import { withProgram, type Program } from './generator.js';
import type { HttpCommands } from './generators/http.js';
import { withService, type BenchService } from './service.js';

const QUESTIONS = 200;
const GOALS = [
  { upTo: 10_000, p50: 50 },
  { upTo: Infinity, p50: 200 },
];

/** Questions about more and more mails, one at a time, each answered before the next is asked. */
export const ask: Bench = ({ full, directory }) =>
  withProgram('generators/http', (http: Program<HttpCommands>) =>
    withService({ dataDir: directory }, async (service) => {
      const inboxes: BenchInbox[] = [];
      const figures: Figure[] = [];
      for (const mails of full ? [10_000, 100_000, 1_000_000] : [10_000]) {
        const more = await createInboxes(service, mails / MAILS_AN_INBOX - inboxes.length);
        await withDatabase(service.databaseUrl, (client) => fillMails(client, more));
        inboxes.push(...more);
        await checkAnswer(service, inboxes[0]!);
        figures.push(await askTimes(service, http, mails));
      }
      return { figures };
    }),
  );

async function askTimes(
  { rest: url, apiKey }: BenchService,
  http: Program<HttpCommands>,
  mails: number,
): Promise<Figure> {
  const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' };
  const paths = ['/v1/ask'];
  const times = async (count: number) =>
    http.ask('oneByOne', { url, headers, paths, posts: questions(count) });
  // Warm: code is compiled, statements are planned.
  await times(20);
  const spread = await times(QUESTIONS);
  const { p50 } = GOALS.find(({ upTo }) => mails <= upTo)!;
  return {
    ...{ what: `a question about ${mails} mails`, value: spread.p50, unit: 'ms', ...spread },
    goal: atMost(spread.p50, p50),
  };
}

/** Of words of all kinds: in many mails, in some, in few, in none. */
const questions = (count: number) =>
  Array.from({ length: count }, (_, n) => {
    const [rare, some, many] = [(n * n * 37) % 20_000, (n * 61) % 2_000, n % 50].map(filledWord);
    const question = `When does the ${rare} of ${some} ${many} reach nowhere${n % 7}?`;
    return { headers: {}, body: JSON.stringify({ question }) };
  });

interface Answer {
  readonly citations: readonly { readonly email_id: string }[];
}

/** What a mail says is quoted from it. */
async function checkAnswer(service: BenchService, { id }: BenchInbox): Promise<void> {
  interface Page {
    readonly data: readonly { readonly id: string; readonly text_body: string }[];
  }
  const [mail] = (await call<Page>(service, `/v1/inboxes/${id}/emails?limit=1`)).data;
  const question = mail!.text_body.split(' ').slice(0, 12).join(' ');
  const { citations } = await call<Answer>(service, '/v1/ask', { question });
  if (!citations.some(({ email_id }) => email_id === mail!.id))
    throw new Error(`${mail!.id} is not quoted for ${question}`);
}
