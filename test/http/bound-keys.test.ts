import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalogue } from '../../src/operations/catalogue.js';
import { needsKey } from '../../src/operations/authorize.js';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from '../e2e/installation.js';
import { createRestClient, type RestClient } from '../e2e/rest-client.js';

type Fields = Readonly<Record<string, unknown>>;

/** What there is of an inbox. */
interface Place {
  readonly inbox: string;
  readonly email: string;
  readonly thread: string;
  readonly draft: string;
  readonly wait: string;
  readonly webhook: string;
  readonly delivery: string;
  readonly key: string;
  readonly bulk: string;
  readonly scheduled: string;
}

/** What belongs to the organization as a whole. */
interface Shared {
  readonly webhook: string;
  readonly delivery: string;
  readonly key: string;
  readonly rule: string;
  readonly smtp: string;
  readonly list: string;
}

/** What a key that is bound to an inbox may do with an operation. */
interface Expected {
  /** Refused with 403: what is beside its inbox, and what is everybody's. */
  readonly refused?: (beside: Place, shared: Shared) => readonly Fields[];
  /** Answers 200, and nothing of what is beside its inbox. */
  readonly filtered?: Fields;
  /** Answers 2xx: it shows and changes nothing that is not the key's. */
  readonly open?: (own: Place) => Fields;
}

const inboxOnly = (more: Fields = {}): Expected => ({
  refused: ({ inbox }) => [{ id: inbox, ...more }],
});
const emailOnly = (more: Fields = {}): Expected => ({
  refused: ({ email }) => [{ id: email, ...more }],
});
const threadOnly = (more: Fields = {}): Expected => ({
  refused: ({ thread }) => [{ id: thread, ...more }],
});
const draftOnly = (more: Fields = {}): Expected => ({
  refused: ({ draft }) => [{ id: draft, ...more }],
});
const bulkOnly: Expected = { refused: ({ bulk }) => [{ id: bulk }] };
const webhookOnly = (more: Fields = {}): Expected => ({
  refused: ({ webhook }, shared) => [
    { id: webhook, ...more },
    { id: shared.webhook, ...more },
  ],
});
const ruleOnly = (more: Fields = {}): Expected => ({
  refused: (_beside, { rule }) => [{ id: rule, ...more }],
});
const smtpOnly = (more: Fields = {}): Expected => ({
  refused: (_beside, { smtp }) => [{ id: smtp, ...more }],
});
const listOnly = (more: Fields = {}): Expected => ({
  refused: (_beside, { list }) => [{ id: list, ...more }],
});
const never = (given: Fields): Expected => ({ refused: () => [given] });
const MAIL = { to: 'somebody@example.com', subject: 'Hello', text: 'Hello' };

/** Every operation that a key may call. */
const EXPECTED: Readonly<Record<string, Expected>> = {
  getOrganization: { open: () => ({}) },
  updateOrganization: never({ name: 'Mine' }),
  createApiKey: {
    refused: ({ inbox }) => [{ name: 'strong' }, { name: 'strong', allowed_inbox_ids: [inbox] }],
    open: ({ inbox }) => ({ name: 'weak', allowed_inbox_ids: [inbox] }),
  },
  listApiKeys: { filtered: {} },
  revokeApiKey: { refused: ({ key }, shared) => [{ key_id: key }, { key_id: shared.key }] },
  createInboxApiKey: inboxOnly({ name: 'theirs' }),
  listInboxApiKeys: inboxOnly(),
  revokeInboxApiKey: { refused: ({ inbox, key }) => [{ id: inbox, key_id: key }] },
  createInbox: never({}),
  listInboxes: { filtered: {} },
  getInbox: inboxOnly(),
  updateInbox: inboxOnly({ display_name: 'Mine' }),
  deleteInbox: inboxOnly(),
  pauseInbox: inboxOnly(),
  resumeInbox: inboxOnly(),
  regenerateImapPassword: inboxOnly(),
  listAddressRules: {
    filtered: { direction: 'receive', kind: 'block' },
    refused: ({ inbox }) => [{ direction: 'receive', kind: 'block', inbox_id: inbox }],
  },
  addAddressRule: {
    refused: ({ inbox }) => [
      { direction: 'receive', kind: 'block', address: 'x.example' },
      { direction: 'receive', kind: 'block', address: 'x.example', inbox_id: inbox },
    ],
  },
  removeAddressRule: {
    refused: ({ inbox }) => [
      { direction: 'receive', kind: 'block', address: 'blocked.example' },
      { direction: 'receive', kind: 'block', address: 'blocked.example', inbox_id: inbox },
    ],
  },
  // Whom the organization does not write to decides about its mail as well.
  listSuppressions: { open: () => ({}) },
  addSuppression: never({ address: 'other@example.com' }),
  removeSuppression: never({ address: 'gone@example.com' }),
  listEmails: inboxOnly(),
  searchEmails: { filtered: {}, refused: ({ inbox }) => [{ inbox_id: inbox }] },
  readInboxEmail: { refused: ({ inbox, email }) => [{ id: inbox, emailId: email }] },
  readEmail: emailOnly(),
  updateEmail: emailOnly({ is_read: true }),
  deleteEmail: emailOnly(),
  readRawEmail: emailOnly(),
  readAttachment: emailOnly({ attachmentId: 'att_00000000000000000000' }),
  readTimeline: emailOnly(),
  listThreads: { filtered: {}, refused: ({ inbox }) => [{ inbox_id: inbox }] },
  getThread: threadOnly(),
  assignThreadAgent: threadOnly({ agent_id: 'mine' }),
  unassignThreadAgent: threadOnly({ agent_id: 'mine' }),
  listThreadAgents: threadOnly(),
  sendEmail: inboxOnly(MAIL),
  replyToEmail: { refused: ({ inbox, email }) => [{ id: inbox, email_id: email, text: 'Hello' }] },
  forwardEmail: {
    refused: ({ inbox, email }) => [{ id: inbox, email_id: email, to: 'somebody@example.com' }],
  },
  cancelEmail: { refused: ({ scheduled }) => [{ id: scheduled }] },
  resolveEmail: { refused: ({ scheduled }) => [{ id: scheduled, outcome: 'sent' }] },
  createDraft: { refused: ({ inbox }) => [{ inbox_id: inbox, ...MAIL }] },
  listDrafts: { filtered: {}, refused: ({ inbox }) => [{ inbox_id: inbox }] },
  getDraft: draftOnly(),
  updateDraft: draftOnly({ subject: 'Mine' }),
  deleteDraft: draftOnly(),
  sendDraft: draftOnly(),
  sendBulkEmail: {
    refused: ({ inbox }, { list }) => [
      { inbox_id: inbox, messages: [MAIL] },
      { inbox_id: inbox, contact_list_id: list, defaults: { subject: 'Hello', text: 'Hello' } },
    ],
  },
  getBulkSend: bulkOnly,
  pauseBulkSend: bulkOnly,
  resumeBulkSend: bulkOnly,
  cancelBulkSend: bulkOnly,
  waitForEmail: inboxOnly({ timeout: 1 }),
  getOtp: inboxOnly({ timeout: 1 }),
  createWait: { refused: ({ inbox }) => [{ inbox_id: inbox, kind: 'otp', expires_in: 60 }] },
  getWait: { refused: ({ wait }) => [{ id: wait }] },
  listWaits: { filtered: {}, refused: ({ inbox }) => [{ inbox_id: inbox }] },
  cancelWait: { refused: ({ wait }) => [{ id: wait }] },
  // What a stream shows of an organization is tested with streams.
  streamEvents: { refused: ({ inbox }) => [{ inbox_id: inbox }] },
  createWebhook: {
    refused: ({ inbox }) => [
      { url: 'https://mine.example.com/' },
      { url: 'https://mine.example.com/', inbox_ids: [inbox] },
    ],
  },
  listWebhooks: { filtered: {} },
  getWebhook: webhookOnly(),
  updateWebhook: {
    refused: ({ inbox, webhook }, shared) => [
      { id: webhook, description: 'mine' },
      { id: shared.webhook, description: 'mine' },
      { id: shared.webhook, inbox_ids: [inbox] },
    ],
  },
  deleteWebhook: webhookOnly(),
  rotateWebhookSecret: webhookOnly(),
  pauseWebhook: webhookOnly(),
  resumeWebhook: webhookOnly(),
  testWebhook: webhookOnly(),
  listWebhookDeliveries: webhookOnly(),
  redeliverWebhookDelivery: {
    refused: ({ webhook, delivery }, shared) => [
      { id: webhook, whd: delivery },
      { id: shared.webhook, whd: shared.delivery },
    ],
  },
  replayWebhook: webhookOnly({ from: '2020-01-01T00:00:00Z' }),
  createRoutingRule: never({ name: 'mine', conditions: {}, target_agent_id: 'mine' }),
  listRoutingRules: { filtered: {} },
  testRoutingRules: { refused: ({ email }) => [{ email_id: email }] },
  getRoutingRule: ruleOnly(),
  updateRoutingRule: ruleOnly({ name: 'mine' }),
  deleteRoutingRule: ruleOnly(),
  createSmtpConfig: never({ provider: 'RESEND', name: 'mine', api_key: 'k' }),
  listSmtpConfigs: never({}),
  getSmtpConfig: smtpOnly(),
  updateSmtpConfig: smtpOnly({ name: 'mine' }),
  deleteSmtpConfig: smtpOnly(),
  testSmtpConfig: smtpOnly({ to: 'somebody@example.com' }),
  setDefaultSmtpConfig: smtpOnly(),
  createContactList: never({ name: 'mine' }),
  listContactLists: never({}),
  getContactList: listOnly(),
  updateContactList: listOnly({ name: 'mine' }),
  deleteContactList: listOnly(),
  addContacts: listOnly({ contacts: [{ address: 'x@example.com' }] }),
  listContacts: listOnly(),
  updateContact: listOnly({ address: 'kept@example.com', name: 'mine' }),
  deleteContact: listOnly({ address: 'kept@example.com' }),
};

const OPERATIONS = catalogue.filter(({ access, http }) => http && needsKey(access));

describe('A key that is bound to an inbox', () => {
  let installation: SharedInstallation;
  let service: RunningService;
  let everything: RestClient;
  let bound: RestClient;
  let own: Place;
  let beside: Place;
  let shared: Shared;

  beforeAll(async () => {
    installation = await createSharedInstallation({ INBOUND_SECRET });
    service = await installation.start({ role: 'api' });
    everything = await installation.client(service);
    own = await furnish('own');
    beside = await furnish('beside');
    shared = await furnishOrganization();
    const path = `/v1/inboxes/${own.inbox}/api-keys`;
    const made = await everything.read<{ api_key: string }>(path, { name: 'bound' });
    bound = createRestClient(service.rest, made.api_key);
  }, 60_000);
  afterAll(() => installation.remove());

  it('has a row for every operation', () => {
    expect(Object.keys(EXPECTED).sort()).toEqual(OPERATIONS.map(({ name }) => name).sort());
  });

  it.each(OPERATIONS.map(({ name }) => [name]))('is held to it by %s', async (name) => {
    const { refused, filtered, open } = EXPECTED[name]!;
    for (const fields of refused?.(beside, shared) ?? [])
      expect([fields, (await ask(name, fields)).status]).toEqual([fields, 403]);
    if (filtered) {
      const { status, bytes } = await ask(name, filtered);
      const shown = bytes.toString();
      expect(status).toBe(200);
      const foreign = [...Object.values(beside), ...Object.values(shared)];
      expect(foreign.filter((id) => shown.includes(id))).toEqual([]);
    }
    if (open) expect((await ask(name, open(own))).status).toBeLessThan(300);
  });

  /** Calls an operation with its fields where they belong. */
  function ask(name: string, fields: Fields) {
    const { method, path } = OPERATIONS.find((operation) => operation.name === name)!.http!;
    const left = new Map(Object.entries(fields));
    const filled = path.replace(/:(\w+)/g, (_, param: string) => {
      const value = String(left.get(param));
      left.delete(param);
      return encodeURIComponent(value);
    });
    if (method !== 'GET' && method !== 'DELETE')
      return bound.call(method, filled, { body: Object.fromEntries(left) });
    const query = new URLSearchParams();
    for (const [key, value] of left) query.set(key, String(value));
    return bound.call(method, left.size > 0 ? `${filled}?${query}` : filled);
  }

  const made = async (path: string, body: object, field = 'id') =>
    (await everything.read<Record<string, string>>(path, body))[field]!;

  /** Makes an inbox with one of everything. */
  async function furnish(name: string): Promise<Place> {
    const { id: inbox, address } = await everything.read<{ id: string; address: string }>(
      '/v1/inboxes',
      { name },
    );
    const email = await handIn(address);
    const { thread_id: thread } = await everything.read<{ thread_id: string }>(
      `/v1/emails/${email}`,
    );
    const webhook = await made('/v1/webhooks', {
      url: 'https://a.example.com/',
      inbox_ids: [inbox],
    });
    const later = new Date(Date.now() + 86_400_000).toISOString();
    const send = { to: 'somebody@example.com', subject: 'Later', text: 'x', send_at: later };
    return {
      inbox,
      email,
      thread,
      webhook,
      delivery: await deliveryOf(webhook),
      draft: await made('/v1/drafts', { inbox_id: inbox, subject: 'Draft' }),
      wait: await made('/v1/waits', { inbox_id: inbox, kind: 'email', expires_in: 3_600 }),
      key: await made(`/v1/inboxes/${inbox}/api-keys`, { name }),
      bulk: await made('/v1/send/bulk', { inbox_id: inbox, messages: [MAIL], wait: 0 }),
      scheduled: await made(`/v1/inboxes/${inbox}/send`, send, 'email_id'),
    };
  }

  async function furnishOrganization(): Promise<Shared> {
    const block = { address: 'blocked.example' };
    await everything.read('/v1/lists/receive/block', block);
    await everything.read('/v1/suppressions', { address: 'gone@example.com' });
    const webhook = await made('/v1/webhooks', { url: 'https://b.example.com/' });
    const list = await made('/v1/contact-lists', { name: 'Everybody' });
    await everything.read(`/v1/contact-lists/${list}/contacts`, {
      contacts: [{ address: 'kept@example.com' }],
    });
    const rule = { name: 'rule', conditions: {}, target_agent_id: 'agent' };
    const smtp = { provider: 'RESEND', name: 'resend', api_key: 'k', from_email: 'a@example.com' };
    return {
      webhook,
      delivery: await deliveryOf(webhook),
      key: await made('/v1/orgs/me/api-keys', { name: 'second' }),
      rule: await made('/v1/routing-rules', rule),
      smtp: await made('/v1/smtp-configs', smtp),
      list,
    };
  }

  /** A delivery of a test event: there is nobody at the address. */
  async function deliveryOf(webhook: string): Promise<string> {
    await everything.call('POST', `/v1/webhooks/${webhook}/test`);
    const path = `/v1/webhooks/${webhook}/deliveries`;
    const { data } = await everything.read<{ data: { id: string }[] }>(path);
    return data[0]!.id;
  }

  async function handIn(to: string): Promise<string> {
    const response = await fetch(`${service.rest}/v1/inbound`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${INBOUND_SECRET}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ from: 'a@example.com', to: [to], subject: 'Hello', text: 'Hello' }),
    });
    return ((await response.json()) as { ids: string[] }).ids[0]!;
  }
});

const INBOUND_SECRET = 'the-secret-of-the-mail-server';
