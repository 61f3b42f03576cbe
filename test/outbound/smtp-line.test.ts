import { afterEach, expect, it } from '@jest/globals';
import { closeAll } from '../egress/fixture.js';
import type { Outbound, ProviderSettings } from '../../src/outbound/provider.js';
import { closeOutbound, mailTo, testOutbound } from './fixture.js';
import { setUp } from './smtp-fixture.js';

afterEach(async () => {
  await closeOutbound();
  await closeAll();
});

const SOON = 20;

/** How many mails may be begun now. */
async function room(outbound: Outbound, settings: ProviderSettings): Promise<number> {
  const entered: (() => void)[] = [];
  for (;;) {
    const leave = await outbound
      .line(settings, 'bob@example.org')!
      .enter(AbortSignal.timeout(SOON))
      .catch(() => null);
    if (!leave) break;
    entered.push(leave);
  }
  for (const leave of entered) leave();
  return entered.length;
}

const send = (outbound: Outbound, settings: ProviderSettings, count: number) =>
  Promise.all(Array.from({ length: count }, () => outbound.send(settings, mailTo())));

it('the line before a quick server grows, and is as long as there are connections before a slow one', async () => {
  const { server, outbound, settings } = await setUp({}, 20_000);
  const first = await room(outbound, settings);
  for (let i = 0; i < 6; i++) await send(outbound, settings, 5);
  expect(await room(outbound, settings)).toBeGreaterThan(first);
  server.script({ dot: { after: 300, extra: '250 2.0.0 Ok' } });
  await send(outbound, settings, 10);
  expect(await room(outbound, settings)).toBe(5);
});

it('whoever waits in it is let in when another mail is over', async () => {
  const { outbound, settings } = await setUp();
  const line = outbound.line(settings, 'bob@example.org')!;
  const late = AbortSignal.timeout(5_000);
  const leaves = [];
  for (let i = await room(outbound, settings); i > 0; i--) leaves.push(await line.enter(late));
  const next = line.enter(late);
  leaves[0]!();
  await expect(next).resolves.toEqual(expect.any(Function));
});

it('there is none where mails do not wait for connections', () => {
  const outbound = testOutbound();
  expect(outbound.line(null, 'bob@example.org')).toBeNull();
  expect(outbound.line({ provider: 'RESEND', apiKey: 're_1' }, 'bob@example.org')).toBeNull();
});
