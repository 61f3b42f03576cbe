/** Fields of a request. */
export type Fields = Readonly<Record<string, unknown>>;

/** What there is of an inbox. */
export interface Place {
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
export interface Shared {
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
/** A mail as operations that send take it. */
export const MAIL = { to: 'somebody@example.com', subject: 'Hello', text: 'Hello' };

/** Every operation that a key may call. */
export const EXPECTED: Readonly<Record<string, Expected>> = {
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
