import { z } from 'zod';
import { flag, idOf } from '../../../operations/shapes.js';
import { skillSteps } from '../skills/steps.js';
import { siteFields } from '../skills/input.js';
import { taskType } from '../task-type.js';

/** What signing up takes. */
export const signupInput = z.object({
  url: siteFields.url.describe('The site: its page to sign up, or one that leads there.'),
  inbox_id: idOf('inbox').optional().describe('The inbox to sign up with; left out: a new one.'),
  fields: siteFields.fields,
  accept_terms: flag.default(false).describe('Whether terms of the site may be accepted.'),
  namespace: siteFields.namespace,
  require_auth: siteFields.require_auth,
});

/** Makes an account at a site: with a password that nobody sees, and the code or link that is mailed. */
export const signup = taskType({
  type: 'signup',
  summary:
    'makes an account at a site, with a password that nobody sees and the code or link it mails',
  input: signupInput,
  scopes: ['emails:read', 'inboxes:write', 'browser:use', 'vault:manage'],
  takesFields: true,
  subject: ({ inbox_id: inboxId }) => (inboxId === undefined ? {} : { inboxId }),
  ...skillSteps('signup'),
});
