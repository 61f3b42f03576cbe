/** The tools there are by default, by group (docs/interface.md, Tools): each comes with its operation. */
export const GROUPS = {
  inboxes: [
    'create_inbox',
    'list_inboxes',
    'get_inbox',
    'update_inbox',
    'delete_inbox',
    'pause_inbox',
    'resume_inbox',
    'regenerate_imap_password',
  ],
  org: ['get_organization', 'create_inbox_api_key'],
  emails: [
    'list_emails',
    'read_email',
    'search_emails',
    'mark_email_read',
    'delete_email',
    'get_attachment',
    'get_otp',
    'wait_for_email',
  ],
  sending: ['send_email', 'reply_to_email', 'forward_email', 'send_bulk_email', 'get_bulk_send'],
  threads: [
    'list_threads',
    'get_thread',
    'assign_thread_agent',
    'unassign_thread_agent',
    'list_thread_agents',
  ],
  domains: ['add_domain', 'verify_domain', 'list_domains', 'delete_domain'],
  smtp: [
    'create_smtp_config',
    'list_smtp_configs',
    'delete_smtp_config',
    'test_smtp_config',
    'set_default_smtp_config',
  ],
  routing: [
    'create_routing_rule',
    'list_routing_rules',
    'update_routing_rule',
    'delete_routing_rule',
  ],
  webhooks: [
    'create_webhook',
    'list_webhooks',
    'update_webhook',
    'delete_webhook',
    'test_webhook',
    'list_webhook_deliveries',
  ],
  browser: [
    'browser_open',
    'browser_navigate',
    'browser_snapshot',
    'browser_click',
    'browser_type',
    'browser_close',
  ],
  skills: ['sign_up_with_email', 'log_in_with_email_code'],
  vault: [
    'store_credential',
    'login_with_credential',
    'use_credential_in_browser',
    'list_credentials',
    'delete_credential',
  ],
  contacts: ['create_contact_list', 'list_contact_lists', 'add_contacts'],
  ai: ['get_ai_config', 'set_ai_config'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Inboxes, reading, waiting and sending: for programs that want few tools. */
export const CORE = [
  'create_inbox',
  'list_inboxes',
  'get_inbox',
  'list_emails',
  'search_emails',
  'read_email',
  'get_attachment',
  'wait_for_email',
  'get_otp',
  'send_email',
  'reply_to_email',
  'forward_email',
] as const;

/** The group of each of the default tools. */
export const GROUP_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(GROUPS).flatMap(([group, names]) => names.map((name) => [name, group] as const)),
);
