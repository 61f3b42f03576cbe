import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parser } from '../support/parser.js';
import { startMailApi, type MailApi } from '../support/mail-api.js';
import { judgeQuestions, scoreOf, type Judgement } from './judge.js';
import { readQuestionCorpus, rawOf } from './read.js';

const LONG = 120_000;
// A part of the corpus that takes seconds; `npm run ask:judge` judges all of it among foreign mail.
const MAILS = 64;
const QUESTIONS = 40;

let api: MailApi;
beforeAll(async () => {
  api = await startMailApi({ parts: { parser } });
});
afterAll(() => api.close());

/** Some mails of each language and the questions about them, as many with an answer as the corpus has. */
function part() {
  const { mails, questions } = readQuestionCorpus();
  const languages = [...new Set(mails.map(({ language }) => language))];
  const each = MAILS / languages.length;
  const chosen = languages.flatMap((of) =>
    mails.filter(({ language }) => language === of).slice(0, each),
  );
  const placed = questions.flatMap((question) => {
    const { expected } = question;
    if (!expected) return [question];
    const mail = chosen.indexOf(mails[expected.mail]!);
    return mail < 0 ? [] : [{ ...question, expected: { ...expected, mail } }];
  });
  const every = Math.floor(placed.length / QUESTIONS);
  return { mails: chosen, questions: placed.filter((_, n) => n % every === 0).slice(0, QUESTIONS) };
}

describe('the judged questions', () => {
  let judged: Judgement[];
  beforeAll(async () => {
    const { key, orgId } = await api.createOrg();
    const { mails, questions } = part();
    judged = await judgeQuestions(
      { api, key, inbox: await api.createInbox(orgId) },
      mails,
      questions,
    );
  }, LONG);

  it('are answered by the right passage, word for word, or not at all', () => {
    const { right, abstains, verbatim } = scoreOf(judged);
    expect(judged).toHaveLength(QUESTIONS);
    expect(right).toBeGreaterThanOrEqual(0.75);
    expect(abstains).toBeGreaterThanOrEqual(0.85);
    expect(verbatim).toBe(1);
  });
});

describe('mail that is not quoted', () => {
  const text = 'The gate code of the warehouse is 88412.';
  const question = 'What is the gate code of the warehouse?';
  const mail = { language: 'en', from: 'Gate <gate@warehouse.example>', subject: 'Gate', text };
  const ask = (key: string) =>
    api.call<{ abstained: boolean }>('POST', '/v1/ask', { key, body: { question } });

  it.each([
    ['held', `status = 'held'`],
    ['quarantined', `status = 'quarantined', mailbox = NULL`],
    ['blocked', `status = 'blocked', mailbox = NULL`],
    ['spam', `is_spam = true, mailbox = 'Spam'`],
  ])('is %s', async (_, change) => {
    const { key, orgId } = await api.createOrg();
    const id = await api.deliver(await api.createInbox(orgId), {}, rawOf(mail));
    expect((await ask(key)).body.abstained).toBe(false);
    await api.database.query(`UPDATE emails SET ${change} WHERE id = $1`, [id]);
    expect((await ask(key)).body.abstained).toBe(true);
  });

  it('is in an inbox that the key is not bound to', async () => {
    const { key, orgId } = await api.createOrg();
    const inbox = await api.createInbox(orgId);
    const other = await api.createInbox(orgId);
    await api.deliver(inbox, {}, rawOf(mail));
    const keyOf = async ({ inboxId }: { inboxId: string }) => {
      const body = { name: 'bound', allowed_inbox_ids: [inboxId] };
      const made = await api.call<{ api_key: string }>('POST', '/v1/orgs/me/api-keys', {
        key,
        body,
      });
      return made.body.api_key;
    };
    expect((await ask(await keyOf(inbox))).body.abstained).toBe(false);
    expect((await ask(await keyOf(other))).body.abstained).toBe(true);
  });
});
