import { describe, expect, it } from '@jest/globals';
import {
  isForwardSubject,
  readMessageId,
  readReferences,
  readSubject,
} from '../../src/mail/threads/threading.js';

describe('readSubject', () => {
  it.each([
    ['Hello', 'hello', false],
    ['Re: Hello', 'hello', true],
    ['RE: Re: re: Hello', 'hello', true],
    ['Re[2]: Hello', 'hello', true],
    ['Re(3): Hello', 'hello', true],
    ['RE : Bonjour', 'bonjour', true],
    ['AW: WG: Angebot', 'angebot', true],
    ['WG: AW: Angebot', 'angebot', false],
    ['SV: Hej', 'hej', true],
    ['Antw: Hallo', 'hallo', true],
    ['Vá: Szia', 'szia', true],
    ['Odp: Cześć', 'cześć', true],
    ['YNT: Merhaba', 'merhaba', true],
    ['Отв: Привет', 'привет', true],
    ['RES: Olá', 'olá', true],
    ['RIF: Ciao', 'ciao', true],
    ['回复：你好', '你好', true],
    ['答复: 你好', '你好', true],
    ['返信: こんにちは', 'こんにちは', true],
    ['답장: 안녕', '안녕', true],
    ['رد: مرحبا', 'مرحبا', true],
    ['השב: שלום', 'שלום', true],
    ['Trả lời: Chào', 'chào', true],
    ['Fwd: Hello', 'hello', false],
    ['Fw: Re: Hello', 'hello', false],
    ['TR: Bonjour', 'bonjour', false],
    ['转发: 你好', '你好', false],
    ['[list] Re: Hello', '[list] hello', true],
    ['Re: [list] Hello', '[list] hello', true],
    ['[list] Hello', '[list] hello', false],
    ['Re: [list] Re: Hello', '[list] hello', true],
    ['[a][b] AW: Hello', '[a] [b] hello', true],
    ['[list] Fwd: Re: Hello', '[list] hello', false],
    ['[EXTERNAL] Re: Hello', 'hello', true],
    ['*** SPAM *** Hello', 'hello', false],
    ['{Spam?} Re: Hello', 'hello', true],
    ['EXT: Re: Hello', 'hello', true],
    ['【外部】回复：你好', '你好', true],
    ['Re: [Fwd: Hello]', 'hello', true],
    ['[Fwd: Hello]', 'hello', false],
    ['Re: Hello (fwd)', 'hello', true],
    ['ＲＥ（2）：Hello', 'hello', true],
    ['\u200fהשב: שלום', 'שלום', true],
    ['Re\u00a0: Hello', 'hello', true],
    ['RÉP. : Bonjour', 'bonjour', true],
    ['İLT: Merhaba', 'merhaba', false],
    ['HA: Привет', 'привет', true],
    ['Re: [Ticket 7] Hello', '[ticket 7] hello', true],
    ['[Re: Hello', '[re: hello', false],
    ['[list]', '[list]', false],
    ['Reminder: Hello', 'reminder: hello', false],
    ['Re:Hello   there', 'hello there', true],
    ['Re:', '', true],
    ['', '', false],
  ])('reads %j as %j', (subject, bareSubject, isReply) => {
    expect(readSubject(subject)).toEqual({ bareSubject, isReply });
  });

  it('takes off more prefixes than anybody writes, and stops', () => {
    expect(readSubject('Re: '.repeat(15) + 'x').bareSubject).toBe('x');
    expect(readSubject('Re: '.repeat(5000) + 'x').isReply).toBe(true);
  });
});

describe('isForwardSubject', () => {
  it.each([
    ['Fwd: Hello', true],
    ['WG: AW: Angebot', true],
    ['[EXTERNAL] Fwd: Hello', true],
    ['Hello (fwd)', true],
    ['Re: Fwd: Hello', false],
    ['[EXTERNAL] Hello', false],
    ['Hello', false],
  ])('says of %j: %j', (subject, expected) => {
    expect(isForwardSubject(subject)).toBe(expected);
  });
});

describe('readReferences', () => {
  it('keeps the last hundred, each once', () => {
    const ids = Array.from({ length: 150 }, (_, i) => `<${i}@northwind.example>`);

    const references = readReferences([...ids, ids[149]].join('\t'));

    expect(references).toHaveLength(100);
    expect(references.at(-1)).toBe('<149@northwind.example>');
  });

  it.each([
    ['<a@b> <c@d>', ['<a@b>', '<c@d>']],
    ['<a@b><c@d>', ['<a@b>', '<c@d>']],
    ['a@b c@d', ['<a@b>', '<c@d>']],
    ['a@b, c@d', ['<a@b>', '<c@d>']],
    ['<a@b <c@d>', ['<a@b>', '<c@d>']],
    ['<a-long- name@b> <c@d>', ['<a-long-name@b>', '<c@d>']],
    ['(from the archive) <a@b>', ['<a@b>']],
    ['<Message of Friday> <a@b>', ['<a@b>']],
    ['Message of Friday', []],
    ['', []],
  ])('reads %j', (value, expected) => {
    expect(readReferences(value)).toEqual(expected);
  });
});

describe('readReferences with In-Reply-To', () => {
  it('puts further ids of In-Reply-To before those of References', () => {
    expect(readReferences('<a@b> <c@d>', '<e@f> <g@h> <a@b>')).toEqual(['<g@h>', '<a@b>', '<c@d>']);
  });

  it('keeps them when References holds a hundred of its own', () => {
    const ids = Array.from({ length: 150 }, (_, i) => `<${i}@northwind.example>`);

    const references = readReferences(ids.join(' '), '<e@f> <g@h>');

    expect(references).toHaveLength(100);
    expect([references[0], references.at(-1)]).toEqual(['<g@h>', '<149@northwind.example>']);
  });
});

describe('readMessageId', () => {
  it.each([
    ['<a@b>', '<a@b>'],
    [' a@b ', '<a@b>'],
    ['Your message of Friday <a@b>', '<a@b>'],
    ['Message from Ann <ann@birch.example> of Friday <a@b>', '<a@b>'],
    ['<a@b> from Ann <ann@birch.example>', '<a@b>'],
    ['<a@b', null],
    ['two words', null],
    ['', null],
  ])('reads %j as %j', (value, expected) => {
    expect(readMessageId(value)).toBe(expected);
  });
});
