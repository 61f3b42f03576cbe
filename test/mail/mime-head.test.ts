import { describe, expect, it } from '@jest/globals';
import { readHead } from '../../src/mail/mime/mime-head.js';

const headOf = (...lines: readonly string[]) => readHead(lines.join('\r\n'));

describe('the Content-Type of a part', () => {
  it.each([
    ['Text/HTML; Charset="utf-8"', 'text/html', 'utf-8'],
    ['text / html; charset = utf-8', 'text/html', 'utf-8'],
    ['text/html (of a page); charset=utf-8', 'text/html', 'utf-8'],
    ['text/html\r\n\tcharset="utf-8"', 'text/html', 'utf-8'],
    ['text/html, text/plain', 'text/html', ''],
    ['text/html>', 'text/html', ''],
    ['"text/html"; charset=utf-8', 'text/html', 'utf-8'],
    // RFC 2045 section 5.2: what is no type is text.
    ['text', 'text/plain', ''],
    ['html; charset=utf-8', 'text/plain', 'utf-8'],
    ['', 'text/plain', ''],
    ['pdf; name="a.pdf"', 'application/pdf', ''],
  ])('%j is read', (value, contentType, charset) => {
    expect(headOf(`Content-Type: ${value}`)).toMatchObject({ contentType, charset });
  });

  it('names a boundary without a semicolon in front of it', () => {
    expect(headOf('Content-Type: multipart/mixed', '\tboundary="a b "')).toMatchObject({
      multipart: 'mixed',
      boundary: 'a b',
    });
  });
});

describe('the Content-Disposition of a part', () => {
  it.each([
    ['attachment; filename="a.txt"', 'attachment', 'a.txt'],
    ['attachment filename="a.txt"', 'attachment', 'a.txt'],
    ['attachment (saved); filename=a.txt', 'attachment', 'a.txt'],
    ['filename="a.txt"', 'attachment', 'a.txt'],
    ['; filename="a.txt"', 'attachment', 'a.txt'],
    ['inline', 'inline', ''],
    ['inline; filename=report (1).txt', 'inline', 'report (1).txt'],
    ['attachment; filename*=caf%C3%A9.txt', 'attachment', 'café.txt'],
    ['attachment; FILENAME*="caf%C3%A9.txt"; size=1', 'attachment', 'café.txt'],
    ["attachment; filename*0*=utf-8''caf%C3; filename*1*=%A9", 'attachment', 'café'],
  ])('%j is read', (value, disposition, filename) => {
    expect(headOf(`Content-Disposition: ${value}`)).toMatchObject({ disposition, filename });
  });

  it('may stand in the Content-Type', () => {
    expect(headOf('Content-Type: application/pdf; filename="a.pdf"').filename).toBe('a.pdf');
  });
});

describe('the Content-Transfer-Encoding of a part', () => {
  it.each([
    'base64',
    'Base64 ',
    'base64;',
    '"base64"',
    'base64 (of a file)',
    'base64 charset=utf-8',
  ])('%j is read', (value) => {
    expect(headOf(`Content-Transfer-Encoding: ${value}`).encoding).toBe('base64');
  });

  it.each(['x-uuencode', 'UUENCODE', 'x-uue'])('%j is read', (value) => {
    expect(headOf(`Content-Transfer-Encoding: ${value}`).encoding).toBe('uuencode');
  });
});
