/** What each OAuth scope means, for people. */
export const SCOPE_WORDS: Readonly<Record<string, string>> = {
  'inbox:read': 'see your inboxes',
  'inbox:write': 'create, change and delete inboxes',
  'email:read': 'read mail, and wait for it and for codes',
  'email:send': 'send, answer and forward mail, also to many at once',
  'domain:manage': 'add, see and verify domains',
};
