import { join } from 'node:path';
import type { RestCalibratorCommands } from './calibrators/rest.js';
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

/** Questions about more and more mails, one at a time, beside a bare program that finds mail by the same words. */
export const ask: Bench = ({ full, directory }) =>
  withProgram('generators/http', (http: Program<HttpCommands>) =>
    withProgram('calibrators/rest', (calibrator: Program<RestCalibratorCommands>) =>
      withService({ dataDir: join(directory, 'service') }, async (service) => {
        const bare = `http://127.0.0.1:${await calibrator.ask('start', service.databaseUrl)}`;
        const inboxes: BenchInbox[] = [];
        const figures: Figure[] = [];
        for (const mails of full ? [10_000, 100_000, 1_000_000] : [10_000]) {
          const more = await createInboxes(service, mails / MAILS_AN_INBOX - inboxes.length);
          await withDatabase(service.databaseUrl, (client) => fillMails(client, more));
          inboxes.push(...more);
          await checkAnswer(service, inboxes[0]!);
          figures.push(...(await askTimes(service, { http, bare }, mails)));
        }
        return { figures };
      }),
    ),
  );

async function askTimes(
  { rest, apiKey }: BenchService,
  { http, bare: bareUrl }: { readonly http: Program<HttpCommands>; readonly bare: string },
  mails: number,
): Promise<Figure[]> {
  const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' };
  const own = async (count: number) => {
    const posts = wordsOf(count).map(questionOf);
    return http.ask('oneByOne', { url: rest, headers, paths: ['/v1/ask'], posts });
  };
  const paths = wordsOf(QUESTIONS)
    .map((words) => `/words/${words.join('|')}`)
    .map(encodeURI);
  const bare = () => http.ask('oneByOne', { url: bareUrl, headers: {}, paths });
  // Warm: code is compiled, statements are planned.
  await own(20);
  const spread = await own(QUESTIONS);
  const least = await bare();
  const { p50 } = GOALS.find(({ upTo }) => mails <= upTo)!;
  const what = `a question about ${mails} mails`;
  return [
    { what: `bare program: ${what}`, value: least.p50, unit: 'ms', ...least },
    {
      ...{ what, value: spread.p50, unit: 'ms', ...spread },
      ratio: spread.p50 / least.p50,
      goal: atMost(spread.p50, p50),
    },
  ];
}

/** Words of all kinds: in few mails, in some, in many. */
const wordsOf = (count: number): string[][] =>
  Array.from({ length: count }, (_, n) =>
    [(n * n * 37) % 20_000, (n * 61) % 2_000, n % 50].map(filledWord),
  );

/** A question with these words, and one that is in no mail. */
const questionOf = ([rare, some, many]: readonly string[], n: number) => {
  const question = `When does the ${rare} of ${some} ${many} reach nowhere${n % 7}?`;
  return { headers: {}, body: JSON.stringify({ question }) };
};

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
