import type { BoundKeyFacts, ResourceFacts } from '../resource-facts.js';

const sessionOnly = (more: object = {}): BoundKeyFacts => ({
  refused: ({ browserSession }) => [{ id: browserSession, ...more }],
});

export const facts: ResourceFacts = {
  boundKeys: {
    openBrowserSession: { refused: ({ inbox }) => [{ inbox_id: inbox }, {}] },
    listBrowserSessions: { filtered: {} },
    getBrowserSession: sessionOnly(),
    closeBrowserSession: sessionOnly(),
    actInBrowserSession: sessionOnly({ action: 'snapshot' }),
    listBrowserSteps: sessionOnly(),
    getBrowserScreenshot: sessionOnly({ n: 1 }),
  },
  given: {
    actInBrowserSession: { action: 'snapshot' },
    getBrowserScreenshot: { n: 1 },
  },
  // There is no browser, and the session was closed.
  refusedExamples: {
    openBrowserSession: 503,
    closeBrowserSession: 404,
    actInBrowserSession: 404,
    getBrowserScreenshot: 404,
  },
};
