import { randomUUID } from 'node:crypto';
import { Browsers } from '../browser/browsers.js';
import { makeShownCertificate } from '../browser/shown-certificate.js';
import { isLoopback, type Config } from '../config.js';
import type { Database } from '../db/database.js';
import { SessionKeeper } from '../resources/browser-sessions/keeper.js';
import { StateStore } from '../resources/browser-sessions/orders.js';
import { StepPerformer } from '../resources/browser-sessions/performing.js';
import { SealedSteps } from '../resources/browser-sessions/sealed-steps.js';
import { BrowserSessionService } from '../resources/browser-sessions/service.js';
import { STEPS } from '../resources/browser-sessions/store.js';
import { CredentialApprovals } from '../resources/credentials/approving.js';
import { CredentialCookies } from '../resources/credentials/cookies.js';
import { OpenedValues } from '../resources/credentials/opened-values.js';
import { CredentialOpening } from '../resources/credentials/opening.js';
import type { CredentialService } from '../resources/credentials/service.js';
import { CredentialUses } from '../resources/credentials/using.js';
import { EndWatches } from '../live/end-watches.js';
import type { FindInbox } from '../store/inboxes.js';
import type { Infrastructure } from './infrastructure.js';
import { auditLog } from './organizations.js';

/** Browser sessions as they are asked for, and what is done in them with credentials. */
export function browserSessions(
  parts: Infrastructure & { readonly findInbox: FindInbox },
  { credentials }: { readonly credentials: CredentialService },
) {
  const database = parts.databases.front;
  const watches = new EndWatches(database, parts.listener, STEPS);
  const steps = new SealedSteps(parts.vault);
  const sessions = new BrowserSessionService({ ...parts, database, steps, watches });
  const approvals = credentialApprovals(database);
  return {
    requests: {
      browserSessions: sessions,
      credentialUses: new CredentialUses({ credentials, sessions, approvals }),
    },
    close: () => watches.close(),
  };
}

/** Approvals of uses of credentials, which those who decide settle too. */
export const credentialApprovals = (database: Database) => new CredentialApprovals(database);

/** What opens credentials, for whoever has pages to fill in. */
export function credentialOpening(
  database: Database,
  { vault, auditKey }: Pick<Infrastructure, 'vault' | 'auditKey'>,
) {
  const audit = auditLog({ databases: { front: database }, auditKey });
  const cookies = new CredentialCookies({ database, vault });
  const values = new OpenedValues({ database, vault });
  return { audit, cookies, opening: new CredentialOpening({ database, values, cookies, audit }) };
}

/** What is set about browsers. */
export type BrowserSettings = Pick<Config, 'CHROMIUM_PATH' | 'BROWSER_SANDBOX' | 'HTTP_HOST'>;

/** The role that has browsers: nothing is begun before the first session. */
export function startBrowserRole(
  settings: BrowserSettings,
  parts: Pick<Infrastructure, 'databases' | 'listener' | 'log' | 'vault' | 'auditKey' | 'egress'>,
): Pick<SessionKeeper, 'close'> {
  const { databases, listener, log, vault, egress } = parts;
  const database = databases.background;
  const browsers = new Browsers({
    openTunnel: egress.openTunnel,
    certificate: makeShownCertificate,
    chromiumPath: settings.CHROMIUM_PATH,
    sandbox: sandboxOf(settings),
    log,
  });
  const { opening, cookies } = credentialOpening(database, parts);
  const steps = new SealedSteps(vault);
  const performer = new StepPerformer({
    ...{ browsers, steps, log, states: new StateStore(database, vault) },
    credentials: {
      use: (session, place, use) => opening.fillIn(session, { ...place, ...use }),
      bring: (session, place, use) => opening.bring(session, { ...place, ...use }),
      keep: (session, { orgId }, { id, kept }) => cookies.keep(session, { id, orgId }, kept),
    },
  });
  const keeper = new SessionKeeper({
    ...{ database, listener, log, browsers, steps, performer, process: randomUUID() },
  });
  keeper.start();
  return keeper;
}

/** Where nobody else reaches the service, a kernel that refuses the sandbox is no reason to do without. */
const sandboxOf = ({ BROWSER_SANDBOX, HTTP_HOST }: BrowserSettings) => {
  if (BROWSER_SANDBOX === 'off') return 'off';
  return isLoopback(HTTP_HOST) ? 'wished' : 'required';
};
