import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Analysis } from '../../src/mail/analysis.js';
import { analyse } from '../../src/mail/reading/analyse.js';
import { emailBySchema, summaryBySchema, type EmailColumns } from '../support/emails-by-schema.js';
import { withCode } from '../support/mail.js';
import { startMailApi, type MailApi, type TestInbox } from '../support/mail-api.js';

const FIXTURES = new URL('../fixtures/mail/', import.meta.url);
const MIB = 1024 * 1024;
const LARGE = { htmlBody: `<p>${'x'.repeat(2 * MIB)}</p>` };
const LINK = {
  url: 'https://example.com/verify?t=1',
  kind: 'verify',
  text: 'Verify',
  risk: [],
} as const;

// Texts that end where previews do, of characters that count once and twice, and links of as many as are shown.
const CUT: readonly Partial<Analysis>[] = [
  ...['', 'x', '\u0001\u007f"\\\u2028', 'é', '😀', 'x😀', '\n\u001e'].flatMap((part) =>
    [1, 7, 24, 25, 49, 50, 51, 150, 300].map((count) => ({ textBody: part.repeat(count) })),
  ),
  ...[0, 100, 140, 180, 240, 1_000].map((length) => ({
    ...{ textBody: 'short', verificationLinks: [LINK.url] },
    links: [LINK, { ...LINK, text: 'x'.repeat(length) }, { ...LINK, text: '😀' }],
  })),
];

// As it was kept before there were policies.
const CHECKED = {
  ...{ spf: 'pass', dkim: 'none', dmarc: 'none', arc: 'none', aligned_domain: 'a"\\.test' },
  ...{ verdict: 'none', flags: ['several_from', 'lookalike_domain'] },
};

const RECIPIENTS = [
  { address: 'a "b"@c.test', local: false, status: 'sent', response: '250 ü, "ok"' },
  { address: 'd@e.test', local: true, status: 'queued', response: null },
];

let api: MailApi;
let key: string;
let inbox: TestInbox;
let threadId: string;

beforeAll(async () => {
  api = await startMailApi();
  const org = await api.createOrg();
  key = org.key;
  inbox = await api.createInbox(org.orgId);
  const receivedAt = new Date('2026-11-20T10:00:03Z');
  for (const file of readdirSync(FIXTURES)
    .filter((name) => name.endsWith('.eml'))
    .slice(0, 60)) {
    const raw = readFileSync(new URL(file, FIXTURES));
    await api.deliver(inbox, analyse(raw, { receivedAt }), raw);
  }
  await api.deliver(inbox, { ...LARGE, links: [LINK], verificationLinks: [LINK.url] });
  await api.deliver(inbox, {
    ...withCode('482913'),
    from: { name: null, address: 'codes@a.test' },
  });
  const [mail] = await api.database.query<{ thread_id: string }>(
    'SELECT thread_id FROM emails ORDER BY uid DESC LIMIT 1',
  );
  threadId = mail!.thread_id;
  await api.database.query('UPDATE emails SET labels = $1, is_read = true WHERE uid % 2 = 0', [
    ['a "label"', 'two\nlines \\ \u0001 \u007f \u2028', 'ü 😀'],
  ]);
});
afterAll(() => api.close());

/** An answer as it was sent. */
async function textOf(path: string): Promise<string> {
  const answer = await fetch(api.baseUrl + path, { headers: { 'X-API-Key': key } });
  expect(answer.status).toBe(200);
  return answer.text();
}

const list = (query: string, { inboxId } = inbox) =>
  textOf(`/v1/inboxes/${inboxId}/emails?direction=all&include_spam=true&limit=100&${query}`);

/** All that shows mail, to the byte. */
async function allAnswers(): Promise<string[]> {
  const { data } = JSON.parse(await list('')) as { data: { id: string }[] };
  return Promise.all([
    list(''),
    list('view=summary'),
    list('max_chars=50'),
    textOf('/v1/emails?include_spam=true&q=code'),
    textOf(`/v1/threads/${threadId}`),
    textOf(
      `/v1/inboxes/${inbox.inboxId}/otp?since=2000-01-01T00:00:00Z&from=codes@a.test&timeout=1`,
    ),
    ...data.map(({ id }) => textOf(`/v1/emails/${id}`)),
  ]);
}

/** Mail as the version before stored it: candidates and links in columns of their own, no JSON. */
const asBefore = ({ inboxId }: { readonly inboxId: string }) =>
  api.database.query(
    `UPDATE stored_messages SET shown_version = 0, shown = NULL, shown_links = NULL,
       otp_candidates = ('{' || split_part(shown, E'\\n', 1) || '}')::jsonb->'otp_candidates',
       links = ('{' || split_part(shown_links, E'\\n', 1) || '}')::jsonb->'links'
     WHERE id IN (SELECT stored_message_id FROM emails WHERE inbox_id = $1)`,
    [inboxId],
  );

const columns = () =>
  api.database.query<EmailColumns>(
    `SELECT e.*, s.text_body, s.html_body, s.stripped_text, s.references_ids, s.otp_candidates, s.links
     FROM emails e JOIN stored_messages s ON s.id = e.stored_message_id
     WHERE e.inbox_id = $1 ORDER BY e.uid DESC`,
    [inbox.inboxId],
  );

const versions = () =>
  api.database.query(
    `SELECT s.shown_version AS version, count(*)::int AS mails
     FROM emails e JOIN stored_messages s ON s.id = e.stored_message_id
     WHERE e.inbox_id = $1 GROUP BY 1 ORDER BY 1`,
    [inbox.inboxId],
  );

describe('Mail of the version before', () => {
  it('is shown the same before, during and after its upgrade', async () => {
    const answers = await allAnswers();
    await asBefore(inbox);
    expect(await allAnswers()).toEqual(answers);

    const rows = await columns();
    const page = (make: typeof emailBySchema) =>
      `{"data":[${rows.map(make).join(',')}],"cursor":null,"has_more":false}`;
    expect(answers[0]).toBe(page(emailBySchema));
    expect(answers[1]).toBe(page(summaryBySchema));

    const { upgrades } = api.background;
    expect(await upgrades.upgradeChunk(20)).toEqual({ done: false, messages: 20 });
    expect(await versions()).toEqual([
      { version: 0, mails: rows.length - 20 },
      { version: 1, mails: 20 },
    ]);
    expect(await allAnswers()).toEqual(answers);

    while (!(await upgrades.upgradeChunk(20)).done);
    expect(await versions()).toEqual([{ version: 1, mails: rows.length }]);
    expect(await allAnswers()).toEqual(answers);
    expect(await columns()).toMatchObject(rows.map(() => ({ otp_candidates: [], links: [] })));
    expect(await upgrades.upgradeChunk(20)).toEqual({ done: true, messages: 0 });
  });

  it('is left alone by an upgrade that comes after it was read at last', async () => {
    const emailId = await api.deliver(inbox, withCode('739154'));
    const shown = await textOf(`/v1/emails/${emailId}`);
    await api.background.upgrades.upgradeChunk(20);
    expect(await textOf(`/v1/emails/${emailId}`)).toBe(shown);
  });

  it('that has no email any more is passed over', async () => {
    const { upgrades } = api.background;
    while (!(await upgrades.upgradeChunk(100)).done);
    await api.database.query(`INSERT INTO stored_messages (raw, trace) VALUES ('', 'no email')`);
    expect(await upgrades.upgradeChunk(20)).toEqual({ done: true, messages: 1 });
    expect(await upgrades.upgradeChunk(20)).toEqual({ done: true, messages: 0 });
    await api.database.query(`DELETE FROM stored_messages WHERE trace = 'no email'`);
  });
});

describe('A list with view=summary', () => {
  it('has no bodies, candidates or links, and stays small whatever its mails are', async () => {
    const { orgId } = inbox;
    const other = await api.createInbox(orgId);
    for (let count = 0; count < 12; count++) await api.deliver(other, { ...LARGE, links: [LINK] });
    const path = `/v1/inboxes/${other.inboxId}/emails?limit=100`;
    const text = await textOf(`${path}&view=summary&max_chars=5`);
    const { data, has_more } = JSON.parse(text) as { data: object[]; has_more: boolean };
    expect(data).toHaveLength(12);
    expect(has_more).toBe(false);
    expect(text.length).toBeLessThan(12 * 2_000);
    const left = ['text_body', 'html_body', 'stripped_text', 'otp_candidates', 'links', 'parsed'];
    for (const name of left) expect(data[0]).not.toHaveProperty(name);
    expect((JSON.parse(await textOf(path)) as { data: object[] }).data.length).toBeLessThan(12);
  });

  it('is refused under another name', async () => {
    const path = `/v1/inboxes/${inbox.inboxId}/emails?view=short`;
    expect(await api.call('GET', path, { key })).toMatchObject({
      status: 400,
      body: { error: 'view must be whole or summary' },
    });
  });

  it.each(['/v1/emails?', `/v1/emails/search?q=welcome&`])('is had of %s too', async (path) => {
    const { data } = JSON.parse(await textOf(`${path}view=summary`)) as { data: object[] };
    expect(data[0]).toHaveProperty('summary');
    expect(data[0]).not.toHaveProperty('text_body');
  });

  it('is had of a thread', async () => {
    const thread = JSON.parse(await textOf(`/v1/threads/${threadId}?view=summary`)) as {
      messages: object[];
    };
    expect(thread.messages[0]).toHaveProperty('subject');
    expect(thread.messages[0]).not.toHaveProperty('text_body');
  });
});

describe('A list of previews', () => {
  it('is the same whoever makes its JSON', async () => {
    const other = await api.createInbox(inbox.orgId);
    for (const parts of CUT) await api.deliver(other, parts);
    await api.database.query(
      `INSERT INTO sender_checks (stored_message_id, auth)
       SELECT stored_message_id, $2::jsonb FROM emails WHERE inbox_id = $1 AND uid % 3 = 0`,
      [other.inboxId, JSON.stringify(CHECKED)],
    );
    await api.database.query(
      `INSERT INTO sends (email_id, org_id, inbox_id, recipients, send_at, sent_at, error, provider, metadata)
       SELECT id, org_id, inbox_id, $2::jsonb, '2026-11-20T10:00:00.123999Z', NULL, 'a "quote"', 'smtp',
         CASE WHEN uid % 2 = 0 THEN '{}' ELSE '{"order": "1, 2"}' END::jsonb
       FROM emails WHERE inbox_id = $1 AND uid % 5 = 0`,
      [other.inboxId, JSON.stringify(RECIPIENTS)],
    );
    const all = () =>
      Promise.all([
        list('', other),
        list('view=summary', other),
        ...[1, 7, 49, 50, 51, 300, 10_000].map((max) => list(`max_chars=${max}`, other)),
      ]);
    const made = await all();
    await asBefore(other);
    expect(await all()).toEqual(made);
    while (!(await api.background.upgrades.upgradeChunk(100)).done);
  });
});
