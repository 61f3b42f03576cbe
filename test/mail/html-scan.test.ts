import { describe, expect, it } from '@jest/globals';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { scanMarkup } from '../../src/mail/html/html-scan.js';

/** Notes down what is told of a document: text as a whole, elements once they are open. */
class Notes implements TokenizerCallbacks {
  readonly said: string[] = [];
  private tag = '';
  private text = '';

  constructor(private html: string) {}

  goOnWith(rest: string): void {
    this.html = rest;
  }

  ontext(start: number, end: number): void {
    this.text += this.html.slice(start, end);
  }

  onopentagname(start: number, end: number): void {
    this.tag = `<${this.html.slice(start, end)}`;
  }

  onattribname(start: number, end: number): void {
    this.tag += ` ${this.html.slice(start, end)}=`;
  }

  onattribdata(start: number, end: number): void {
    this.tag += this.html.slice(start, end);
  }

  onattribend(): void {
    this.tag += ';';
  }

  onopentagend(): void {
    this.note(this.tag);
  }

  onselfclosingtag(): void {
    this.note(this.tag);
  }

  onclosetag(start: number, end: number): void {
    this.note(`</${this.html.slice(start, end)}`);
  }

  onend(): void {
    this.note('');
  }

  oncdata(): void {
    this.note('cdata');
  }

  oncomment(): void {
    // Nobody sees it.
  }

  ondeclaration(): void {
    // Nor this.
  }

  onprocessinginstruction(): void {
    // Nor this.
  }

  ontextentity(): void {
    // References are left alone.
  }

  onattribentity(): void {
    // As in text.
  }

  private note(what: string): void {
    if (this.text !== '') this.said.push(this.text);
    this.text = '';
    if (what !== '') this.said.push(what);
  }
}

function tokenized(html: string, notes: Notes): readonly string[] {
  const tokenizer = new Tokenizer({ decodeEntities: false }, notes);
  tokenizer.write(html);
  tokenizer.end();
  return notes.said;
}

function scanned(html: string): readonly string[] {
  const notes = new Notes(html);
  const rest = html.slice(scanMarkup(html, notes));
  notes.goOnWith(rest);
  return tokenized(rest, notes);
}

const PIECES = [
  ...[
    '<p>',
    '</p>',
    '<td class="a" style=\'b\'>',
    '<a href=x>',
    '<br/>',
    '<br />',
    '<img src="a>b">',
  ],
  ...[
    '<',
    '>',
    '</',
    '/>',
    '<p',
    '<!',
    '<!--',
    '-->',
    '--!>',
    '<!-->',
    '<!--a-->',
    '<!DOCTYPE html>',
  ],
  ...[
    '<style>',
    'p{}',
    '</style>',
    '</STYLE >',
    '<title>',
    '</title',
    '<script>',
    '</script>',
    '<?a?>',
  ],
  ...[
    '<textarea>',
    '</textarea>',
    '<plaintext>',
    '<xmp>',
    '</xmp>',
    '<![CDATA[a]]>',
    '="',
    "='",
    '=',
    '"',
  ],
  ...[
    "'",
    ' ',
    '\n',
    'a',
    'b c',
    '&amp;',
    '&',
    '/',
    '<a b = c>',
    '<a b= "c">',
    '<a/b>',
    '<1>',
    'ü',
    '<ü>',
  ],
];

// A generator of its own, so that a failure can be seen again.
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state >>> 8;
  }
}

describe('the scan of a document', () => {
  it('tells the same as the tokenizer, which goes on where it ends', () => {
    const random = numbers(7);
    const next = (below: number) => random.next().value! % below;
    for (let turn = 0; turn < 20_000; turn++) {
      const html = Array.from({ length: 1 + next(14) }, () => PIECES[next(PIECES.length)]!).join(
        '',
      );
      expect({ html, said: scanned(html) }).toEqual({
        html,
        said: tokenized(html, new Notes(html)),
      });
    }
  });

  it('reads usual mail to its end', () => {
    const html =
      '<!DOCTYPE html><html><head><title>A</title><style>p{}</style></head><body bgcolor=white>' +
      '<!-- a --><table width="600"><tr><td style=\'x\'>482 913<br/></td></tr></table></body></html>';
    expect(scanMarkup(html, new Notes(html))).toBe(html.length);
  });
});
