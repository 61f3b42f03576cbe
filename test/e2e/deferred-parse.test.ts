import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { createInbox, newCode, processed, sendCode } from './mail.js';
import type { RestClient } from './rest-client.js';

describe('a mail whose parse was put off, without a worker', () => {
  let installation: SharedInstallation;
  let service: RunningService;
  let client: RestClient;

  beforeAll(async () => {
    installation = await createSharedInstallation();
    service = await installation.start({ settings: { ROLES: 'api,smtp' } });
    client = await installation.client(service);
  });
  afterAll(() => installation.remove());

  it('is finished by the API process, and ends the waits for it', async () => {
    const inbox = await createInbox(client);
    const code = newCode();
    const emailId = await sendCode(service, inbox, code);
    await putOff(installation, emailId);
    const email = await client.read(`/v1/emails/${emailId}`);
    expect(email).toMatchObject({ parse_status: 'pending', otp_codes: [] });

    const waits = ['otp', 'wait'].map((route) =>
      client.get(`/v1/inboxes/${inbox.id}/${route}?timeout=30`),
    );
    const [otp, mail] = await Promise.all(waits);
    expect([otp!.status, otp!.body]).toMatchObject([200, { code, email_id: emailId }]);
    expect([mail!.status, mail!.body]).toMatchObject([
      200,
      { id: emailId, parse_status: 'complete', otp_codes: [code], category: 'verification' },
    ]);
    expect(await processed(client, emailId)).toMatchObject({ at: null, outcome: 'waiting' });
  });
});

/** The rows as accepting leaves them where parsing took too long. */
async function putOff({ database: { database } }: SharedInstallation, emailId: string) {
  await database.query(
    `WITH email AS (
       UPDATE emails SET parse_status = 'pending', parsed_at = NULL, announced_at = NULL,
         otp_codes = '{}', otp_confidence = 0, category = 'other'
       WHERE id = $1 RETURNING stored_message_id)
     UPDATE stored_messages SET otp_candidates = '[]', text_body = '', stripped_text = ''
     WHERE id = (SELECT stored_message_id FROM email)`,
    [emailId],
  );
}
