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

const LARGE = 8;
const BYTES = 5_000_000;
const FINISHED_WITHIN = 120_000;
const LONG = 180_000;

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

  /** As mail servers do, it comes again when it is refused for now. */
  const sendLarge = async ({ address }: Inbox, number: number): Promise<string> => {
    const transport = createTransport({ host: service.smtp.host, port: service.smtp.port });
    const mail = {
      envelope: { from: 'shop@sender.example', to: address },
      raw: largeMail(number),
    };
    const response = await eventually(
      () =>
        transport.sendMail(mail).then(
          (sent) => sent.response,
          (error: { responseCode?: number }) => {
            expect(error.responseCode).toBe(451);
            return null;
          },
        ),
      FINISHED_WITHIN,
    );
    transport.close();
    return acceptedAs(response);
  };

  it(
    'holds up no small mail, and all of it is read in the end',
    async () => {
      const [flooded, other] = [await createInbox(client), await createInbox(client)];
      const flood = { over: false };
      const sending = Promise.all(
        Array.from({ length: LARGE }, (_, number) => sendLarge(flooded, number)),
      ).finally(() => (flood.over = true));

      let small = 0;
      for (; !flood.over; small++) {
        const code = newCode();
        const wait = client.read(`/v1/inboxes/${other.id}/otp?timeout=30`);
        const id = await sendCode(service, other, code);
        expect(await wait).toMatchObject({ code, email_id: id });
      }
      const ids = await sending;

      expect(small).toBeGreaterThan(0);
      expect(new Set(ids).size).toBe(LARGE);
      await eventually(async () => {
        const steps = await Promise.all(ids.map((id) => processed(client, id)));
        return steps.every(({ outcome }) => outcome === 'ok');
      }, FINISHED_WITHIN);
      const { data } = await client.read(`/v1/inboxes/${flooded.id}/emails?limit=1`);
      expect(data).toMatchObject([{ parse_status: 'complete' }]);
    },
    LONG,
  );
});
