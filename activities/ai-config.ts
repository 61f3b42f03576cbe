import type { DescribedSome, MailDescriptions } from '../src/resources/ai-config/describing.js';
import { withHeartbeat } from './heartbeat.js';

/** What runs may have models say of mail. Safe to run twice. */
export const aiConfigActivities = ({
  mailDescriptions,
}: {
  readonly mailDescriptions: Pick<MailDescriptions, 'describeSome'>;
}) => ({
  /** Has a model describe the mails of an organization that wait longest. */
  describeSomeEmails: (orgId: string): Promise<DescribedSome> =>
    withHeartbeat(() => mailDescriptions.describeSome(orgId)),
});
