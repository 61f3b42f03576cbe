import { startBrowserRole } from '../../src/composition/browser.js';
import { createEgress } from '../../src/egress/egress.js';
import { createZone } from './dns-zone.js';
import { createLog } from '../../src/log.js';
import { testInfrastructure, type TestParts } from './services.js';
import { startSites, type Sites } from './site.js';
import { startApi, type TestApi } from './start-api.js';

/** An API, a browser process beside it, and small sites that the browser reaches. */
export interface BrowserApi {
  readonly api: TestApi;
  readonly sites: Sites;
  /** Ends the browser process, as a stop of the service does. */
  stopBrowsers(): Promise<void>;
  close(): Promise<void>;
}

/** Every name leads to the loopback interface, where the sites are. `chromiumPath` names another Chromium. */
export async function startBrowserApi(
  parts: TestParts = {},
  chromiumPath?: string,
): Promise<BrowserApi> {
  const sites = await startSites();
  // Loaded as tests load it, it takes so long on a busy machine that a session in need of it runs out of its lease.
  await import('playwright-core');
  const egress = createEgress({
    allow: ['127.0.0.1'],
    authorities: sites.authorities,
    dns: createZone(),
    lookup: async (name) => (name.endsWith('.test') ? ['127.0.0.1'] : ['10.1.2.3']),
  });
  const api = await startApi({ parts: { egress, ...parts } });
  const role = startBrowserRole(
    { CHROMIUM_PATH: chromiumPath, BROWSER_SANDBOX: 'on', HTTP_HOST: '127.0.0.1' },
    testInfrastructure(api.testDatabase, {
      ...{ egress, listener: api.listener, log: createLog('silent') },
    }),
  );
  return {
    ...{ api, sites },
    stopBrowsers: () => role.close(),
    async close() {
      await role.close();
      await api.close();
      await egress.close();
      await sites.close();
    },
  };
}
