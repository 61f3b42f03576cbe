import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTransport, type Transporter } from 'nodemailer';
import { BAITS } from '../../bench/bait.js';
import { eventually } from './eventually.js';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { acceptedAs, createInbox, newCode, sendCode } from './mail.js';
import type { RestClient } from './rest-client.js';

// Most of them are one line.
const BYTES = 1_000_000;

describe('a hostile mail', () => {
  let installation: SharedInstallation;
  let service: RunningService;
  let client: RestClient;
  let transport: Transporter;

  beforeAll(async () => {
    installation = await createSharedInstallation();
    service = await installation.start();
    client = await installation.client(service);
    const { host, port } = service.smtp;
    transport = createTransport({ host, port, pool: true, maxConnections: 1 });
  });
  afterAll(async () => {
    transport.close();
    await installation.remove();
  });

  it.each(BAITS.map(({ target, what, make }) => [`${target}: ${what}`, make] as const))(
    'of %s is stored, listed, read and downloaded',
    async (_what, make) => {
      const inbox = await createInbox(client);
      const raw = make(BYTES);
      const envelope = { from: 'a@sender.test', to: inbox.address };
      const { response } = (await transport.sendMail({ envelope, raw })) as { response: string };
      const id = acceptedAs(response);

      const { data } = await client.read<{ data: { id: string }[] }>(
        `/v1/inboxes/${inbox.id}/emails?include_spam=true`,
      );
      expect(data).toMatchObject([{ id }]);
      await eventually(
        async () =>
          (await client.read<{ parse_status: string }>(`/v1/emails/${id}`)).parse_status !==
          'pending',
        20_000,
      );
      const stored = await client.download(`/v1/emails/${id}/raw`);
      expect(stored.length).toBeGreaterThanOrEqual(raw.length);
    },
  );

  it('leaves the code of the next mail alone', async () => {
    const inbox = await createInbox(client);
    const code = newCode();
    await sendCode(service, inbox, code);
    expect(await client.read(`/v1/inboxes/${inbox.id}/otp?timeout=20`)).toMatchObject({ code });
  });
});
