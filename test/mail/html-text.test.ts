import { describe, expect, it } from '@jest/globals';
import { readHtml } from '../../src/mail/html/html-text.js';

const textOf = (html: string) => readHtml(html).text;

describe('readHtml', () => {
  it.each([
    ['folds blanks', '<p>a\n  b&nbsp;&nbsp;c</p>', 'a b c'],
    ['separates paragraphs', '<p>a</p><p>b</p>', 'a\n\nb'],
    ['separates blocks', '<div>a</div><div>b</div>', 'a\nb'],
    ['breaks lines', 'a<br>b<br><br>c', 'a\nb\n\nc'],
    [
      'separates cells and rows',
      '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>',
      'a\tb\nc',
    ],
    [
      'needs no closing tags',
      '<table><tr><td>a<td>b<tr><td>c</table><ul><li>d<li>e</ul>',
      'a\tb\nc\n\nd\ne',
    ],
    ['keeps lines of pre', '<pre>a\n b</pre>', 'a\nb'],
    ['decodes entities at the end of a text', '<p>a &lt<b>b &amp</b></p>&copy', 'a <b &\n\n©'],
    ['leaves what is no entity', 'a & b &x; &# &#x; &', 'a & b &x; &# &#x; &'],
    ['decodes nothing in plain text without end', '&amp;<plaintext>&amp;<b>', '&&amp;<b>'],
    ['decodes entities', '&lt;a&gt; &amp; &#233; &eacute; &#x1F600;', '<a> & é é 😀'],
    [
      'leaves out scripts, styles and titles',
      '<title>t</title><style>s{}</style><script>x()</script>a',
      'a',
    ],
    ['leaves out comments for Outlook', '<!--[if mso]>x<![endif]-->a', 'a'],
    ['shows what is for all but Outlook', '<![if !mso]>a<![endif]>', 'a'],
    ['marks quotes', '<p>a</p><blockquote type="cite"><p>b</p></blockquote>', 'a\n\n> b'],
    ['leaves out filler of preview lines', 'a<span>&zwnj;&nbsp;&zwnj;&nbsp;</span>', 'a'],
    [
      'shows what fields hold a code',
      'a<input readonly autocomplete="one-time-code" value="482913">b<input value="c">' +
        '<input type=hidden autocomplete="one-time-code" value="d">',
      'a\n482913\nb',
    ],
    [
      'shows a field and a picture of nothing but a code',
      'a<input readonly value="482 913">b<input value="Ines">' +
        '<p><img alt="X7K9PQ"> <img alt="Autumn 20"><img style="display:none" alt="4829"></p>' +
        '<p><img alt="Code: 4829"></p>',
      'a\n482 913\nb\n\nX7K9PQ\n\nCode: 4829',
    ],
    ['shows boxes side by side', 'a<p><input value="4"><input value="8"></p>', 'a\n\n4 8'],
    [
      'keeps buttons, legends and what a list says of a term apart',
      '<b>4829</b><button>Copy</button><fieldset><legend>Code</legend>7203</fieldset>' +
        '<dl><dt>Code<dd>6041<dt>Valid<dd>today</dl>',
      '4829 Copy\nCode\n7203\n\nCode\t6041\nValid\ttoday',
    ],
    ['reads capitals', '<P>A</P><DIV STYLE="DISPLAY:NONE">b</DIV>', 'A'],
    ['reads what is no HTML', 'a < b > c', 'a < b > c'],
    ['survives a cut', '<p>a</p><a href="x', 'a'],
  ])('%s', (_what, html, text) => {
    expect(textOf(html)).toBe(text);
  });

  it.each([
    ['white on white', '<p style="color:#fff">b</p>'],
    [
      'white on a white box',
      '<div style="background:#000"><p style="background:white;color:#fefefe">b</p></div>',
    ],
    ['clear letters', '<p style="color:transparent">b</p>'],
    ['tiny letters', '<p style="font-size:1px">b</p>'],
    ['zero of the parent’s size', '<p style="font-size:0%">b</p>'],
    ['a scale of zero', '<p style="transform:scale(0)">b</p>'],
    ['a clip of nothing', '<p style="position:absolute;clip:rect(0,0,0,0)">b</p>'],
    ['an indent', '<p style="text-indent:-9999px">b</p>'],
    ['an old font colour', '<font color="#ffffff">b</font>'],
    [
      'what is gone, more important than the element’s own style',
      '<style>.x{display:none!important}</style><p class="x" style="display:block">b</p>',
    ],
    ['an id', '<style>#x{display:none}</style><p id="x">b</p>'],
  ])('does not show %s', (_what, html) => {
    const { text, hiddenText } = readHtml(`<p>a</p>${html}`);

    expect(text).toBe('a');
    expect(hiddenText).toBe('b');
  });

  it.each([
    ['white on a dark cell', '<td bgcolor="#336699"><font color="white">b</font></td>'],
    ['white on a picture', '<p style="background:url(x.png);color:#fff">b</p>'],
    [
      'white on a rule’s colour',
      '<style>.b{background:#36c}</style><a class="b" style="color:#fff">b</a>',
    ],
    [
      'white on what is more important than the element’s own style',
      '<style>.c a{background:#36c !important}</style><p class="c"><a style="background:#fff;color:#fff">b</a></p>',
    ],
    ['a size set again', '<td style="font-size:0"><span style="font-size:14px">b</span></td>'],
    [
      'visible inside hidden',
      '<p style="visibility:hidden"><b style="visibility:visible">b</b></p>',
    ],
    [
      'a rule for small screens',
      '<style>@media(max-width:9px){.m{display:none}}</style><p class="m">b</p>',
    ],
    ['no height without clipping', '<p style="height:0">b</p>'],
  ])('shows %s', (_what, html) => {
    expect(textOf(html)).toBe('b');
  });

  it('tells where links stand and what describes them', () => {
    const { text, anchors } = readHtml(
      'Go <a href="http://a.example/?a&amp;b">there <b>now</b></a><a href="x"><img alt="y"></a>',
    );

    expect(anchors.map(({ url, label }) => [url, label])).toEqual([
      ['http://a.example/?a&b', ''],
      ['x', 'y'],
    ]);
    expect(anchors.map(({ start, end }) => text.slice(start, end).trim())).toEqual([
      'there now',
      '',
    ]);
  });

  it('tells what stands out', () => {
    const { text, marks } = readHtml('<p>a</p><h1>b</h1><p><b>c</b></p>');

    expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(['b', 'c']);
    expect(marks[0]!.emphasis).toBeGreaterThan(marks[1]!.emphasis);
  });
});
