import { describe, expect, it } from '@jest/globals';
import { deliverableAddress, parseAddressCommand } from '../../src/smtp/addresses.js';

describe('parsing MAIL', () => {
  it.each([
    ['MAIL FROM:<a@b.test>', 'a@b.test', false],
    ['mail from:<a@b.test>', 'a@b.test', false],
    ['MAIL FROM: <a@b.test> ', 'a@b.test', false],
    ['MAIL FROM:<>', '', false],
    ['MAIL FROM:<> SIZE=10', '', { SIZE: '10' }],
    ['MAIL FROM:<a@b.test> size=10 Body=8BITMIME', 'a@b.test', { SIZE: '10', BODY: '8BITMIME' }],
    ['MAIL FROM:<a@b.test> SMTPUTF8', 'a@b.test', { SMTPUTF8: true }],
    ['MAIL FROM:<"a b"@c.test>', '"a b"@c.test', false],
    ['MAIL FROM:<"a\\">@"@c.test>', '"a\\">@"@c.test', false],
    ['MAIL FROM:<@relay.test,@other.test:a@b.test>', 'a@b.test', false],
    ['MAIL FROM:<jörg@bücher.test> SMTPUTF8', 'jörg@bücher.test', { SMTPUTF8: true }],
    ['MAIL FROM:<prvs=1=a%b@c.test>', 'prvs=1=a%b@c.test', false],
  ])('takes %s', (line, address, args) => {
    expect(parseAddressCommand('mail from', line)).toEqual({ address, args });
  });

  it.each([
    ['MAIL FROM:a@b.test'],
    ['MAIL FROM:<a@b.test'],
    ['MAIL FROM:<a>'],
    ['MAIL FROM:<a@b@c.test>'],
    ['MAIL FROM:<a b@c.test>'],
    ['MAIL FROM:<@a.test:>'],
    ['MAIL FROM:<"a@b.test>'],
    ['MAIL FROM:<a@b.test>x'],
    ['MAIL FROM:<a@b.test> =1'],
    ['MAIL FROM:<a@b.test> SI_ZE=1'],
    ['MAIL FROM:<a\t@b.test>'],
    ['MAIL FROM:<a\u200b@b.test>'],
    ['MAIL FROM:<a\ufffd@b.test>'],
    ['MAIL FROM'],
    ['MAIL'],
    ['MAIL TO:<a@b.test>'],
    ['RCPT TO:<a@b.test>'],
    [`MAIL FROM:<${'a'.repeat(250)}@b.test>`],
  ])('refuses %s', (line) => {
    expect(parseAddressCommand('mail from', line)).toBeNull();
  });

  it('names a parameter that came twice', () => {
    const parsed = parseAddressCommand('mail from', 'MAIL FROM:<a@b.test> SIZE=1 size=2');
    expect(parsed?.duplicate).toBe('SIZE');
  });
});

describe('what a recipient may look like', () => {
  it.each([
    ['a@b.test', 'a@b.test'],
    ['A.B+Tag@B.Test', 'a.b+tag@b.test'],
    ['a@bücher.test', 'a@xn--bcher-kva.test'],
    ['jörg@b.test', 'jörg@b.test'],
    ['postmaster', 'postmaster@here.test'],
    ['PostMaster', 'postmaster@here.test'],
    ['postmaster@b.test', 'postmaster@b.test'],
  ])('delivers %s to %s', (path, address) => {
    expect(deliverableAddress(path, 'here.test')).toBe(address);
  });

  it.each([
    ['a%b.test@here.test'],
    ['a@b.test@here.test'],
    ['@here.test:a@b.test'],
    ['@b.test,@here.test:a@here.test'],
    ['"a@b.test"@here.test'],
    ['"a"@here.test'],
    ['b.test!a'],
    ['b.test!a@here.test'],
    ['a@[127.0.0.1]'],
    ['a@[IPv6:::1]'],
    ['a'],
    ['a@'],
    ['@here.test'],
    ['a b@here.test'],
    ['a@here.test,b@here.test'],
    ['a@%\uff45'],
  ])('delivers %s nowhere', (path) => {
    expect(deliverableAddress(path, 'here.test')).toBeFalsy();
  });
});
