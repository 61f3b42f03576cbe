import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openKeyRing } from '../../src/composition/keyed-parts.js';

const ARN = 'arn:aws:kms:eu-central-1:111122223333:key/0123';
const OLD = Buffer.alloc(32, 1).toString('base64');

interface Asked {
  readonly KeyId: string;
  readonly Plaintext?: string;
  readonly CiphertextBlob?: string;
  readonly EncryptionContext: Readonly<Record<string, string>>;
}

let kms: Server;
const asked: string[] = [];
const before = { ...process.env };

/** Answers as AWS KMS does: what it "encrypts" names key and context, and opens with the same alone. */
function answerTo({ KeyId, Plaintext, CiphertextBlob, EncryptionContext }: Asked) {
  const context = JSON.stringify([KeyId, EncryptionContext]);
  if (Plaintext !== undefined)
    return { CiphertextBlob: Buffer.from(JSON.stringify([context, Plaintext])).toString('base64') };
  const [of, plain] = JSON.parse(Buffer.from(CiphertextBlob!, 'base64').toString()) as [
    string,
    string,
  ];
  return of === context ? { Plaintext: plain } : null;
}

beforeAll(async () => {
  kms = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push(String(request.headers['x-amz-target']));
      const answer = answerTo(JSON.parse(body) as Asked);
      response.writeHead(answer ? 200 : 400, { 'Content-Type': 'application/x-amz-json-1.1' });
      response.end(JSON.stringify(answer ?? { __type: 'InvalidCiphertextException' }));
    });
  }).listen(0, '127.0.0.1');
  await once(kms, 'listening');
  const { port } = kms.address() as AddressInfo;
  process.env['AWS_ENDPOINT_URL_KMS'] = `http://127.0.0.1:${port}`;
  process.env['AWS_ACCESS_KEY_ID'] = 'id';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'secret';
});
afterAll(() => {
  process.env = before;
  kms.closeAllConnections();
  kms.close();
});

it('wraps by a key of AWS KMS, and takes over from a key of this machine', async () => {
  const ring = await openKeyRing({ MASTER_KEY: `aws-kms:${ARN}`, MASTER_KEY_PREVIOUS: OLD });
  const key = Buffer.alloc(32, 5);

  const wrapped = await ring.wrap(['data-key', 'org_1'], key);
  const local = await (await openKeyRing({ MASTER_KEY: OLD })).wrap(['data-key', 'org_1'], key);

  expect(await ring.unwrap(['data-key', 'org_1'], wrapped)).toEqual(key);
  expect(await ring.unwrap(['data-key', 'org_1'], local)).toEqual(key);
  await expect(ring.unwrap(['data-key', 'org_2'], wrapped)).rejects.toThrow();
  expect(asked).toEqual(['TrentService.Encrypt', 'TrentService.Decrypt', 'TrentService.Decrypt']);
});
