import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalogue } from '../../src/catalogue.js';
import { needsKey } from '../../src/operations/access.js';
import {
  createSharedInstallation,
  type RunningService,
  type SharedInstallation,
} from '../e2e/installation.js';
import { createRestClient, type RestClient } from '../e2e/rest-client.js';
import { BOUND_KEYS } from '../support/all-facts.js';
import { browserSessionRow } from '../support/browser-session-row.js';
import { MAIL, type Fields, type Place, type Shared } from '../support/resource-facts.js';

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
  });
  afterAll(() => installation.remove());

  it('has a row for every operation', () => {
    expect(Object.keys(BOUND_KEYS).sort()).toEqual(OPERATIONS.map(({ name }) => name).sort());
  });

  it.each(OPERATIONS.map(({ name }) => [name]))('is held to it by %s', async (name) => {
    const { refused, filtered, open } = BOUND_KEYS[name]!;
    for (const fields of refused?.(beside, shared) ?? [])
      expect([fields, (await ask(name, fields)).status]).toEqual([fields, 403]);
    if (filtered) {
      const { status, bytes } = await ask(name, filtered);
      const shown = bytes.toString();
      expect(status).toBe(200);
      const foreign: string[] = Object.values({ beside, shared }).flatMap(idsIn);
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
    return bound.call(method, left.size > 0 ? `${filled}?${query.toString()}` : filled);
  }

  const made = async (path: string, body: object, field = 'id') =>
    (await everything.read<Record<string, string>>(path, body))[field]!;

  /** Makes an inbox with one of everything. */
  async function furnish(name: string): Promise<Place> {
    const { id: inbox, address } = await everything.read<{ id: string; address: string }>(
      '/v1/inboxes',
      { name },
    );
    const email = await postInbound(address);
    const { thread_id: thread } = await everything.read<{ thread_id: string }>(
      `/v1/emails/${email}`,
    );
    const webhook = await made('/v1/webhooks', {
      url: 'https://a.example.com/',
      inbox_ids: [inbox],
    });
    const later = new Date(Date.now() + 86_400_000).toISOString();
    const send = { to: 'somebody@example.com', subject: 'Later', text: 'x', send_at: later };
    const { id: task, approval_id: approval } = await everything.read<{
      id: string;
      approval_id: string;
    }>('/v1/tasks', { type: 'custom', inbox_id: inbox, requires_approval: true });
    return {
      task,
      approval,
      credential: await made('/v1/credentials', {
        ...{ service: 'example.com', identifier: 'ada', value: 'hunter2', inbox_id: inbox },
      }),
      browserSession: await browserSessionRow(installation.database.database, inbox),
      question: await made('/v1/ask', { question: 'When?', inbox_ids: [inbox] }),
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
      domain: await made('/v1/domains', { domain: 'shared.example' }),
      list,
      ...(await register()),
    };
  }

  /** A program that has asked for itself. */
  async function register(): Promise<Pick<Shared, 'client' | 'grant'>> {
    const metadata = { client_name: 'Program', token_endpoint_auth_method: 'none' };
    const client = await made('/oauth/register', metadata, 'client_id');
    const form = { grant_type: 'client_credentials', client_id: client };
    await fetch(`${service.rest}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    const { data } = await everything.read<{ data: { id: string }[] }>('/v1/oauth/grants');
    return { client, grant: data[0]!.id };
  }

  /** A delivery of a test event: there is nobody at the address. */
  async function deliveryOf(webhook: string): Promise<string> {
    await everything.call('POST', `/v1/webhooks/${webhook}/test`);
    const path = `/v1/webhooks/${webhook}/deliveries`;
    const { data } = await everything.read<{ data: { id: string }[] }>(path);
    return data[0]!.id;
  }

  async function postInbound(to: string): Promise<string> {
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

const idsIn = (things: object): string[] => Object.values(things) as string[];

const INBOUND_SECRET = 'the-secret-of-the-mail-server';
