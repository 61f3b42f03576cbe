import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { parser } from '../../support/parser.js';
import { startMailApi, type MailApi } from '../../support/mail-api.js';

const FILE = randomBytes(300 * 1024);
const MAIL = Buffer.from(
  [
    'From: a@northwind.example',
    'Subject: Photographs',
    'MIME-Version: 1.0',
    'Content-Type: image/png; name="large.png"',
    'Content-Disposition: attachment; filename="large.png"',
    'Content-Transfer-Encoding: base64',
    '',
    FILE.toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
    '',
  ].join('\r\n'),
);

describe('A large file', () => {
  let api: MailApi;

  beforeAll(async () => {
    api = await startMailApi({ parts: { parser } });
  });
  afterAll(() => api.close());

  it('is told over /mcp by an address that gives it for the same credential', async () => {
    const { orgId, key } = await api.createOrg();
    const emailId = await api.deliver(await api.createInbox(orgId), {}, MAIL);
    const headers = { Authorization: `Bearer ${key}` };
    const client = new Client({ name: 'test', version: '1' });
    const url = new URL('/mcp', api.baseUrl);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    const call = async (name: string, args: object) =>
      (await client.callTool({ name, arguments: { ...args } })).structuredContent;

    const read = await call('read_email', { email_id: emailId });
    const { attachments } = read as { attachments: { id: string }[] };
    const file = { email_id: emailId, attachment_id: attachments[0]!.id };
    const got = await call('get_attachment', file);
    const { download_url: address, ...shown } = got as { download_url: string };
    await client.close();
    const fetched = await fetch(address, { headers });

    expect(shown).toMatchObject({ size: FILE.length });
    expect(shown).not.toHaveProperty('content_base64');
    expect(address).toMatch(`${api.baseUrl}/v1/`);
    expect(Buffer.from(await fetched.arrayBuffer()).equals(FILE)).toBe(true);
    expect((await fetch(address)).status).toBe(401);
  });
});
