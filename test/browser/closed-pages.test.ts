import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ActOutcome } from '../../src/browser/session.js';
import { openLoneSession, type LoneSession } from '../support/browser-session.js';
import { until } from '../support/mail-api.js';
import { startSites, type Sites } from '../support/site.js';

// Pages that are closed between two acts, and within one.

let sites: Sites;
let lone: LoneSession;
beforeAll(async () => {
  sites = await startSites();
  lone = await openLoneSession(sites);
  // Who goes there stays where they are.
  sites.page('evil.test', '/nowhere', (_request, response) => void response.writeHead(204).end());
  sites.page('evil.test', '/calm', '<title>Calm</title>');
});
afterAll(async () => {
  await lone.close();
  await sites.close();
});

const GO_ON = "setInterval(() => (location = '/nowhere'), 5)";

const look = async () => (await lone.session.act({ action: 'snapshot' })).outcome;

/** Looks without a pause until it is told that a page was closed; answers what was seen then. */
async function seenOnceClosed(before: ActOutcome): Promise<ActOutcome> {
  let outcome = before;
  while (!outcome.blocked.join().includes('was closed')) outcome = await look();
  return outcome;
}

it('An act on a page that is being closed for going on too fast is done on the one in its place', async () => {
  sites.page('evil.test', '/on', `<script>onload = () => ${GO_ON}</script>`);
  for (let round = 0; round < 3; round++) {
    const { outcome: gone } = await lone.goto('/on');
    const seen = [await seenOnceClosed(gone), await look(), await look()];
    expect(seen.map(({ page }) => page.url)).toEqual(Array(3).fill('about:blank'));
    const { outcome } = await lone.goto('/calm');
    expect([outcome.error, outcome.page.title]).toEqual([null, 'Calm']);
  }
});

it('A page that goes on too fast behind the one that it opened takes nobody away from that', async () => {
  const opened = '<title>Opened</title><button onclick="opener.goOn()">x</button>';
  const url = sites.page('evil.test', '/opened', opened);
  sites.page('evil.test', '/opener', `<script>open('${url}'); goOn = () => ${GO_ON}</script>`);
  await lone.goto('/opener');
  await until(async () => (await look()).page.title === 'Opened');
  const clicked = await lone.session.act({ action: 'click', selector: 'button' });
  const { page } = await seenOnceClosed(clicked.outcome);
  expect(page.url).toBe(url);
});
