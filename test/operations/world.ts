import { catalogue } from '../../src/catalogue.js';
import type { Send } from '../../src/egress/send.js';
import { parser } from '../support/parser.js';
import { locationsOf } from '../../src/operations/fields.js';
import { BOUND_KEYS } from '../support/all-facts.js';
import { browserSessionRow } from '../support/browser-session-row.js';
import { MAIL, type Fields, type Place, type Shared } from '../support/resource-facts.js';
import { NO_WAY_OUT, type TestParts } from '../support/services.js';
import { INBOUND_SECRET, type TestApi } from '../support/start-api.js';
import { createInProcess, type CallByName, type Told } from './in-process.js';

/** An organization that is reached by one front end, furnished with one of everything. */
export interface World {
  readonly call: CallByName;
  readonly own: Place;
  readonly shared: Shared;
}

/** Fields of what needs no key. */
export const PUBLIC: Readonly<Record<string, Fields>> = {
  createOrg: { name: 'Acme', source: 'tests' },
  listEventKinds: {},
  deliverInbound: { from: 'a@example.com', to: ['nobody@example.com'], text: 'Hello' },
  getLimits: {},
};
const LATER = { send_at: new Date(Date.now() + 86_400_000).toISOString() };
// There is no worker that sends: nobody waits for it.
const UNHURRIED: Readonly<Record<string, Fields>> = {
  sendEmail: LATER,
  replyToEmail: LATER,
  forwardEmail: LATER,
  sendDraft: LATER,
  sendBulkEmail: { wait: 0 },
};
/** What takes things away comes last, and what things belong to behind them, so that all others find them. */
const isLast = ({ name }: { readonly name: string }) => /^(delete|revoke|remove|cancel)/.test(name);
/** All that is reached over HTTP. */
export const OPERATIONS = [
  ...catalogue.filter((operation) => !isLast(operation)),
  ...catalogue.filter(isLast).reverse(),
].filter(({ http }) => http);

const taken = { status: 200, headers: {}, body: Buffer.from('ok'), isCut: false };
const send: Send = async () => ({ kind: 'answered', ...taken });
/** What an API with a world is made on: mail is read, and whoever is called answers. */
export const WORLD_PARTS: TestParts = {
  parser,
  egress: { ...NO_WAY_OUT, send },
};

/** What reaches the operations of an API by their names, with a key. */
export function frontEndsOf(api: TestApi) {
  const credentialOf = (name: string, key: string): Record<string, string> =>
    name === 'deliverInbound'
      ? { authorization: `Bearer ${INBOUND_SECRET}` }
      : { ...(key && { 'x-api-key': key }) };

  const called =
    (key: string): CallByName =>
    (name, fields) => {
      const { executor, identify } = api.httpOptions;
      const credential = name === 'deliverInbound' ? 'inbound-secret' : 'api-key';
      const identified = () => identify(credential, credentialOf(name, key), '127.0.0.2');
      return createInProcess(executor, identified)(name, fields);
    };

  const overHttp =
    (key: string): CallByName =>
    async (name, fields) => {
      const operation = OPERATIONS.find((one) => one.name === name)!;
      const { method, path } = operation.http!;
      const places = locationsOf(operation, operation.http!);
      const at = (place: string) =>
        Object.entries(fields).filter(([field]) => places.get(field) === place);
      const filled = path.replace(/:(\w+)/g, (_, field: string) =>
        encodeURIComponent(String(fields[field])),
      );
      const query = new URLSearchParams(
        at('query').map(([field, value]): [string, string] => [field, String(value)]),
      );
      const headers = at('header').map(([field, value]) => [
        operation.headers![field]!,
        String(value),
      ]);
      const body = at('body');
      const left = new AbortController();
      const response = await fetch(`${api.baseUrl}${filled}?${query.toString()}`, {
        method,
        headers: {
          ...credentialOf(name, key),
          ...(Object.fromEntries(headers) as Record<string, string>),
          ...(body.length > 0 && { 'Content-Type': 'application/json' }),
        },
        ...(body.length > 0 && { body: JSON.stringify(Object.fromEntries(body)) }),
        signal: left.signal,
      });
      const told = { status: response.status, body: await bodyOf(response) };
      left.abort();
      return told;
    };

  async function keyWith(scopes: readonly string[]): Promise<string> {
    const { key } = await api.createOrg();
    const made = await called(key)('createApiKey', { name: 'weak', scopes });
    return (made.body as { api_key: string }).api_key;
  }

  /** A new organization, furnished by the front end it is to be reached by. */
  async function worldOf(by: (key: string) => CallByName): Promise<World> {
    const call = by((await api.createOrg()).key);
    const made = async (name: string, fields: Fields, field = 'id'): Promise<string> => {
      const { status, body } = await call(name, fields);
      if (status >= 300) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`);
      return (body as Record<string, string>)[field]!;
    };
    const own = await placeOf(api, call, made);
    return { call, own, shared: await sharedOf(own, made) };
  }

  return { called, overHttp, keyWith, worldOf };
}

type Make = (name: string, fields: Fields, field?: string) => Promise<string>;

/** An inbox with one of everything. */
async function placeOf(api: TestApi, call: CallByName, made: Make): Promise<Place> {
  const { body: box } = await call('createInbox', { name: 'own' });
  const { id: inbox, address } = box as { id: string; address: string };
  const mail = { from: 'a@example.com', to: [address], subject: 'Hello', text: 'Hello' };
  const delivered = await call('deliverInbound', mail);
  const email = (delivered.body as { ids: string[] }).ids[0]!;
  const url = 'https://a.example.com/';
  const webhook = await made('createWebhook', { url, inbox_ids: [inbox] });
  await call('testWebhook', { id: webhook });
  const { body: deliveries } = await call('listWebhookDeliveries', { id: webhook });
  const task = { type: 'custom', inbox_id: inbox, requires_approval: true };
  const { body: waiting } = await call('createTask', task);
  const { id: taskId, approval_id: approval } = waiting as { id: string; approval_id: string };
  return {
    approval,
    task: taskId,
    credential: await made('storeCredential', {
      ...{ service: 'example.com', identifier: 'ada', value: 'hunter2', inbox_id: inbox },
    }),
    browserSession: await browserSessionRow(api.database, inbox),
    question: await made('ask', { question: 'When?', inbox_ids: [inbox] }),
    inbox,
    email,
    webhook,
    thread: await made('readEmail', { id: email }, 'thread_id'),
    delivery: (deliveries as { data: { id: string }[] }).data[0]!.id,
    draft: await made('createDraft', { inbox_id: inbox, ...MAIL }),
    wait: await made('createWait', { inbox_id: inbox, kind: 'email', expires_in: 3_600 }),
    key: await made('createInboxApiKey', { id: inbox, name: 'bound' }),
    bulk: await made('sendBulkEmail', { inbox_id: inbox, messages: [MAIL], wait: 0 }),
    scheduled: await made('sendEmail', { id: inbox, ...MAIL, ...LATER }, 'email_id'),
  };
}

async function sharedOf({ webhook, delivery }: Place, made: Make): Promise<Shared> {
  const list = await made('createContactList', { name: 'Everybody' });
  await made('addContacts', { id: list, contacts: [{ address: 'kept@example.com' }] });
  await made('addAddressRule', { direction: 'receive', kind: 'block', address: 'blocked.example' });
  await made('addSuppression', { address: 'gone@example.com' });
  const smtp = { provider: 'RESEND', name: 'resend', api_key: 'k', from_email: 'a@example.com' };
  return {
    webhook,
    delivery,
    list,
    key: await made('createApiKey', { name: 'second' }),
    rule: await made('createRoutingRule', { name: 'rule', conditions: {}, target_agent_id: 'a' }),
    smtp: await made('createSmtpConfig', smtp),
    domain: await made('addDomain', { domain: 'shared.example' }),
    // No operation makes these: they come of a sign-in.
    client: 'client_none',
    grant: 'grant_none',
  };
}

/** Fields with which an operation does something in a world. */
export const fieldsOf = ({ own, shared }: World, name: string): Fields =>
  PUBLIC[name] ?? { ...exampleOf(name, own, shared), ...UNHURRIED[name] };

/** Fields that are good for the key of the organization. */
function exampleOf(name: string, own: Place, shared: Shared): Fields {
  const { refused, filtered, open } = BOUND_KEYS[name]!;
  return open?.(own) ?? filtered ?? refused!(own, shared)[0]!;
}

async function bodyOf(response: Response): Promise<unknown> {
  const type = response.headers.get('Content-Type') ?? '';
  if (type.startsWith('text/event-stream')) return 'events';
  const text = await response.text();
  return type.startsWith('application/json') ? JSON.parse(text) : text || null;
}

// What differs between two organizations: ids, secrets, times and names that are made up.
const MADE_UP: readonly [RegExp, string][] = [
  [/\b([a-z]{2,5})_[0-9A-Za-z+/=]{16,}/g, '$1_'],
  [/\bak_[0-9a-f]{8}/g, 'ak_'],
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid'],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time'],
  [/\w{3}, \d\d \w{3} \d{4} [\d:]{8} \+0000/g, 'time'],
  [/[\w.-]+@mail\.test/g, 'address'],
  [/[0-9a-f]{30}\.dkim/g, 'label.dkim'],
  [/restante-verification=[0-9a-f]{40}/g, 'restante-verification='],
  // Keys, of which long texts are cut anywhere.
  [/[\w+/=]{50,}/g, 'key'],
  [/127\.0\.0\.\d/g, 'peer'],
  [/p=MII[\w+/=]+/g, 'p='],
  [/\b[0-9a-f]{20,}\b/g, 'hex'],
  [/"(imap_password|lease_token)":"[\w-]+"/g, '"$1":""'],
  [/"retry_after_seconds":\d+/g, '"retry_after_seconds":0'],
  [/"name":"[a-z]{6}-\w{4}"/g, '"name":""'],
  [/"(size|storage_bytes_used|duration_ms)":\d+/g, '"$1":0'],
];

/** An answer without what is made up. */
export function masked(told: Told): Told {
  let text = JSON.stringify(told);
  for (const [made, shown] of MADE_UP) text = text.replace(made, shown);
  return JSON.parse(text) as Told;
}
