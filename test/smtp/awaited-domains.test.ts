import { afterEach, describe, expect, it } from '@jest/globals';
import { closeFixtures, startFixture } from './fixture.js';

afterEach(closeFixtures);

describe('mail for a domain that is being set up', () => {
  it.each([
    ['ceo@soon.example', '451 4.3.5 '],
    ['ceo@never.example', '550 5.1.1 '],
    ['nobody@restante.test', '550 5.1.1 '],
    ['in@restante.test', '250 2.1.5 '],
  ])('for %s is answered %s', async (address, start) => {
    const isAwaited = async (asked: string) => asked.endsWith('@soon.example');
    const client = await (await startFixture({ acceptance: { isAwaited } })).client();
    await client.codes('EHLO mx.test', 'MAIL FROM:<a@b.example>');
    expect(await client.command(`RCPT TO:<${address}>`)).toMatch(new RegExp(`^${start}`));
  });
});
