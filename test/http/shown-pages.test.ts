import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { withCode } from '../support/mail.js';
import {
  keyOfOtherInbox,
  startMailApi,
  type MailApi,
  type TestInbox,
} from '../support/mail-api.js';

let api: MailApi;
let key: string;
let inbox: TestInbox;

beforeAll(async () => {
  api = await startMailApi();
  const org = await api.createOrg();
  key = org.key;
  inbox = await api.createInbox(org.orgId);
  for (let count = 0; count < 12; count++) await api.deliver(inbox, withCode('482913'));
});
afterAll(() => api.close());

const VIEWS = ['', 'view=summary', 'max_chars=50'];

const list = (query: string, by = key, { inboxId } = inbox) =>
  fetch(`${api.baseUrl}/v1/inboxes/${inboxId}/emails?direction=all&include_spam=true&${query}`, {
    headers: { 'X-API-Key': by },
  });

const textOf = async (query: string) => (await list(query)).text();

const pages = () => Promise.all(VIEWS.map((view) => textOf(`limit=30&${view}`)));

let fresh = 30;
/** The same, as nobody asked for it before. */
const freshPages = () => {
  fresh += 1;
  return Promise.all(VIEWS.map((view) => textOf(`limit=${fresh}&${view}`)));
};

/** All of it is kept in memory then. */
async function askedForOften(): Promise<string[]> {
  await pages();
  await pages();
  return pages();
}

/** The mail in the middle of the page. */
const MIDDLE = `(SELECT id FROM emails WHERE inbox_id = $1 ORDER BY uid DESC OFFSET 5 LIMIT 1)`;
const ITS_MESSAGE = `(SELECT stored_message_id FROM emails WHERE id = ${MIDDLE})`;

const run = (statement: string) => () => api.database.query(statement, [inbox.inboxId]);

it.each<[string, () => Promise<unknown>]>([
  ['a mail comes', () => api.deliver(inbox, withCode('739154'))],
  ['a mail is deleted', run(`DELETE FROM emails WHERE id = ${MIDDLE}`)],
  ['one is read', run(`UPDATE emails SET is_read = NOT is_read WHERE id = ${MIDDLE}`)],
  ['one has labels', run(`UPDATE emails SET labels = '{new}' WHERE id = ${MIDDLE}`)],
  ['one has another thread', run(`UPDATE emails SET thread_id = 'thr_x' WHERE id = ${MIDDLE}`)],
  [
    'a run has ended',
    run(`INSERT INTO email_runs (email_id, workflow_id, finished_at, outcome, attempts)
      SELECT id, 'run-of-it', now(), 'announced', 1 FROM emails WHERE id = ${MIDDLE}
      ON CONFLICT (email_id) DO UPDATE SET workflow_id = 'run-of-it'`),
  ],
  [
    'its sender is checked',
    run(`INSERT INTO sender_checks (stored_message_id, auth)
      SELECT ${ITS_MESSAGE}, '{"spf": "fail", "dkim": "none", "dmarc": "none", "policy": "none",
        "arc": "none", "aligned_domain": null, "verdict": "fail", "flags": []}'
      ON CONFLICT (stored_message_id) DO UPDATE SET auth = excluded.auth`),
  ],
  [
    'it is being sent',
    run(`INSERT INTO sends (email_id, org_id, inbox_id, recipients)
      SELECT id, org_id, inbox_id, '[]' FROM emails WHERE id = ${MIDDLE}`),
  ],
  [
    'its message is read anew',
    run(`UPDATE stored_messages SET shown = replace(shown, '482913', '999999'), text_body = 'anew'
      WHERE id = ${ITS_MESSAGE}`),
  ],
  [
    'a model describes one',
    run(`UPDATE emails SET described = '{"summary": "By a model"}' WHERE id = ${MIDDLE}`),
  ],
])('a page that was asked for often is another one as soon as %s', async (_what, change) => {
  const before = await askedForOften();
  expect(before).toEqual(await freshPages());

  await change();

  const after = await pages();
  expect(after).toEqual(await freshPages());
  for (const [index, page] of after.entries())
    if (VIEWS[index] !== 'view=summary') expect(page).not.toBe(before[index]);
  expect(await pages()).toEqual(after);
});

it('a page of before is shown to nobody who may not see it, nor of an inbox that is gone', async () => {
  const mine = await api.createInbox(inbox.orgId);
  await api.deliver(mine, withCode('482913'));
  const query = 'limit=20';
  for (let times = 0; times < 3; times++) expect((await list(query, key, mine)).status).toBe(200);

  const bound = await keyOfOtherInbox(api, key, inbox.orgId);
  expect((await list(query, bound, mine)).status).toBe(403);
  const foreign = await api.createOrg();
  expect((await list(query, foreign.key, mine)).status).toBe(403);

  await api.call('DELETE', `/v1/inboxes/${mine.inboxId}`, { key });
  expect((await list(query, key, mine)).status).toBe(404);
});

it('goes on with the cursor of a page of before', async () => {
  await askedForOften();
  const follow = async () => {
    const first = (await (await list('limit=5')).json()) as { data: object[]; cursor: string };
    const second = (await (await list(`limit=5&cursor=${first.cursor}`)).json()) as typeof first;
    return [...first.data, ...second.data];
  };
  const walks = [await follow(), await follow(), await follow()];
  expect(new Set(walks.map((walk) => JSON.stringify(walk))).size).toBe(1);
  expect(walks[0]).toHaveLength(10);
});
