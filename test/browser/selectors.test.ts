import { describe, expect, it } from '@jest/globals';
import { problemOfSelector, readSelector } from '../../src/browser/selectors.js';

describe('A selector', () => {
  it.each([
    ['button[type=submit]', 'button[type="submit"]', ['type']],
    ['a , b>c', 'a, b > c', []],
    ['#a.b\\:c', '#a.b\\3a c', []],
    ['.\\31 23', '.\\31 23', []],
    ['.\\-', '.\\2d ', []],
    ['*.a', '*.a', []],
    ["[NAME^='a\"b']", '[NAME^="a\\22 b"]', ['name']],
    ['[ title /**/ ~= "x" i ]', '[title~="x" i]', ['title']],
    ['input/* :text */[\\76 alue^="h"]', 'input[value^="h"]', ['value']],
    ['[title=">> text=x"]', '[title="\\3e \\3e  text\\3d x"]', ['title']],
    [
      'form:not(:has(> input[value*=a], b)) i',
      'form:not(:has(> input[value*="a"], b)) i',
      ['value'],
    ],
    [
      'li:nth-child( 2n + 1 OF [x$=y]):FIRST-child',
      'li:nth-child(2n+1 of [x$="y"]):first-child',
      ['x'],
    ],
    ['p:nth-of-type(even):lang("de-CH", fr)', 'p:nth-of-type(even):lang(de-CH, fr)', []],
    ['ü + [data-ä]', 'ü + [data-ä]', []],
  ])('%j is read as %j', (text, css, compared) => {
    expect(readSelector(text)).toEqual({ css, compared });
    expect(readSelector(css)).toEqual({ css, compared });
  });

  it.each([
    ['p:has-text("x")', ':has-text'],
    ['p:Has-Text("x")', ':has-text'],
    ['p:\\000068as-text("x")', ':has-text'],
    ['p:has\\2d text("x")', ':has-text'],
    ['p:not(:text("x"))', ':text'],
    ['p:/**/text("x")', null],
    ['p:has/**/-text("x")', ':has'],
    [':text-is("x")', ':text-is'],
    [':text-matches("x.*")', ':text-matches'],
    ['a:visible', ':visible'],
    ['a:light(b)', ':light'],
    [':nth-match(a, 2)', ':nth-match'],
    ['a:near(b)', ':near'],
    ['a:right-of(b, 20)', ':right-of'],
    ['a::before', '::'],
    ['a:host-context(b)', ':host-context'],
    ['li:nth-child(1 of :text("x"))', ':text'],
  ])('%j is no plain CSS', (text, name) => {
    const problem = problemOfSelector(text);
    expect(problem).toMatch(/^must be /);
    if (name !== null) expect(problem).toContain(`${name} does not belong`);
  });

  it.each([
    ...[
      '',
      ' ',
      '!!',
      'a >> b',
      'a,',
      ',a',
      '> a',
      'a >',
      '[a',
      '[a=',
      '[a=b',
      '["a"=b]',
      '[a=1]',
      '[*|a=b]',
    ],
    ...[
      'a|b',
      '#1',
      '.',
      ':',
      'a:not()',
      'a:not(b',
      'a)',
      ':nth-child(x)',
      ':nth-last-of-type(1 of a)',
      'a\0',
    ],
    ...[
      '[a="b]',
      '[a="b\nc"]',
      '[a=b x]',
      'xpath=//a',
      '//a',
      'text=a',
      '"a"',
      'a{',
      'a/* b',
      '\\',
      '-',
    ],
    ...[':is(> a)', ':has()', ':lang()', ':nth-child(2nof a)', 'a:has:text(b)'],
  ])('%j is none', (text) => {
    expect(problemOfSelector(text)).toMatch(/^must be /);
  });

  it('of a thousand signs is read at once', () => {
    const begun = Date.now();
    for (const part of [':not(', '\\', '/*', 'a ', '[a="', '\\31 ', ':has(> '])
      readSelector(part.repeat(1_000));
    expect(Date.now() - begun).toBeLessThan(1_000);
  });
});
