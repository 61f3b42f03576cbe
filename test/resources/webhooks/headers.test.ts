import { describe, expect, it } from '@jest/globals';
import { headerProblem } from '../../../src/resources/webhooks/headers.js';

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, '']));

describe('headerProblem', () => {
  it.each([
    ['none', {}],
    ['a credential', { Authorization: 'Bearer abc' }],
    ['every character of a token', { "!#$%&'*+-.^_`|~aZ09": 'x' }],
    ['an empty value', { 'X-Empty': '' }],
    ['a tab', { 'X-Tab': 'a\tb' }],
    ['the longest value', { 'X-Long': 'x'.repeat(4096) }],
    ['twenty', many(20)],
  ])('takes %s', (_case, headers) => {
    expect(headerProblem(headers)).toBeNull();
  });

  it.each([
    '',
    'two words',
    'colon:',
    'line\r\nX-Other',
    'nul\0',
    'umläut',
    '(comment)',
    'x'.repeat(257),
  ])('refuses the name %j', (name) => {
    expect(headerProblem({ [name]: 'x' })).toEqual({
      name,
      message: 'must have the name of a header',
    });
  });

  it.each([
    'Host',
    'content-LENGTH',
    'Transfer-Encoding',
    'Connection',
    'Content-Type',
    'User-Agent',
    'Webhook-Id',
    'webhook-signature',
    'webhook-anything',
    'X-Service-Signature',
  ])('leaves %s to the service', (name) => {
    expect(headerProblem({ [name]: 'x' })).toEqual({
      name,
      message: 'cannot be set: the service sets it',
    });
  });

  it.each(['a\r\nX-Other: b', 'a\nb', 'a\rb', 'a\0b', 'a\u007fb', 'ä', 'a\u2028b'])(
    'refuses the value %j',
    (value) => {
      expect(headerProblem({ 'X-A': value })).toEqual({
        name: 'X-A',
        message: 'must hold printable ASCII characters only, and no line ends',
      });
    },
  );

  it('refuses a value over 4 KiB', () => {
    expect(headerProblem({ 'X-A': 'x'.repeat(4097) })?.message).toBe(
      'must have at most 4096 characters',
    );
  });

  it('refuses the same header in two spellings', () => {
    expect(headerProblem({ 'X-A': '1', 'x-a': '2' })).toEqual({
      name: 'x-a',
      message: 'must be given once, in one spelling',
    });
  });

  it.each([
    ['more than twenty', many(21), 'must have at most 20 members'],
    [
      'more than 8 KiB',
      { A: 'x'.repeat(4000), B: 'x'.repeat(4000), C: 'x'.repeat(190) },
      'must have at most 8192 characters in all',
    ],
  ])('refuses %s', (_case, headers, message) => {
    expect(headerProblem(headers)).toEqual({ name: null, message });
  });
});
