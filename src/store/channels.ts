/** What stands about a channel of NOTIFY, for those who send and those who listen. */
interface ChannelContract {
  /** Whether a notification carries nothing, one item, or as many as fit, separated by commas. */
  readonly payload: 'none' | 'one' | 'list';
  readonly carries: string;
  readonly sentWhen: string;
  readonly heardBy: string;
}

/** Every channel there is. Whatever is told may get lost: each listener looks by itself as well. */
export const CHANNELS = {
  mail_arrived: {
    payload: 'list',
    carries: 'inboxes and emails: `inb_… eml_…`',
    sentWhen: 'a mail is stored, copied, read later or released, or a wait fails to answer with it',
    heardBy: 'API processes: waits and attached durable waits; IMAP processes: open mailboxes',
  },
  mailbox_changed: {
    payload: 'list',
    carries: 'inboxes: `inb_…`',
    sentWhen:
      'what is in a mailbox of the inbox, or what was read there, changed in a way that `mail_arrived` does not tell',
    heardBy: 'IMAP processes: open mailboxes',
  },
  mail_put_off: {
    payload: 'none',
    carries: 'nothing',
    sentWhen: 'a mail is stored that is to be parsed later',
    heardBy: 'API and worker processes: the reader of pending mail',
  },
  sender_verified: {
    payload: 'list',
    carries: 'inboxes: `inb_…`',
    sentWhen: 'the sender of a mail of the inbox turns out to be who it says',
    heardBy: 'API processes: waits for verified mail',
  },
  inbox_changed: {
    payload: 'one',
    carries: 'what became of an inbox: `paused inb_…`, `deleted inb_…`, `password inb_…`',
    sentWhen: 'an inbox is paused or deleted, or gets a new IMAP password',
    heardBy:
      'API processes: waits; SMTP and API processes: recipients in memory; IMAP processes: open sessions',
  },
  key_revoked: {
    payload: 'one',
    carries: 'an API key, or an OAuth grant: `key_…`, `grant_…`',
    sentWhen: 'a key is revoked, or goes with its inbox; a grant ends, also with its key',
    heardBy: 'API processes: waits, attached durable waits and event streams',
  },
  wait_ended: {
    payload: 'list',
    carries: 'durable waits: `wt_…`',
    sentWhen: 'a durable wait has matched, expired or was cancelled',
    heardBy: 'API processes: whoever is attached to it',
  },
  send_settled: {
    payload: 'list',
    carries: 'emails: `eml_…`',
    sentWhen: 'a mail that is sent has an outcome, or was cancelled',
    heardBy: 'API and worker processes: requests and reminders that wait for it',
  },
  bulk_ended: {
    payload: 'list',
    carries: 'bulk sends: `blk_…`',
    sentWhen: 'a bulk send has nothing left to do, or nothing that does not wait for a person',
    heardBy: 'API processes: requests that wait for it',
  },
  domain_changed: {
    payload: 'one',
    carries: 'a domain: `dom_…`',
    sentWhen: 'a look, or somebody, changed something about a domain',
    heardBy: 'API processes: requests that wait for it',
  },
  task_changed: {
    payload: 'list',
    carries: 'tasks: `task_…`',
    sentWhen: 'something happened to a task',
    heardBy: 'API processes: requests that wait for it',
  },
  task_claimable: {
    payload: 'list',
    carries: 'organizations: `org_…`',
    sentWhen: 'a task may be claimed',
    heardBy: 'API processes: agents that wait for one',
  },
  question_answered: {
    payload: 'list',
    carries: 'questions: `qst_…`',
    sentWhen: 'a question has an answer, or none',
    heardBy: 'API processes: requests that wait for it',
  },
  browser_work: {
    payload: 'list',
    carries: 'sessions of browsers: `brs_…`',
    sentWhen: 'something is to be done in a session, or it was ended',
    heardBy: 'browser processes',
  },
  browser_told: {
    payload: 'list',
    carries: 'steps of browser sessions: `bst_…`',
    sentWhen: 'a step is done, or its session ended before',
    heardBy: 'API processes: requests that wait for it',
  },
  event_recorded: {
    payload: 'list',
    carries: 'organizations: `org_…`',
    sentWhen: 'something happened that subscribers are told of',
    heardBy: 'API processes: event streams',
  },
  tool_session_told: {
    payload: 'one',
    carries:
      'what became of a session of tools: `ended mcp_…`, `cancelled mcp_… <id of the call>`, or of a task: `cancelled mct_…`',
    sentWhen: 'a session is ended, or a call is cancelled that runs in another process',
    heardBy: 'API processes: calls and streams of the session',
  },
  tool_answer_told: {
    payload: 'one',
    carries: 'the answer of a tool: `kept mca_…`, `sought mca_…`, `running mca_…`',
    sentWhen:
      'it could not be written, somebody resumes its stream, or is told that it is still to come',
    heardBy: 'API processes: calls, and requests that resume their streams',
  },
  fan_out_ready: {
    payload: 'none',
    carries: 'nothing',
    sentWhen: 'an event is to be told to webhooks',
    heardBy: 'worker processes: the dispatcher of deliveries',
  },
  delivery_queued: {
    payload: 'none',
    carries: 'nothing',
    sentWhen: 'deliveries to a webhook are queued again',
    heardBy: 'worker processes: the dispatcher of deliveries',
  },
  outbox_ready: {
    payload: 'none',
    carries: 'nothing',
    sentWhen: 'a run is to be started, signalled or cancelled',
    heardBy: 'worker processes: the dispatcher, and what merges search indexes',
  },
  outbox_put_off: {
    payload: 'none',
    carries: 'nothing',
    sentWhen: 'a run is to be told of something when there is time',
    heardBy: 'worker processes: the dispatcher',
  },
} as const satisfies Readonly<Record<string, ChannelContract>>;

/** What Postgres tells its listeners. */
export type Channel = keyof typeof CHANNELS;
