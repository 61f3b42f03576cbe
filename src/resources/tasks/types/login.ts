import { z } from 'zod';
import { invalid } from '../../../errors.js';
import { idOf } from '../../../operations/shapes.js';
import { skillSteps } from '../skills/steps.js';
import { siteFields } from '../skills/input.js';
import { taskType } from '../task-type.js';

/** What logging in takes: a credential, or an inbox to which a code or a link is mailed. */
export const loginInput = z.object({
  credential_id: idOf('credential').optional(),
  url: siteFields.url
    .optional()
    .describe('Where to log in; left out: the front page of the service.'),
  inbox_id: idOf('inbox')
    .optional()
    .describe('Without a credential: where the code or link comes.'),
  session_id: idOf('browser session').optional().describe('A session to use; left out: a new one.'),
  fields: siteFields.fields,
  namespace: siteFields.namespace,
  require_auth: siteFields.require_auth,
});

/** Logs in at a site, and leaves the session open. */
export const login = taskType({
  type: 'login',
  summary: 'logs in at a site with a credential, or with the code or link that it mails',
  input: loginInput,
  scopes: ['emails:read', 'browser:use', 'vault:use'],
  takesFields: true,
  subject: ({ inbox_id: inboxId }) => (inboxId === undefined ? {} : { inboxId }),
  means: ({ credential_id: id, session_id: sessionId, namespace }) => ({
    ...(id !== undefined && { credential: { id, namespace } }),
    sessionId,
  }),
  check({ credential_id: credentialId, url }) {
    if (credentialId === undefined && url === undefined)
      throw invalid('input.url must be given, or credential_id');
  },
  ...skillSteps('login'),
});
