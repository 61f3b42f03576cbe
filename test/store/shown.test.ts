import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Analysis } from '../../src/mail/analysis.js';
import { analyse } from '../../src/mail/reading/analyse.js';
import { storable } from '../../src/mail/text/safe-text.js';
import { MAIL_END } from '../../src/resources/emails/made-json.js';
import { emailPage } from '../../src/resources/emails/writing.js';
import type { EmailRow, Extent } from '../../src/resources/emails/rows.js';
import { mailRecord } from '../../src/store/mail/columns.js';
import { ROW_RUNS } from '../../src/store/shown.js';
import { buildMail } from '../corpus/build.js';
import { readCorpus } from '../corpus/read.js';
import { hostileMail } from '../mcp/tools/hostile-mail.js';
import { emailBySchema, summaryBySchema } from '../support/emails-by-schema.js';
import { analysis } from '../support/mail.js';

const RECEIVED_AT = new Date('2026-11-20T10:00:03Z');
const HOSTILE_MAILS = 200;
const FIXTURES = new URL('../fixtures/mail/', import.meta.url);

/** What is of one copy of a mail. */
const LIVE = {
  id: 'eml_1',
  org_id: 'org_1',
  inbox_id: 'inb_1',
  thread_id: 'thr_1',
  is_read: false,
  received_at: RECEIVED_AT,
  direction: 'inbound',
  status: 'received',
  size: 1_000,
  labels: ['a "label"'] as string[],
  workflow_id: 'processInbound:eml_1',
  auth: null,
  sending: null,
  stored_message_id: '1',
  described: null,
} as const;

/** What the statement makes of these columns. */
const rowJson = (parse_status: string) =>
  ROW_RUNS.map((fields) => {
    const members = fields.map((field) => [field, { ...LIVE, parse_status }[field]] as const);
    return JSON.stringify(Object.fromEntries(members)).slice(1, -1);
  }).join('\n');

function rowOf(found: Analysis): EmailRow {
  const record = mailRecord(found, 'complete', 'bounce@northwind.example');
  return { ...LIVE, ...record, row_json: rowJson(record.parse_status) };
}

/** A page of mails whose JSON no statement has made. */
const pageOf = (...others: readonly EmailRow[]) => ({
  mails: { count: others.length, made: Buffer.alloc(others.length - 1, MAIL_END), others },
  cursor: null,
  has_more: false,
});

const written = (row: EmailRow, extent: Extent) => String(emailPage(pageOf(row), extent));

const paged = (json: string) => `{"data":[${json}],"cursor":null,"has_more":false}`;

/** Whether what was made once is what the schema makes, to the byte. */
function expectTheSame(found: Analysis): void {
  const columns = {
    ...rowOf(found),
    ...mailRecord(found, 'complete', ''),
    otp_candidates: found.otpCandidates,
    links: found.links,
  };
  expect(written(rowOf(found), 'whole')).toBe(paged(emailBySchema(columns)));
  expect(written(rowOf(found), 'summary')).toBe(paged(summaryBySchema(columns)));
}

describe('The JSON of an email that is made once', () => {
  it('is what the schema makes of every mail of the corpus', async () => {
    for (const mail of readCorpus())
      expectTheSame(analyse(buildMail(mail), { receivedAt: RECEIVED_AT }));
  }, 600_000);

  it.each(readdirSync(FIXTURES).filter((file) => file.endsWith('.eml')))(
    'is what the schema makes of %s',
    async (file) => {
      const raw = readFileSync(new URL(file, FIXTURES));
      expectTheSame(analyse(raw, { receivedAt: RECEIVED_AT }));
    },
  );

  it('is what the schema makes of hostile mail', async () => {
    for (let index = 0; index < HOSTILE_MAILS; index += 1)
      expectTheSame(analyse(hostileMail(index, 'a@b.example'), { receivedAt: RECEIVED_AT }));
  }, 600_000);

  it('is what the schema makes, whatever texts are in it', () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 }).map((given) => storable(given, 100));
    const texts = fc.array(text, { maxLength: 3 });
    const mailboxes = fc.array(fc.record({ name: fc.option(text, { nil: null }), address: text }), {
      maxLength: 3,
    });
    const link = fc.record({
      ...{ url: text, text, kind: fc.constantFrom('verify' as const, 'other' as const) },
      risk: fc.subarray(['punycode' as const, 'raw_ip' as const]),
    });
    const candidate = fc.record({
      ...{
        code: text,
        context: text,
        source: fc.constantFrom('subject' as const, 'html' as const),
      },
      confidence: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
    });
    const given = fc.record({
      ...{
        messageId: fc.option(text, { nil: null }),
        subject: text,
        summary: text,
        references: texts,
      },
      ...{ to: mailboxes, cc: mailboxes, textBody: text, htmlBody: text, strippedText: text },
      ...{ otpCodes: texts, verificationLinks: texts, magicLinks: texts, backupCodes: texts },
      ...{
        links: fc.array(link, { maxLength: 3 }),
        otpCandidates: fc.array(candidate, { maxLength: 3 }),
      },
      codeExpiry: fc.option(fc.constant('2026-11-20T10:10:03.000Z'), { nil: null }),
    });
    fc.assert(
      fc.property(given, (parts) => expectTheSame(analysis(parts))),
      { numRuns: 300 },
    );
  });

  it('holds long texts apart until they are sent', () => {
    const textBody = `"${'😀\n'.repeat(200_000)}`;
    const row = rowOf(analysis({ textBody, links: [] }));
    const made = emailPage({ ...pageOf(row, row), cursor: 'next', has_more: true }, 'whole');
    expect(made.longText).toBe(2 * textBody.length);
    expect(JSON.parse([...made.pieces()].join(''))).toEqual(made.toJSON());
    expect(made.toJSON()).toMatchObject({ data: [{ text_body: textBody }, {}], cursor: 'next' });
  });
});
