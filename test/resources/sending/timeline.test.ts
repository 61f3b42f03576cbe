import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sendingSteps } from '../../../src/resources/sending/timeline.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const ROWS = [
  `INSERT INTO sends (email_id, org_id, inbox_id, recipients, status, created_at, send_at,
     completed_at, attempt_count, workflow_id, error)
   VALUES ('eml_1', 'org_1', 'inb_1', '[]', 'bounced', '2026-01-01T00:00:00Z',
     '2026-01-02T10:00:00.5Z', '2026-01-02T10:00:07Z', 1, 'sendEmail:eml_1', 'no such user')`,
  `INSERT INTO send_attempts (email_id, number, provider, started_at, duration_ms, outcome, response,
     handed_over_at, workflow_id)
   VALUES ('eml_1', 2, NULL, '2026-01-02T10:00:05Z', NULL, NULL, NULL, now(), NULL),
     ('eml_1', 1, 'SMTP', '2026-01-02T10:00:00.5Z', 40, 'accepted', '250 Ok', now(), 'w')`,
  `INSERT INTO delivery_reports (report_email_id, email_id, org_id, kind, recipients, reported_at)
   VALUES ('eml_3', 'eml_1', 'org_1', 'complaint', '[]', '2026-01-04T00:00:00Z'),
     ('eml_2', 'eml_1', 'org_1', 'bounce', '[{"address":"b@x.example","diagnostic":"550 No"},
       {"address":"a@x.example","diagnostic":""}]', '2026-01-03T00:00:00Z')`,
];

it('the timeline of a sent mail tells of its attempts, its end, and what was reported', async () => {
  for (const row of ROWS) await test.database.query(row);
  const steps = await sendingSteps(test.database, 'eml_1');
  expect(steps.map(({ step, attempts, outcome }) => [step, attempts, outcome])).toEqual([
    ['queued', 1, 'to be sent at 2026-01-02T10:00:00.500Z'],
    ['attempt', 1, 'accepted by SMTP: 250 Ok'],
    ['attempt', 2, 'handed over'],
    ['finished', 1, 'bounced: no such user'],
    ['reported', 1, 'bounce (eml_2): b@x.example 550 No; a@x.example'],
    ['reported', 1, 'complaint (eml_3): '],
  ]);
  expect(steps[1]).toMatchObject({ duration_ms: 40, at: new Date('2026-01-02T10:00:00.500Z') });
  expect(await sendingSteps(test.database, 'eml_0')).toEqual([]);
});
