import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import { createTransport } from 'nodemailer';
import { testTemporalAddress } from '../support/temporal.js';
import { eventually } from './eventually.js';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from './installation.js';
import { acceptedAs, createInbox, idsOf, newCode, processed, sendCode, timeline } from './mail.js';
import type { RestClient } from './rest-client.js';

describe('a mail from SMTP to its code', () => {
  let installation: SharedInstallation;
  let service: RunningService;
  let client: RestClient;
  let temporal: Client;

  beforeAll(async () => {
    installation = await createSharedInstallation({ TEMPORAL_UI_URL: 'http://temporal.test/ui' });
    service = await installation.start();
    client = await installation.client(service);
    temporal = new Client({
      connection: await Connection.connect({ address: testTemporalAddress() }),
    });
  });
  afterAll(async () => {
    await temporal.connection.close();
    await installation.remove();
  });

  it('ends a wait for a code that was there before it', async () => {
    const inbox = await createInbox(client);
    const code = newCode();
    const wait = client.read(`/v1/inboxes/${inbox.id}/otp?timeout=20`);
    const emailId = await sendCode(service, inbox, code);
    expect(await wait).toMatchObject({ code, otp: code, email_id: emailId, inbox_id: inbox.id });
  });

  it('is handed to a wait that comes later', async () => {
    const inbox = await createInbox(client);
    const code = newCode();
    await sendCode(service, inbox, code);
    expect(await client.read(`/v1/inboxes/${inbox.id}/otp?timeout=20`)).toMatchObject({ code });
  });

  it('has every step in its timeline, with a run that operators find by its attributes', async () => {
    const inbox = await createInbox(client);
    const emailId = await sendCode(service, inbox, newCode());
    await eventually(async () => (await processed(client, emailId)).at !== null);
    const steps = await timeline(client, emailId);
    expect(steps.map(({ step }) => step)).toEqual([
      'accepted',
      'parsed',
      'authenticated',
      'classified',
      'threaded',
      'announced',
      'routed',
      'processed',
    ]);
    expect(steps.every(({ at }) => at !== null)).toBe(true);

    const {
      workflow_id: workflowId,
      workflow_url: url,
      outcome,
    } = await processed(client, emailId);
    expect(outcome).toBe('ok');
    expect(url).toBe(
      `http://temporal.test/ui/namespaces/default/workflows/${encodeURIComponent(workflowId!)}`,
    );
    const { status } = await temporal.workflow.getHandle(workflowId!).describe();
    expect(['RUNNING', 'COMPLETED']).toContain(status.name);
    const { id: orgId } = await client.read('/v1/orgs/me');
    for (const query of [`ResourceId = "${emailId}"`, `OrgId = "${orgId}"`])
      await eventually(async () => {
        for await (const run of temporal.workflow.list({ query }))
          if (run.workflowId === workflowId) return true;
        return false;
      });
  });

  it('is kept byte by byte behind its trace headers, one copy for each recipient', async () => {
    const inboxes = [await createInbox(client), await createInbox(client)];
    const raw = Buffer.from(
      [
        'From: a@sender.test',
        `To: ${inboxes[0]!.address}`,
        'Subject: =?utf-8?q?caf=C3=A9?=',
        'Message-ID: <bytes@sender.test>',
        'Content-Type: text/plain; charset=iso-8859-1',
        '',
        'caf\xe9 \x00 \x80',
        '.',
        '..',
        '',
      ].join('\r\n'),
      'latin1',
    );
    const transport = createTransport({ host: service.smtp.host, port: service.smtp.port });
    const { response } = await transport.sendMail({
      envelope: { from: 'a@sender.test', to: inboxes.map(({ address }) => address) },
      raw,
    });
    transport.close();
    expect(acceptedAs(response)).toMatch(/^eml_/);
    for (const { id, address } of inboxes) {
      const { data } = await client.read(`/v1/inboxes/${id}/emails`);
      expect(data).toHaveLength(1);
      const stored = await client.download(`/v1/emails/${data[0].id}/raw`);
      expect(stored.subarray(-raw.length).equals(raw)).toBe(true);
      expect(stored.subarray(0, -raw.length).toString()).toMatch(
        new RegExp(
          `^Return-Path: <a@sender.test>\r\nDelivered-To: ${address}\r\nReceived: from .*\r\n\tby .*\r\n\tfor <${address}>; .*\r\n$`,
        ),
      );
    }
  });

  it('is found by its words, its sender and its inbox', async () => {
    const inbox = await createInbox(client);
    const code = newCode();
    const emailId = await sendCode(service, inbox, code);
    for (const query of [`q=${code}`, `q=northwind&inbox_id=${inbox.id}`, 'from=NORTHWIND'])
      expect(await idsOf(client, `/v1/emails?${query}`)).toContain(emailId);
  });
});
