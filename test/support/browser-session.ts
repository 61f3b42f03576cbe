import { Browsers } from '../../src/browser/browsers.js';
import type { ActResult, BrowserSession } from '../../src/browser/session.js';
import { makeShownCertificate } from '../../src/browser/shown-certificate.js';
import { createEgress } from '../../src/egress/egress.js';
import { createLog } from '../../src/log.js';
import { createZone } from './dns-zone.js';
import type { Sites } from './site.js';

/** A session in a Chromium of its own, without an API before it. */
export interface LoneSession {
  readonly session: BrowserSession;
  /** Why it was lost; empty while it is not. */
  readonly why: readonly string[];
  /** Goes to a path of `evil.test`. */
  goto(path: string): Promise<ActResult>;
  close(): Promise<void>;
}

/** Opens one that reaches the sites; `lookup` says where names lead. */
export async function openLoneSession(
  { port, authorities }: Sites,
  lookup = async () => ['127.0.0.1'],
): Promise<LoneSession> {
  const allow = ['127.0.0.1'];
  const egress = createEgress({ allow, authorities, dns: createZone(), lookup });
  const browsers = new Browsers({
    ...{ openTunnel: egress.openTunnel, certificate: makeShownCertificate },
    ...{ chromiumPath: undefined, sandbox: 'wished', log: createLog('silent') },
  });
  const why: string[] = [];
  const { session } = await browsers.open('org_1', (reason) => why.push(reason));
  return {
    ...{ session, why },
    goto: (path) => session.act({ action: 'goto', url: `https://evil.test:${port}${path}` }),
    async close() {
      await browsers.close();
      await egress.close();
    },
  };
}
