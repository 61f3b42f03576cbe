import { afterEach, describe, expect, it } from '@jest/globals';
import type { Acceptance } from '../../src/store/mail/delivery.js';
import { PeerRates } from '../../src/smtp/peer-rates.js';
import { closeFixtures, startFixture } from './fixture.js';
import { connect } from './raw-client.js';

const MINUTE = 60_000;
const TOO_FAST = '451 4.7.1 Too many mails from your address for this recipient, try again later';

afterEach(closeFixtures);

const inbox = { inboxId: 'inb_1', orgId: 'org_1', address: 'in@restante.test', perMonth: 1_000 };

/** How many mails in a row are not over the rate. */
function taken(rates: PeerRates, address: string, recipient = inbox): number {
  let mails = 0;
  for (; mails < 500 && !rates.isOver(address, recipient); mails++) rates.count(address, recipient);
  return mails;
}

describe('the rate of a peer', () => {
  it('is a part of the month in an hour, for each inbox and each peer', () => {
    let now = 0;
    const rates = new PeerRates(2, () => now);
    expect(taken(rates, '192.0.2.1')).toBe(20);
    expect(taken(rates, '192.0.2.2')).toBe(20);
    expect(taken(rates, '192.0.2.1', { ...inbox, inboxId: 'inb_2' })).toBe(20);
    now += 30 * MINUTE;
    expect(taken(rates, '192.0.2.1')).toBe(10);
  });

  it('is that of a /64, and ten times as much for a /48', () => {
    const rates = new PeerRates(2, () => 0);
    expect(taken(rates, '2001:db8::1')).toBe(20);
    expect(taken(rates, '2001:db8::2')).toBe(0);
    const networks = Array.from({ length: 12 }, (_, i) => taken(rates, `2001:db8:0:${i + 1}::1`));
    expect(networks.reduce((sum, mails) => sum + mails)).toBe(180);
  });

  it.each([
    ['0 percent', 0, inbox],
    ['an unlimited plan', 2, { ...inbox, perMonth: null }],
  ])('is not limited with %s', (_case, percent, recipient) => {
    const rates = new PeerRates(percent, () => 0);
    expect(taken(rates, '192.0.2.1', recipient as typeof inbox)).toBe(500);
  });

  it('defers mail for one inbox at RCPT, and no other', async () => {
    const findRecipient: Acceptance['findRecipient'] = async (address) => ({
      ...inbox,
      inboxId: address,
    });
    const rates = new PeerRates(0.2);
    const { port } = await startFixture({ acceptance: { findRecipient }, rates });
    const client = await connect(port, '127.0.0.1');
    for (let mails = 0; mails < 2; mails++)
      expect(await client.message('hello\r\n.\r\n')).toMatch(/^250 /);
    await client.codes('MAIL FROM:<a@sender.test>');
    expect(await client.command('RCPT TO:<in@restante.test>')).toBe(TOO_FAST);
    expect(await client.command('RCPT TO:<in2@restante.test>')).toMatch(/^250 /);
    const other = await connect(port, '127.0.0.2');
    expect(await other.message('hello\r\n.\r\n')).toMatch(/^250 /);
    for (const one of [client, other]) one.close();
  });
});
