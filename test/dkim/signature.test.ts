import { createPrivateKey } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { relaxedField } from '../../src/dkim/canonical.js';
import { newKeyPair, type KeyPair } from '../../src/dkim/keys.js';
import { dkimSignature, type SigningOptions } from '../../src/dkim/signature.js';
import { keyText } from '../../src/resources/domains/records.js';

let pair: KeyPair;
beforeAll(async () => {
  pair = await newKeyPair();
});

const HEAD = [
  'From: Agent <agent@example.com>',
  'To: somebody@example.net',
  'Subject: A  subject',
  ' that is folded',
  'Date: Sat, 21 Nov 2026 12:00:00 +0000',
  'Message-ID: <1@example.com>',
  'List-Unsubscribe: <https://example.com/u>',
  'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  'MIME-Version: 1.0',
];
const mail = (head: readonly string[] = HEAD, body = 'Hello \t there\r\n\r\n\r\n') =>
  Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);

const signatureOf = (raw: Buffer, options?: SigningOptions) => {
  const key = createPrivateKey(pair.privateKey);
  return dkimSignature(raw, { domain: 'example.com', selector: 'rst1', key }, options);
};

const resultOf = async (signature: string, raw: Buffer) => {
  const resolver = async (name: string) => {
    expect(name).toBe('rst1._domainkey.example.com');
    return [[keyText(pair.publicKey)]];
  };
  const message = Buffer.concat([Buffer.from(signature), raw]);
  const { results } = await dkimVerify(message, { resolver });
  return results[0]!.status.result;
};

describe('a signature', () => {
  it.each([
    ['a plain mail', mail()],
    ['a mail without a body', mail(HEAD, '')],
    ['a body without a last line end', mail(HEAD, 'Hello')],
    ['letters whose bytes look like blanks', mail(HEAD, 'à la carte\r\n')],
    ['blanks before the colon', mail(['Reply-To : a@example.com', ...HEAD])],
  ])('holds for %s', async (_case, raw) => {
    expect(await resultOf(await signatureOf(raw), raw)).toBe('pass');
  });

  it('keeps letters whose bytes look like blanks in a field', () => {
    const field = Buffer.from('CC :  à\t b ').toString('latin1');
    expect(Buffer.from(relaxedField(field), 'latin1').toString()).toBe('cc:à b');
  });

  it.each([
    ['another body', mail(HEAD, 'Hello, send money\r\n')],
    ['something behind the body', mail(HEAD, 'Hello \t there\r\n\r\nmore\r\n')],
    ['a second From', mail(['From: eve@evil.example', ...HEAD])],
    ['a second Subject', mail(['Subject: Another', ...HEAD])],
    ['a Reply-To', mail([...HEAD, 'Reply-To: eve@evil.example'])],
    [
      'another address to unsubscribe',
      mail([...HEAD.slice(0, 6), 'List-Unsubscribe: <https://evil.example>', ...HEAD.slice(7)]),
    ],
  ])('fails with %s', async (_case, raw) => {
    expect(await resultOf(await signatureOf(mail()), raw)).not.toBe('pass');
  });

  it('leaves out what the carrier writes anew', async () => {
    const signature = await signatureOf(mail(), { except: ['Date', 'Message-ID'] });
    const changed = HEAD.map((field) => field.replace(/^(Date|Message-ID): .*/, '$1: other'));
    expect(await resultOf(signature, mail(changed))).toBe('pass');
  });

  it('has lines that any server takes, and no l=', async () => {
    const signature = await signatureOf(mail());
    expect(Math.max(...signature.split('\r\n').map(({ length }) => length))).toBeLessThan(79);
    expect(signature).not.toMatch(/\bl=/);
    expect(signature).toMatch(/c=relaxed\/relaxed/);
  });
});
