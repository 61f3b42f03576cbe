import { describe, expect, it } from '@jest/globals';
import { readFlags } from '../../src/sender/flags.js';
import { readHead } from '../../src/sender/head.js';
import { mailFrom } from '../support/signed-mail.js';

const flags = (from: string) => readFlags(readHead(mailFrom(from)));
const encoded = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;

describe('what is said of a sender', () => {
  it.each([
    ['Northwind <no-reply@northwind.example>'],
    ['"billing@northwind.example" <billing@northwind.example>'],
    ['"Northwind.com Team" <a@mail.northwind.com>'],
    ['PayPal <service@paypal.com>'],
    ['"PayPal via Northwind" <a@northwind.example>'],
    ['Wal Mart <a@wal-mart.com>'],
    [`${encoded('Société Générale')} <a@societe-generale.fr>`],
    [`${encoded('Müller')} <a@müller.de>`],
    [`${encoded('Müller')} <a@muller.de>`],
    ['Node.js Weekly <a@news.example>'],
    ['no-name@northwind.example'],
    [`${encoded('Сбербанк')} <a@sberbank.ru>`],
  ])('is nothing for %s', (from) => {
    expect(flags(from)).toEqual([]);
  });

  it.each([
    ['"ceo@bank.com" <x@evil.example>', 'name_is_address'],
    [`${encoded('support@paypal.com')} <x@evil.example>`, 'name_is_address'],
    ['"paypal.com" <x@evil.example>', 'name_claims_domain'],
    ['"Security at www.paypal.com" <x@evil.example>', 'name_claims_domain'],
    ['PayPal <x@paypa1.com>', 'lookalike_domain'],
    ['PayPal <x@xn--pypal-4ve.com>', 'lookalike_domain'],
    ['Apple <x@xn--80ak6aa92e.com>', 'lookalike_domain'],
    ['Amazon <x@arnazon.com>', 'lookalike_domain'],
    ['"Microsoft account team" <x@micr0soft-support.com>', 'lookalike_domain'],
    ['PayPal <x@paypál.com>', 'lookalike_domain'],
    ['Somebody <x@xn--pypal-4ve.com>', 'lookalike_domain'],
  ])('of %s is %s', (from, flag) => {
    expect(flags(from)).toEqual([flag]);
  });

  it('is linear in the length of a name', () => {
    const name = 'a.b-'.repeat(20_000) + '@'.repeat(1_000);
    expect(flags(`"${name}" <x@evil.example>`)).toEqual([]);
  });
});
