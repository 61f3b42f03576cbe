import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTransport } from 'nodemailer';
import { buildMail } from '../corpus/build.js';
import { readCorpus, type CorpusMail } from '../corpus/read.js';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { createInbox } from './mail.js';
import type { RestClient } from './rest-client.js';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'tr', 'ru', 'ja', 'ko', 'zh-Hant', 'ar', 'hi', 'th'];

/** The first ordinary code mail of a language that says how long its code lasts. */
function signUpMail(language: string): CorpusMail {
  const mail = readCorpus().find(
    ({ name, labels }) =>
      /^(?:ivy|bay|rue)-/.test(name) &&
      labels.lang === language &&
      labels.class === 'code' &&
      labels.expires !== undefined,
  );
  if (!mail) throw new Error(`No code mail in ${language}`);
  return mail;
}

describe('a sign-up mail by SMTP', () => {
  let installation: SharedInstallation;
  let service: RunningService;
  let client: RestClient;

  beforeAll(async () => {
    installation = await createSharedInstallation({});
    service = await installation.start();
    client = await installation.client(service);
  });
  afterAll(() => installation.remove());

  it.each(LANGUAGES)('in %s gives its code and the end of it', async (language) => {
    const mail = signUpMail(language);
    const inbox = await createInbox(client);
    const transport = createTransport(service.smtp);
    await transport.sendMail({
      envelope: { from: 'bounce@northwind.example', to: inbox.address },
      raw: buildMail(mail),
    });
    transport.close();
    expect(await client.read(`/v1/inboxes/${inbox.id}/otp?timeout=10`)).toMatchObject({
      code: mail.labels.codes[0],
      expires: new Date(mail.labels.expires!).toISOString(),
    });
  });
});
