import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTransport } from 'nodemailer';
import { eventually } from './eventually.js';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { acceptedAs, createInbox, newCode, processed, sendCode, type Inbox } from './mail.js';
import type { RestClient } from './rest-client.js';

const LARGE = 12;
const BYTES = 5_000_000;
const FINISHED_WITHIN = 90_000;

/** An HTML mail that takes a thread some tenths of a second. */
function largeMail(number: number): Buffer {
  const rows: string[] = [];
  for (let i = 0, bytes = 0; bytes < BYTES; i++) {
    const link = `<a href="https://shop.example/${i}">offer ${i}</a>`;
    const row = `<div class="c${i}" style="color:#00${i % 10}"><p>See <b>our</b> ${link}</p></div>`;
    rows.push(row);
    bytes += row.length + 2;
  }
  const head = [
    'From: shop@sender.example',
    `Subject: Offers ${number}`,
    `Message-ID: <${number}@sender.example>`,
    'Content-Type: text/html; charset=utf-8',
    '',
    '',
  ];
  return Buffer.from(head.join('\r\n') + rows.join('\r\n'));
}

describe('large mail that comes faster than it can be read', () => {
  let installation: SharedInstallation;
  let service: RunningService;
  let client: RestClient;

  beforeAll(async () => {
    installation = await createSharedInstallation();
    service = await installation.start();
    client = await installation.client(service);
  });
  afterAll(() => installation.remove());

  const sendLarge = async ({ address }: Inbox, number: number): Promise<string> => {
    const transport = createTransport({ host: service.smtp.host, port: service.smtp.port });
    const envelope = { from: 'shop@sender.example', to: address };
    const { response } = await transport.sendMail({ envelope, raw: largeMail(number) });
    transport.close();
    return acceptedAs(response);
  };

  it('holds up no small mail, and all of it is read in the end', async () => {
    const [flooded, other] = [await createInbox(client), await createInbox(client)];
    const flood = { over: false };
    const sending = Promise.all(
      Array.from({ length: LARGE }, (_, number) => sendLarge(flooded, number)),
    ).finally(() => (flood.over = true));

    let small = 0;
    for (; !flood.over; small++) {
      const code = newCode();
      const id = await sendCode(service, other, code);
      expect(await client.read(`/v1/emails/${id}`)).toMatchObject({
        parse_status: 'complete',
        otp_codes: [code],
      });
    }
    const ids = await sending;

    expect(small).toBeGreaterThan(0);
    await eventually(async () => {
      const steps = await Promise.all(ids.map((id) => processed(client, id)));
      return steps.every(({ outcome }) => outcome === 'ok');
    }, FINISHED_WITHIN);
    const { data } = await client.read(`/v1/inboxes/${flooded.id}/emails?limit=1`);
    expect(data).toMatchObject([{ parse_status: 'complete' }]);
  });
});
