import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.js';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { createInbox, idsOf, newCode, processed, sendCode, timeline } from './mail.js';
import type { RestClient } from './rest-client.js';

describe('a routing rule', () => {
  let installation: SharedInstallation;
  let service: RunningService;
  let client: RestClient;

  beforeAll(async () => {
    installation = await createSharedInstallation();
    service = await installation.start();
    client = await installation.client(service);
  });
  afterAll(() => installation.remove());

  const bodyOf = async (id: string) => {
    const raw = (await client.download(`/v1/emails/${id}/raw`)).toString();
    return raw.slice(raw.indexOf('\r\n\r\n'));
  };

  it('brings a mail from SMTP to an agent and to a wait in another inbox', async () => {
    const [first, second] = [await createInbox(client), await createInbox(client)];
    await client.read('/v1/routing-rules', {
      name: 'Codes',
      conditions: { from_pattern: '*@northwind.example', category: 'verification' },
      target_agent_id: 'login',
      target_inbox_id: second.id,
    });
    const code = newCode();
    const wait = client.read(`/v1/inboxes/${second.id}/otp?timeout=30`);

    const emailId = await sendCode(service, first, code);

    const { email_id: copyId } = await wait;
    expect(await idsOf(client, `/v1/inboxes/${second.id}/emails`)).toEqual([copyId]);
    await eventually(async () => (await processed(client, copyId as string)).at !== null);
    const outcomes = async (id: string) =>
      (await timeline(client, id)).flatMap(({ step, outcome }) =>
        step === 'routed' ? [outcome] : [],
      );
    expect(await outcomes(emailId)).toEqual([
      `agent login, copied to ${second.id} as ${copyId as string}`,
    ]);
    expect(await outcomes(copyId as string)).toEqual([`a copy of ${emailId}`]);
    expect(await bodyOf(copyId as string)).toBe(await bodyOf(emailId));
    const { thread_id: thread } = await client.read(`/v1/emails/${emailId}`);
    expect((await client.read(`/v1/threads/${thread as string}`)).agents).toMatchObject([
      { agent_id: 'login', role: 'PARTICIPANT' },
    ]);
  });
});
