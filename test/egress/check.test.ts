import { describe, expect, it } from '@jest/globals';
import { createAddressRules, parseRange } from '../../src/egress/addresses.js';
import { createTargetChecks } from '../../src/egress/check.js';
import { FORBIDDEN_HOSTS } from './spellings.js';

const allowing = (...ranges: string[]) =>
  createTargetChecks(createAddressRules(ranges.map((text) => parseRange(text)!)));
const { checkUrl, checkHost } = allowing();

describe('an address that is given', () => {
  it.each(FORBIDDEN_HOSTS)('is refused with 400 when it is %s (%s)', (_what, host) => {
    expect(() => checkUrl(`https://${host}/hook`)).toThrow(
      expect.objectContaining({ name: 'AppError', status: 400 }),
    );
  });

  const https = 'url must be an https address';
  const userInfo = 'url must not contain a user name or password';
  it.each([
    ['http://example.com', https],
    ['ftp://example.com', https],
    ['file:///etc/passwd', https],
    ['javascript:alert(1)', https],
    ['example.com', https],
    ['', https],
    ['https://', https],
    ['https://exa\nmple.com', https],
    ['https://example.com/a b', https],
    ['https://example.com/\u0000', https],
    ['https://user@example.com', userInfo],
    ['https://user:secret@example.com', userInfo],
    ['https://@example.com', userInfo],
    ['https:\\\\example.com', https],
    ['https://example.com\\@other.example', https],
    ['https:user@example.com', userInfo],
    ['HTTPS:user@example.com', userInfo],
    ['https://10.0.0.1', 'url must not be a private or reserved address'],
    ['https://localhost', 'url must not be a private or reserved address'],
  ])('%j is refused: %s', (url, message) => {
    expect(() => checkUrl(url)).toThrow(expect.objectContaining({ status: 400, message }));
  });

  it.each([
    ['https://example.com', 'https://example.com/'],
    ['https://EXAMPLE.com./a?b=@c#d', 'https://example.com/a?b=@c#d'],
    ['https://example.com:8443/@me', 'https://example.com:8443/@me'],
    ['https://1.1.1.1', 'https://1.1.1.1/'],
    ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
  ])('%s is taken as %s', (given, taken) => expect(checkUrl(given).href).toBe(taken));

  it('names the field it came in', () => {
    expect(() => checkUrl('x', 'base_url')).toThrow('base_url must be an https address');
    expect(() => checkHost('a b', 'host')).toThrow('host must be a host name or an address');
  });

  it.each(['localhost', '127.0.0.1', '0x7f.1'])('may be %s where that is opened', (host) => {
    expect(allowing('127.0.0.0/8').checkUrl(`https://${host}/`).protocol).toBe('https:');
  });

  it.each(['10.0.0.1', 'localhost', '[::1]', '::1', 'fe80::1%lo', '0177.1'])(
    'is refused as the host of a mail server when it is %s',
    (host) => expect(() => checkHost(host)).toThrow(expect.objectContaining({ status: 400 })),
  );
});
