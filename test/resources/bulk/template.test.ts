import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkTemplate, fill, measure } from '../../../src/resources/bulk/template.js';

const text = (given: string) => ({ field: 'text', text: given }) as const;
const html = (given: string) => ({ field: 'html', text: given }) as const;

describe('a template', () => {
  it.each<[string, Record<string, string | number | boolean>, string]>([
    ['Hi {{name}}, {{ name }}!', { name: 'Kim' }, 'Hi Kim, Kim!'],
    ['{{n}} {{yes}}', { n: 1.5, yes: true }, '1.5 true'],
    // A value is never a template, nor a pattern of a replacement.
    ['{{a}} {{b}}', { a: '{{b}}', b: '$& $1 $$' }, '{{b}} $& $1 $$'],
    ['{{{name}}', { name: 'Kim' }, '{Kim'],
    ['{{\tname\u00a0}}', { name: 'Kim' }, 'Kim'],
    // What is no place stays.
    ['{{name', {}, '{{name'],
    ['{ {name} } }} {{', {}, '{ {name} } }} {{'],
    ['{{over\nlines}}', {}, '{{over\nlines}}'],
    [`{{${'x'.repeat(101)}}}`, {}, `{{${'x'.repeat(101)}}}`],
  ])('%j is filled', (given, values, filled) => {
    expect(fill(text(given), values)).toBe(filled);
    expect(measure(text(given), values)).toBe(filled.length);
  });

  it('escapes values in HTML, and nothing else', () => {
    expect(fill(html('<b>{{v}}</b> & {{v}}'), { v: `<a href="x" id='y'>&amp;` })).toBe(
      '<b>&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;</b> & &lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;',
    );
  });

  it.each(['who', '__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'is refused without %s',
    (name) => {
      expect(() => fill(text(`{{${name}}}`), { other: 1 })).toThrow(
        `variables.${name} is missing: text holds {{${name}}}`,
      );
    },
  );

  it('takes a variable called __proto__ for what it is', () => {
    const values = JSON.parse('{"__proto__": "plain"}') as Record<string, string>;
    expect(fill(text('{{__proto__}}'), values)).toBe('plain');
  });

  it.each(['', ' ', '1a', 'a.b', 'a b', 'a()', '#if x', 'a-b', 'ä', `${'x'.repeat(65)}`])(
    'is refused with {{%s}}, which is no name',
    (inside) => {
      expect(() => fill(html(`{{${inside}}}`), {})).toThrow('is no variable');
      expect(() => checkTemplate(html(`{{${inside}}}`))).toThrow('is no variable');
    },
  );

  it('does not grow without end', () => {
    const values = { a: 'x'.repeat(10_000) };
    expect(() => fill(text('{{a}}'.repeat(10_000)), values)).toThrow('larger than 25 MiB');
  });

  it.each([
    ['braces', '{'.repeat(2_000_000)],
    ['open places', '{{a '.repeat(500_000)],
    ['blanks', `{{${' '.repeat(2_000_000)}`],
    ['almost names', `{{${'a'.repeat(99)}!`.repeat(20_000)],
    ['places', '{{a}}'.repeat(200_000)],
    // Minutes, if it took more than one look at each place.
  ])('takes time in proportion to its length: %s', (_name, given) => {
    expect(() => fill(text(given), { a: '' })).not.toThrow();
  });

  it('leaves values as they are in text, whatever they are', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: 'binary' }), (before, value) => {
        const plain = before.replace(/[{}]/g, '');
        expect(fill(text(`${plain}{{v}}${plain}`), { v: value })).toBe(plain + value + plain);
      }),
    );
  });

  it('lets no value end a text or an attribute of HTML', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(fill(html('{{v}}'), { v: value })).not.toMatch(/[<>"']/);
      }),
    );
  });
});
